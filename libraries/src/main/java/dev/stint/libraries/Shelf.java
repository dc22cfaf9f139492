package dev.stint.libraries;

import java.io.Closeable;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * The jars of the libraries, which the build leaves in a folder, and the classes that give them
 * work, as files in a folder of its own, which is gone when the shelf is closed.
 */
public final class Shelf implements Closeable {
    private static final String HERE = "dev/stint/libraries/";
    private static final List<String> PROGRAMS = List.of(HERE + "work", HERE + "popular");
    private static final Path JARS = Path.of("libraries", "target", "jars");

    private final Path folder;
    private final Path jars;

    private Shelf(Path folder, Path jars) {
        this.folder = folder;
        this.jars = jars;
    }

    /** Takes out the classes. */
    public static Shelf open() throws IOException {
        Path jars = inCheckout(JARS);
        var shelf = new Shelf(Files.createTempDirectory("stint-libraries"), jars);
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

    /** A folder that the build has filled, in the checkout that this class was built in. */
    public static Path inCheckout(Path folder) {
        Path source = source();
        for (Path at = source; at != null; at = at.getParent()) {
            if (Files.isDirectory(at.resolve(folder))) {
                return at.resolve(folder);
            }
        }
        throw new IllegalStateException(
                "no folder " + folder + " above " + source + ", where the build leaves the jars");
    }

    private void copy(Path from) throws IOException {
        for (String programs : PROGRAMS) {
            Path to = Files.createDirectories(work().resolve(programs));
            List<Path> classes;
            try (Stream<Path> files = Files.list(from.resolve(programs))) {
                classes = files.toList();
            }
            for (Path file : classes) {
                Files.copy(file, to.resolve(file.getFileName().toString()));
            }
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

    /** Everything that is needed to load a popular library and its program. */
    public List<Path> places(Popular library) {
        var places = new ArrayList<Path>();
        places.add(work());
        library.jars().stream().map(this::jar).forEach(places::add);
        return places;
    }

    private Path jar(String name) {
        Path file = jars.resolve(name + ".jar");
        if (!Files.exists(file)) {
            throw new IllegalStateException("there is no jar " + name + " in " + jars);
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
