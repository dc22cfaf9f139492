package dev.stint.examples;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * What users pay does not depend on when their code is compiled, nor Stint's: its first exhaustion
 * in a JVM that compiles everything before its first run is one that C2 had not seen coming.
 */
@Timeout(180)
class CompiledAtOnceTest {
    @Test
    void runUserRules_compiledBeforeItsFirstRun_paysAsWhenInterpreted() throws Exception {
        Future<String> other = ForkJoinPool.commonPool().submit(() -> run("-Xint"));
        String compiled = run("-Xcomp");

        assertThat(compiled).isEqualTo(other.get());
        assertThat(compiled)
                .contains("bob: OperationBudgetExhaustedException for 110499 operations");
    }

    private static String run(String flag) throws Exception {
        List<String> command = new ArrayList<>();
        command.add(ProcessHandle.current().info().command().orElseThrow());
        command.add("--add-exports=java.base/jdk.internal.vm=ALL-UNNAMED");
        command.add("--add-exports=java.base/jdk.internal.access=ALL-UNNAMED");
        command.add("--add-opens=java.base/java.lang=ALL-UNNAMED");
        command.add(flag);
        command.add("-cp");
        command.add(System.getProperty("java.class.path"));
        command.add(RunUserRules.class.getName());
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        try {
            return new String(process.getInputStream().readAllBytes(), UTF_8);
        } finally {
            process.destroyForcibly();
        }
    }
}
