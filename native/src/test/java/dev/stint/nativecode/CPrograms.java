package dev.stint.nativecode;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/** The C programs of the tests, compiled when they are first asked for. */
final class CPrograms {
    private static final Path SOURCES = Path.of("src/test/c").toAbsolutePath();
    private static final Path TARGET =
            Path.of(System.getProperty("stint.test.c", "target/c")).toAbsolutePath();
    private static final Map<List<String>, NativeLibrary> LOADED = new ConcurrentHashMap<>();

    private CPrograms() {}

    /** Skips the test, with the reason, where C code cannot be run. */
    static void assumeNative() {
        assumeTrue(NativeCode.isAvailable(), () -> NativeCode.whyNot().orElse(""));
    }

    /** A library of the tests. */
    static NativeLibrary library(String name, String... flags) {
        assumeNative();
        var key = new ArrayList<String>();
        key.add(name);
        key.addAll(List.of(flags));
        return LOADED.computeIfAbsent(
                key,
                _ -> {
                    var all = new ArrayList<>(List.of("-shared", "-fPIC"));
                    all.addAll(List.of(flags));
                    String file = "lib" + name + "-" + Integer.toHexString(key.hashCode()) + ".so";
                    return NativeLibrary.load(compile(name, file, all));
                });
    }

    /** Has gcc put the counting in the place of each call. */
    static String assembler() {
        return "-B" + NativeCode.library().getParent() + "/";
    }

    /** The library of this module once more, below a folder: by other flags or another compiler. */
    static Path libraryWith(Path target, Map<String, String> variables) throws Exception {
        var command =
                List.of(SanitizerTest.java(), "src/build/CompileC.java", ".", target.toString());
        SanitizerTest.Run made = SanitizerTest.run(command, variables);
        if (made.code() != 0) {
            throw new AssertionError(made.output());
        }
        try (Stream<Path> files = Files.walk(target)) {
            return files.filter(f -> f.endsWith("libstint.so")).findFirst().orElseThrow();
        }
    }

    /** Compiles a source to a file, against the library of this build. */
    static Path compile(String name, String file, List<String> flags) {
        assumeNative();
        try {
            Files.createDirectories(TARGET);
            Path out = TARGET.resolve(file);
            Path stint = NativeCode.library();
            var command =
                    new ArrayList<>(
                            List.of(
                                    "cc",
                                    "-std=gnu11",
                                    "-O2",
                                    "-g",
                                    "-Wall",
                                    "-Wextra",
                                    "-Werror"));
            command.addAll(flags);
            command.add("-I" + stint.getParent());
            command.addAll(List.of("-o", out.toString(), SOURCES.resolve(name + ".c").toString()));
            command.add(stint.toString());
            var process = new ProcessBuilder(command).redirectErrorStream(true).start();
            String said =
                    new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (process.waitFor() != 0) {
                throw new AssertionError(name + ".c does not compile: " + said);
            }
            return out;
        } catch (IOException e) {
            throw new AssertionError(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }
}
