package dev.stint.nativecode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * The other tests once more, with the library compiled for the address and undefined sanitizers.
 */
@Timeout(300)
class SanitizerTest {
    /** What a process needs that loads the library. */
    static final Set<String> VARIABLES = Set.of("LD_PRELOAD", "ASAN_OPTIONS");

    private static final String FLAGS =
            "-fsanitize=address,undefined -fno-sanitize-recover=undefined";

    /** Faults in guards are ours to handle, and a JVM leaks much. */
    private static final String OPTIONS =
            "detect_leaks=0:handle_segv=0:handle_sigbus=0:handle_sigfpe=0"
                    + ":allow_user_segv_handler=1:use_sigaltstack=0";

    private static final Path TARGET = Path.of("target/sanitized").toAbsolutePath();

    private static String runtime = "";
    private static Path library = TARGET;

    /** How a program has ended, and what it has said. */
    record Run(int code, String output) {}

    @BeforeAll
    static void compile() throws Exception {
        CPrograms.assumeNative();
        assumeTrue(!VARIABLES.stream().anyMatch(System.getenv()::containsKey), "it runs already");
        runtime = run(List.of("cc", "-print-file-name=libasan.so"), Map.of()).output().strip();
        assumeTrue(Path.of(runtime).isAbsolute(), "the C compiler has no address sanitizer");
        library = CPrograms.libraryWith(TARGET, Map.of("STINT_CFLAGS", FLAGS));
    }

    @Test
    void allTests_withSanitizers_holdAndNothingIsSaid() throws Exception {
        var command = new ArrayList<String>();
        command.add(java());
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(argument -> argument.startsWith("--"))
                .forEach(command::add);
        command.add("-Dstint.native.library=" + library);
        command.add("-Dstint.test.c=" + TARGET.resolve("c"));
        command.addAll(List.of("-cp", System.getProperty("java.class.path")));
        command.add(SanitizedRun.class.getName());

        Run run = run(command, Map.of("LD_PRELOAD", runtime, "ASAN_OPTIONS", OPTIONS));

        assertThat(run.output())
                .containsPattern("[1-9][0-9]+ passed")
                .doesNotContain("ERROR: AddressSanitizer", "runtime error:");
        assertThat(run.code()).as(run.output()).isZero();
    }

    /** If this went well, the other one would say nothing. */
    @Test
    void overrun_withSanitizers_isSeen() throws Exception {
        Path program = TARGET.resolve("overrun");
        Run compiled =
                run(
                        List.of(
                                "cc",
                                "-fsanitize=address",
                                "-I" + library.getParent(),
                                "-Wl,-rpath," + library.getParent(),
                                "-o",
                                program.toString(),
                                "src/test/c/overrun.c",
                                library.toString()),
                        Map.of());
        assertThat(compiled.code()).as(compiled.output()).isZero();

        Run run = run(List.of(program.toString()), Map.of());

        assertThat(run.code()).isNotZero();
        assertThat(run.output()).contains("AddressSanitizer: heap-buffer-overflow");
    }

    static String java() {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }

    static Run run(List<String> command, Map<String, String> variables)
            throws IOException, InterruptedException {
        var builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().putAll(variables);
        Process process = builder.start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Run(process.waitFor(), output);
    }
}
