package dev.stint.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stint.testkit.result.SimFailedError;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A {@code @SimTest} explores the schedules of a script as those of any program. */
@Timeout(60)
class RacyScriptTest {
    private static final Pattern COMMAND =
            Pattern.compile("(?m)-Dtest='RacyScript#answers' -D(stint\\.replay)=(\\S+)$");

    @Test
    void simTest_ofAScriptThatReliesOnAnOrder_failsAndIsReplayed() {
        SimFailedError first = Failing.run(RacyScript.class, Map.of());

        assertThat(first).hasMessageContaining("expected: <12> but was: <21>");
        Matcher command = COMMAND.matcher(String.valueOf(first.getMessage()));
        assertThat(command.find()).as(first.getMessage()).isTrue();

        SimFailedError again =
                Failing.run(RacyScript.class, Map.of(command.group(1), command.group(2)));

        assertThat(again.failure().step()).isEqualTo(first.failure().step());
        assertThat(again.failure().summary()).isEqualTo(first.failure().summary());
    }
}
