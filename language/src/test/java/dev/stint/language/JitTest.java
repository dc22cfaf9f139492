package dev.stint.language;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stint.SideBySide;
import dev.stint.budget.Budget;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a script costs does not depend on what the JVM makes of its class files. */
class JitTest {
    private static final long PROGRAMS = 25;

    /** Long enough for every compiler, and stopped in the middle. */
    private static final String LOOPS =
            """
            func step(a: []i64, i: i64) -> i64 do return a[i % 16] * 3 + i end
            func main() -> i64 do
                let a = array(16, 1)
                var sum = 0
                for i in 0..<60000 do
                    sum = (sum + step(a, i)) % 1000003
                    for k in 0..<8 do a[k] = (a[k] + sum) % 1009 end
                end
                return sum
            end
            """;

    /** Prints what programs do and cost. */
    static final class Printing {
        private Printing() {}

        public static void main(String[] args) {
            var enough = new Budget(3_000_000, 1L << 28, 1_000, 10_000, 0);
            var tooLittle = new Budget(400_003, 1L << 28, 1_000, 10_000, 0);
            for (Budget budget : List.of(enough, tooLittle)) {
                ScriptResult result = Scripts.run(Scripts.compile(LOOPS), budget);
                System.out.println(result.value() + " " + result.receipt());
            }
            for (long seed = 1; seed <= PROGRAMS; seed++) {
                ScriptResult result = Scripts.run(Scripts.compile(Programs.of(seed)), enough);
                String failure = result.failure().map(Throwable::getMessage).orElse("");
                System.out.println(result.value() + " " + failure + " " + result.receipt());
            }
        }
    }

    @Test
    @SideBySide
    void run_underTheInterpreterOfTheJvm_costsTheSameAsCompiled() throws Exception {
        String expected = printed("-XX:+TieredCompilation");

        assertThat(expected.lines()).hasSize((int) PROGRAMS + 2);
        assertThat(printed("-Xint")).isEqualTo(expected);
    }

    @Test
    @SideBySide
    void run_underOneCompilerAlone_costsTheSame() throws Exception {
        String first = printed("-XX:TieredStopAtLevel=1", "-Xbatch");
        String second = printed("-XX:-TieredCompilation", "-Xbatch");

        assertThat(first.lines()).hasSize((int) PROGRAMS + 2);
        assertThat(second).isEqualTo(first);
    }

    private static String printed(String... flags) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(ProcessHandle.current().info().command().orElseThrow());
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(flag -> flag.startsWith("--add") || flag.startsWith("--enable"))
                .forEach(command::add);
        command.addAll(List.of(flags));
        command.addAll(List.of("-cp", System.getProperty("java.class.path")));
        command.add(Printing.class.getName());
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        try (var out = process.getInputStream()) {
            String text = new String(out.readAllBytes(), StandardCharsets.UTF_8);
            assertThat(process.waitFor()).as(text).isZero();
            return text;
        }
    }
}
