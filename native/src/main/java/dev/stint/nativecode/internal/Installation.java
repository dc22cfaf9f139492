package dev.stint.nativecode.internal;

import dev.stint.Version;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;

/** What C programs need, laid out below a folder as C libraries are. */
public final class Installation {
    private final Path prefix;
    private final List<Path> written = new ArrayList<>();

    private Installation(Path prefix) {
        this.prefix = prefix;
    }

    /** Installs it, and returns the files. */
    public static List<Path> install(Path prefix, List<Path> jars) throws IOException {
        var all = new Installation(prefix.toAbsolutePath().normalize());
        all.write(jars);
        return List.copyOf(all.written);
    }

    private void write(List<Path> jars) throws IOException {
        for (String header : List.of("stint.h", "janus_rt.h")) {
            copy(header, "include");
        }
        for (String library : List.of("libstint.so", "libjanus_rt.so")) {
            copy(library, "lib");
        }
        describe("stint", "tasks, nurseries, channels and budgets", "");
        describe("janus_rt", "what programs of the Janus compiler call", "Requires: stint\n");
        for (Path jar : jars) {
            Path to = folder("share/stint").resolve(jar.getFileName());
            Files.copy(jar, to, StandardCopyOption.REPLACE_EXISTING);
            written.add(to);
        }
    }

    private Path folder(String name) throws IOException {
        return Files.createDirectories(prefix.resolve(name));
    }

    /** By a file beside it: a program that runs has the old library open. */
    private void copy(String name, String folder) throws IOException {
        Path to = folder(folder).resolve(name);
        Path beside = to.resolveSibling(name + ".new");
        try (InputStream in = Ground.open(name)) {
            Files.copy(in, beside, StandardCopyOption.REPLACE_EXISTING);
        }
        Files.move(beside, to, StandardCopyOption.REPLACE_EXISTING);
        written.add(to);
    }

    private void describe(String name, String what, String requires) throws IOException {
        Path to = folder("lib/pkgconfig").resolve(name + ".pc");
        String text =
                """
                prefix=%s
                includedir=${prefix}/include
                libdir=${prefix}/lib

                Name: %s
                Description: %s
                Version: %s
                %sCflags: -I${includedir}
                Libs: -L${libdir} -Wl,-rpath,${libdir} -l%s
                """
                        .formatted(prefix, name, what, Version.number(), requires, name);
        Files.writeString(to, text);
        written.add(to);
    }
}
