package dev.stint.verify.hostile.files;

import dev.stint.libraries.Library;
import dev.stint.libraries.Shelf;
import dev.stint.verify.hostile.Draw;
import dev.stint.verify.hostile.raw.RawFile;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.jar.JarFile;
import java.util.stream.Stream;

/** Class files as compilers made them: small programs, libraries, the JDK. */
final class Originals {
    /** Larger ones take long and have nothing that others lack. */
    private static final int LARGEST = 16_000;

    private static final List<Library> LIBRARIES =
            List.of(Library.GUAVA, Library.MATH, Library.KOTLIN, Library.XERCES);

    /**
     * Classes that belong together.
     *
     * @param files all of them, by their internal names
     * @param small those that are changed
     */
    record Group(Map<String, byte[]> files, List<String> small) {
        static Group of(Map<String, byte[]> files) {
            return new Group(
                    files,
                    files.entrySet().stream()
                            .filter(each -> each.getValue().length <= LARGEST)
                            .map(Map.Entry::getKey)
                            .filter(name -> !name.endsWith("-info"))
                            .toList());
        }

        byte[] file(String name) {
            return Objects.requireNonNull(files.get(name), name);
        }
    }

    private final Group samples;
    private final List<Group> all = new ArrayList<>();

    private Originals(Group samples) {
        this.samples = samples;
        all.add(samples);
    }

    /** The small programs alone. */
    static Originals few() throws IOException {
        return new Originals(Group.of(samples()));
    }

    static Originals read() throws IOException {
        Originals originals = few();
        originals.all.add(Group.of(jdk()));
        try (Shelf shelf = Shelf.open()) {
            for (Library library : LIBRARIES) {
                originals.all.add(Group.of(library(shelf.jars(library))));
            }
        }
        return originals;
    }

    /** Often one of the small programs, of which most is open to a tenant. */
    Group group(Draw draw) {
        return draw.oneIn(3) ? samples : draw.of(all);
    }

    private static Map<String, byte[]> samples() throws IOException {
        var files = new TreeMap<String, byte[]>();
        var types = new ArrayList<Class<?>>(List.of(Samples.class.getDeclaredClasses()));
        types.add(Samples.class);
        for (Class<?> type : types) {
            String name = type.getName().replace('.', '/');
            try (InputStream in = Samples.class.getResourceAsStream('/' + name + ".class")) {
                files.put(name, Objects.requireNonNull(in, name).readAllBytes());
            }
        }
        return files;
    }

    /** Under other names: those of the JDK are not the tenant's to give. */
    private static Map<String, byte[]> jdk() throws IOException {
        Path base = FileSystems.getFileSystem(URI.create("jrt:/")).getPath("/modules/java.base");
        var files = new TreeMap<String, byte[]>();
        try (Stream<Path> found = Files.list(base.resolve("java/util"))) {
            for (Path path : found.filter(p -> p.toString().endsWith(".class")).toList()) {
                RawFile file = RawFile.read(Files.readAllBytes(path));
                String name = "hostile/" + file.name().substring("java/util/".length());
                file.rename(name);
                files.put(name, file.bytes());
            }
        }
        return files;
    }

    private static Map<String, byte[]> library(List<Path> jars) throws IOException {
        var files = new TreeMap<String, byte[]>();
        for (Path path : jars) {
            try (var jar = new JarFile(path.toFile())) {
                for (var entry : jar.stream().toList()) {
                    String name = entry.getName();
                    if (name.endsWith(".class") && !name.startsWith("META-INF/")) {
                        try (InputStream in = jar.getInputStream(entry)) {
                            files.put(name.substring(0, name.length() - 6), in.readAllBytes());
                        }
                    }
                }
            }
        }
        return files;
    }
}
