package dev.stint.host;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stint.SmallJar;
import dev.stint.host.RunCommandTest.Ran;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Programs that a guard ends. */
@Timeout(60)
class RunGuardsTest {
    @TempDir private Path folder;

    private Path jar(String main) {
        return SmallJar.ofMain(main).writeTo(folder.resolve("app.jar"));
    }

    @Test
    void run_moreOutputThanItMay_endsByThatGuard() {
        Ran ran =
                RunCommandTest.run(
                        jar("while (true) System.out.println(\"0123456789\");"), "--output", "1k");

        assertThat(ran.code()).isEqualTo(5);
        assertThat(ran.out().length()).isBetween(1_000, 1_024);
        assertThat(ran.err())
                .contains("app.jar: ended by a guard after ")
                .contains("(output: measured 1,")
                .contains("allowance 1,024)");
    }

    @Test
    void run_moreProcessorTimeThanItMay_endsByThatGuard_inJsonToo() {
        Ran ran =
                RunCommandTest.run(
                        jar("while (true) ;"),
                        "--ops",
                        "unlimited",
                        "--processor-seconds",
                        "1",
                        "--json");

        assertThat(ran.code()).as(ran.err()).isEqualTo(5);
        assertThat(ran.err())
                .contains("\"ended\": \"guarded\"")
                .contains("\"name\": \"processor_time\"")
                .contains("\"allowance\": 1000000000");
    }

    @Test
    void run_badProcessorSeconds_areRefused() {
        RunCommandTest.run(jar(""), "--processor-seconds", "0")
                .assertMisused("--processor-seconds takes a whole number from 1");
    }
}
