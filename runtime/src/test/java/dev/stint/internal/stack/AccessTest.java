package dev.stint.internal.stack;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.stint.Scheduler;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Without its flags Stint says which to add, in words that can be pasted; with them it runs. */
class AccessTest {
    private static final String[] FLAGS = {
        "--add-exports=java.base/jdk.internal.vm=ALL-UNNAMED",
        "--add-exports=java.base/jdk.internal.access=ALL-UNNAMED",
        "--add-opens=java.base/java.lang=ALL-UNNAMED"
    };

    /** What the child JVM runs. */
    static final class Child {
        private Child() {}

        public static void main(String[] args) throws InterruptedException {
            try (var scheduler = Scheduler.open(cfg -> cfg.withWorkers(1))) {
                System.out.println("ran: " + scheduler.<String>run(() -> "yes"));
            } catch (IllegalStateException e) {
                System.out.println("refused: " + e.getMessage());
            }
        }
    }

    private record Run(int exit, String output) {}

    @Test
    void ensureOpen_here_passes() {
        assertThatCode(Access::ensureOpen).doesNotThrowAnyException();
    }

    @Test
    void open_withoutFlags_namesThemAndWithExactlyThemRuns() throws Exception {
        Run refused = java();

        assertThat(refused.exit).isZero();
        assertThat(refused.output).startsWith("refused: ").contains(FLAGS);
        String asked = refused.output.substring(refused.output.indexOf("Start java with: ") + 17);
        String[] pasted = asked.strip().split(" ", -1);
        assertThat(pasted).containsExactly(FLAGS);
        assertThat(java(pasted)).isEqualTo(new Run(0, "ran: yes"));
    }

    @Test
    void open_withSomeFlags_namesTheMissingOne() throws Exception {
        Run refused = java(FLAGS[0], FLAGS[1]);

        assertThat(refused.output).endsWith("Start java with: " + FLAGS[2]);
    }

    /** Runs the child in a JVM of its own, with these flags and no others. */
    private static Run java(String... flags) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(Arrays.asList(flags));
        command.add("-cp");
        command.add(System.getProperty("java.class.path"));
        command.add(Child.class.getName());
        var builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().remove("JAVA_TOOL_OPTIONS");
        builder.environment().remove("JDK_JAVA_OPTIONS");
        Process process = builder.start();
        try {
            String output = new String(process.getInputStream().readAllBytes(), UTF_8);
            assertThat(process.waitFor(30, TimeUnit.SECONDS)).as("the child ended").isTrue();
            return new Run(process.exitValue(), output.strip());
        } finally {
            process.destroyForcibly();
        }
    }
}
