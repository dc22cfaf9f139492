package dev.stint.env;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** [SCHED:9.2.1] time is a value that the runtime is given, and it never goes back. */
class ClockTest {
    private static final long LATEST = Long.MAX_VALUE - 1; // MAX_VALUE itself means "never"

    @Test
    void jumpTo_forward_movesAndNeverBack() {
        var clock = new VirtualClock();
        assertThat(clock.nanos()).isZero();
        clock.jumpTo(10);
        clock.jumpTo(10);

        assertThatThrownBy(() -> clock.jumpTo(9))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("the virtual clock cannot go back from 10 to 9 ns");
        assertThat(clock.nanos()).isEqualTo(10);
        clock.jumpTo(LATEST);
        assertThat(clock.nanos()).isEqualTo(LATEST);
    }

    @Test
    void systemClock_readTwice_doesNotGoBack() {
        var clock = new SystemClock();
        long before = clock.nanos();

        assertThat(before).isNotNegative();
        assertThat(clock.nanos()).isGreaterThanOrEqualTo(before);
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0, 0",
        "5, 7, 12",
        "5, 9223372036854775800, 9223372036854775805",
        "5, 9223372036854775801, 9223372036854775806",
        "5, 9223372036854775803, 9223372036854775806",
        "5, 9223372036854775807, 9223372036854775806",
        "9223372036854775806, 9223372036854775807, 9223372036854775806",
    })
    void after_delay_addsAndSaturates(long now, long delay, long expected) {
        Clock clock = () -> now;

        assertThat(clock.after(delay)).isEqualTo(expected);
    }

    /** {@code Long.MAX_VALUE} as a deadline means that there is none, so no delay may give it. */
    @ParameterizedTest
    @CsvSource({"0, 9223372036854775807", "5, 9223372036854775802"})
    void after_delayThatEndsExactlyAtNever_isTheLatestMomentInstead(long now, long delay) {
        Clock clock = () -> now;

        assertThat(clock.after(delay)).isEqualTo(LATEST);
    }

    @Test
    void after_negativeDelay_isNow() {
        Clock clock = () -> 100;

        assertThat(clock.after(-1)).isEqualTo(100);
        assertThat(clock.after(Long.MIN_VALUE)).isEqualTo(100);
    }
}
