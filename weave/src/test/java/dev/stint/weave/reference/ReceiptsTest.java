package dev.stint.weave.reference;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** What a program has spent does not depend on how the JVM runs it. */
class ReceiptsTest {
    private static final List<List<String>> WAYS =
            List.of( // the longest first: two run at a time
                    List.of("-Xcomp"),
                    List.of("-Xint"),
                    List.of("-XX:-TieredCompilation"),
                    List.of("-Xcomp", "-XX:TieredStopAtLevel=1"),
                    List.of("-XX:TieredStopAtLevel=1"),
                    List.of("-XX:+UseG1GC"),
                    List.of("-XX:+UseParallelGC"),
                    List.of("-XX:+UseZGC"),
                    List.of("-XX:+UseSerialGC"));

    @Test
    void receipt_underEveryCompilerAndCollector_isTheSame() throws Exception {
        List<Future<String>> receipts = new ArrayList<>();
        try (var twoAtATime = Executors.newFixedThreadPool(2)) {
            for (List<String> way : WAYS) {
                receipts.add(twoAtATime.submit(() -> receipts(way)));
            }
        }
        String first = receipts.getFirst().get();

        assertThat(first)
                .contains("Texts9 Success")
                .contains("Endless10 Failure")
                .contains("Deep3 Success")
                .contains("interval 8192");
        for (int i = 1; i < WAYS.size(); i++) {
            assertThat(receipts.get(i).get()).as(WAYS.get(i).toString()).isEqualTo(first);
        }
    }

    private static String receipts(List<String> flags) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("--add-exports=java.base/jdk.internal.vm=ALL-UNNAMED");
        command.add("--add-exports=java.base/jdk.internal.access=ALL-UNNAMED");
        command.add("--add-opens=java.base/java.lang=ALL-UNNAMED");
        // Or the JIT leaves out the texts of exceptions that are thrown often.
        command.add("-XX:-OmitStackTraceInFastThrow");
        command.addAll(flags);
        command.add("-cp");
        command.add(System.getProperty("java.class.path"));
        command.add(Receipts.class.getName());
        var builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().remove("JAVA_TOOL_OPTIONS");
        builder.environment().remove("JDK_JAVA_OPTIONS");
        Process process = builder.start();
        try {
            String output = new String(process.getInputStream().readAllBytes(), UTF_8);
            assertThat(process.waitFor(60, TimeUnit.SECONDS)).as("the JVM ended").isTrue();
            return output.strip();
        } finally {
            process.destroyForcibly();
        }
    }
}
