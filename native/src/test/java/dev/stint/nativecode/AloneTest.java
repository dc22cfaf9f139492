package dev.stint.nativecode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.stint.nativecode.SanitizerTest.Run;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * The C half without a JVM: the contract of the switch, overflows, signals and the pool of stacks.
 * So it also runs for a processor that is only emulated. [MODULE:context-switch]
 */
@Timeout(120)
class AloneTest {
    private static final Path TARGET = Path.of("target/alone").toAbsolutePath();
    private static final String CROSS = "aarch64-linux-gnu-gcc";
    private static final String EMULATOR = "qemu-aarch64";
    private static final String LIBRARIES = "/usr/aarch64-linux-gnu"; // of that processor

    @BeforeAll
    static void needed() {
        CPrograms.assumeNative();
    }

    private static Path compile(String compiler, String name, Path library) throws Exception {
        Files.createDirectories(TARGET);
        Path program = TARGET.resolve(name);
        var command =
                new ArrayList<>(
                        List.of(
                                compiler,
                                "-std=gnu11",
                                "-O2",
                                "-g",
                                "-Wall",
                                "-Wextra",
                                "-Werror"));
        command.addAll(List.of("-pthread", "-Isrc/main/c", "-I" + library.getParent()));
        command.addAll(List.of("-Wl,-rpath," + library.getParent(), "-o", program.toString()));
        for (String source : List.of("alone", "switches", "basics")) {
            command.add("src/test/c/" + source + ".c");
        }
        command.add(library.toString());
        Run compiled = SanitizerTest.run(command, Map.of());
        assertThat(compiled.code()).as(compiled.output()).isZero();
        return program;
    }

    private static void expectAllRight(List<String> command) throws Exception {
        Run run = SanitizerTest.run(command, Map.of());
        assertThat(run.output()).contains("right preserved registers").endsWith("0 wrong\n");
        assertThat(run.code()).as(run.output()).isZero();
    }

    @Test
    void contract_withoutAJvm_holds() throws Exception {
        Path program = compile("cc", "alone", NativeCode.library());
        expectAllRight(List.of(program.toString()));
    }

    @Test
    void contract_onAarch64_holds() throws Exception {
        assumeTrue(
                isThere(CROSS) && isThere(EMULATOR),
                "there is no " + CROSS + " or no " + EMULATOR + " on the PATH");
        assumeTrue(System.getenv("LD_PRELOAD") == null, "a sanitizer is of another processor");
        Path library =
                CPrograms.libraryWith(
                        TARGET.resolve("aarch64"),
                        Map.of("CC", CROSS, "STINT_PROCESSOR", "aarch64"));
        Path program = compile(CROSS, "alone-aarch64", library);
        expectAllRight(List.of(EMULATOR, "-L", LIBRARIES, program.toString()));
    }

    private static boolean isThere(String tool) {
        return Stream.of(System.getenv("PATH").split(":"))
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, tool)));
    }
}
