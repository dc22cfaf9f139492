package dev.stint.bench;

import dev.stint.nativecode.NativeCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** C programs of the benchmarks, compiled where they run. */
final class CCode {
    private CCode() {}

    /** A library of functions for tasks, against Stint's own. */
    static Path library(Path folder, String name, String file, String... flags)
            throws IOException, InterruptedException {
        Path stint = NativeCode.library();
        var more = new ArrayList<>(List.of("-shared", "-fPIC", "-I" + stint.getParent()));
        more.addAll(List.of(flags));
        return compile(folder, name, file, more, List.of(stint.toString()));
    }

    static Path program(Path folder, String name, String file, List<String> flags, String library)
            throws IOException, InterruptedException {
        return compile(folder, name, file, flags, List.of(library));
    }

    private static Path compile(
            Path folder, String name, String file, List<String> flags, List<String> with)
            throws IOException, InterruptedException {
        Path source = folder.resolve(name);
        try (var in = CCode.class.getResourceAsStream("c/" + name)) {
            if (in == null) {
                throw new IOException(name + " is not in the jar; rebuild it");
            }
            Files.write(source, in.readAllBytes());
        }
        Path made = folder.resolve(file);
        var command = new ArrayList<>(List.of("cc", "-std=gnu11", "-O2"));
        command.addAll(flags);
        command.addAll(List.of("-o", made.toString(), source.toString()));
        command.addAll(with);
        Command.run(folder, command);
        return made;
    }
}
