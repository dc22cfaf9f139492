package dev.stint.nativecode;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A C program whose main creates a scheduler: [SCHED:12.1.1]. */
class CMainTest {
    private record Run(int code, String output) {}

    @BeforeAll
    static void needed() {
        CPrograms.assumeNative();
    }

    private static Run run(Map<String, String> environment, String... arguments) throws Exception {
        Path library = NativeCode.library();
        Path program =
                CPrograms.compile(
                        "cmain", "cmain", List.of("-pthread", "-Wl,-rpath," + library.getParent()));
        var command = new ArrayList<String>();
        command.add(program.toString());
        command.addAll(List.of(arguments));
        var builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().keySet().retainAll(SanitizerTest.VARIABLES);
        builder.environment().putAll(environment);
        var process = builder.start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).as(output).isTrue();
        return new Run(process.exitValue(), output);
    }

    private static String java() {
        return System.getProperty("java.home");
    }

    private static String classes() {
        return System.getProperty("java.class.path");
    }

    @Test
    void main_startsAJvmAndRunsTasks() throws Exception {
        Run run = run(Map.of("JAVA_HOME", java(), "STINT_CLASS_PATH", classes()));
        assertThat(run.output())
                .contains("sum 328350, nursery well")
                .contains("endless: STINT_CHILD_FAILED, error STINT_NO_OPS")
                .contains("it has spent 100000 operations");
        assertThat(run.code()).isZero();
    }

    @Test
    void configuration_namesJvmAndClasses() throws Exception {
        Run run = run(Map.of(), java(), classes());
        assertThat(run.code()).as(run.output()).isZero();
    }

    @Test
    void wrongJvm_isSaid() throws Exception {
        Run run = run(Map.of("STINT_CLASS_PATH", classes()), "/tmp");
        assertThat(run.output()).contains("java_home names no JDK 25: /tmp");
        assertThat(run.code()).isEqualTo(1);
    }

    @Test
    void missingClasses_areSaid() throws Exception {
        Run run = run(Map.of("JAVA_HOME", java()));
        assertThat(run.output())
                .contains("there are no jars of Stint")
                .contains("STINT_CLASS_PATH");
        run = run(Map.of("JAVA_HOME", java(), "STINT_CLASS_PATH", "/tmp/nothing.jar"));
        assertThat(run.output()).contains("the class path has no Stint");
        assertThat(run.code()).isEqualTo(1);
    }
}
