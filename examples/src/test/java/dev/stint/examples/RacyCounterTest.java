package dev.stint.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stint.testkit.result.SimFailedError;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What somebody sees who writes his first {@code @SimTest}. */
@Timeout(60)
class RacyCounterTest {
    private static final Pattern COMMAND =
            Pattern.compile(
                    "(?m)mvn test .*-Dtest='RacyCounter#increments' -D(stint\\.replay)=(\\S+)$");

    @Test
    void simTest_ofARacyProgram_failsAndItsReplayFailsAtTheSameStep() {
        SimFailedError first = Failing.run(RacyCounter.class, Map.of());

        assertThat(first).hasMessageContaining("expected: <2> but was: <1>");
        Matcher command = COMMAND.matcher(String.valueOf(first.getMessage()));
        assertThat(command.find()).as(first.getMessage()).isTrue();
        assertThat(COMMAND.matcher(String.valueOf(first.getMessage())).results()).hasSize(1);

        SimFailedError again =
                Failing.run(RacyCounter.class, Map.of(command.group(1), command.group(2)));

        assertThat(again.failure().step()).isEqualTo(first.failure().step());
        assertThat(again.failure().kind()).isEqualTo(first.failure().kind());
        assertThat(again.failure().summary()).isEqualTo(first.failure().summary());
    }
}
