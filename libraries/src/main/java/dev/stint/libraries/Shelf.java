package dev.stint.libraries;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * The jars of the libraries, and the classes that give them work, as files in a folder of its own,
 * which is gone when the shelf is closed.
 */
public final class Shelf implements Closeable {
    private static final String HERE = "dev/stint/libraries/";
    private static final String JARS = HERE + "jars/";
    private static final String WORK = HERE + "work";

    private final Path folder;

    private Shelf(Path folder) {
        this.folder = folder;
    }

    /** Takes out the classes; a jar is taken out when it is first asked for. */
    public static Shelf open() throws IOException {
        var shelf = new Shelf(Files.createTempDirectory("stint-libraries"));
        try {
            shelf.takeOutWork();
        } catch (IOException | RuntimeException e) {
            shelf.close();
            throw e;
        }
        return shelf;
    }

    private void takeOutWork() throws IOException {
        Path source = source();
        if (Files.isDirectory(source)) {
            copy(source);
        } else {
            try (var jar = FileSystems.newFileSystem(source)) {
                copy(jar.getPath("/"));
            }
        }
    }

    /** Where this class comes from: a jar, or a folder while it is built. */
    private static Path source() {
        try {
            return Path.of(Shelf.class.getProtectionDomain().getCodeSource().getLocation().toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException("this class has no place that a path leads to", e);
        }
    }

    private void copy(Path from) throws IOException {
        Path to = Files.createDirectories(work().resolve(WORK));
        List<Path> classes;
        try (Stream<Path> files = Files.list(from.resolve(WORK))) {
            classes = files.toList();
        }
        for (Path file : classes) {
            Files.copy(file, to.resolve(file.getFileName().toString()));
        }
    }

    private Path work() {
        return folder.resolve("work");
    }

    /** The jars of a library itself, without those that it needs. */
    public List<Path> jars(Library library) {
        return library.own().stream().map(this::jar).toList();
    }

    /** Everything that is needed to load a library and to give it work. */
    public List<Path> places(Library library) {
        var places = new ArrayList<Path>();
        places.add(work());
        places.addAll(jars(library));
        library.beside().stream().map(this::jar).forEach(places::add);
        return places;
    }

    private synchronized Path jar(String name) {
        Path file = folder.resolve(name + ".jar");
        if (!Files.exists(file)) {
            try (InputStream in =
                    Shelf.class.getClassLoader().getResourceAsStream(JARS + name + ".jar")) {
                if (in == null) {
                    throw new IllegalStateException("there is no jar " + name + " here; rebuild");
                }
                Files.copy(in, file);
            } catch (IOException e) {
                throw new UncheckedIOException(name + " cannot be taken from the shelf", e);
            }
        }
        return file;
    }

    @Override
    public void close() throws IOException {
        List<Path> all;
        try (Stream<Path> files = Files.walk(folder)) {
            all = files.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path file : all) {
            Files.delete(file);
        }
    }
}
