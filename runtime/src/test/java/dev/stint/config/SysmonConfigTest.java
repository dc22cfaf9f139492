package dev.stint.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.time.Duration;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** [FIBER:sysmon] cap, interval and idle time of temporary workers are configured and checked. */
class SysmonConfigTest {
    private static final Duration MS = Duration.ofMillis(1);

    static Stream<Arguments> badValues() {
        return Stream.of(
                bad(
                        "sysmon.period is PT0.000099999S; it must be at least PT0.0001S.",
                        c -> c.withPeriod(Duration.ofNanos(99_999))),
                bad(
                        "sysmon.period is PT-1S; it must be at least PT0.0001S.",
                        c -> c.withPeriod(Duration.ofSeconds(-1))),
                bad(
                        "sysmon.stallAfter is PT0.001S; it must be at least PT0.002S.",
                        c -> c.withStallAfter(MS)),
                bad(
                        "sysmon.maxTemporary is -1; it must be from 0 to 4096.",
                        c -> c.withMaxTemporary(-1)),
                bad(
                        "sysmon.maxTemporary is 4097; it must be from 0 to 4096.",
                        c -> c.withMaxTemporary(4097)),
                bad(
                        "sysmon.scaleInterval is PT0.001S; it must be at least PT0.002S.",
                        c -> c.withScaleInterval(MS)),
                bad(
                        "sysmon.temporaryIdle is PT0.001S; it must be at least PT0.002S.",
                        c -> c.withTemporaryIdle(MS)),
                bad(
                        "sysmon.reportAfter is PT0.001S; it must be at least PT0.002S.",
                        c -> c.withReportAfter(MS)),
                bad(
                        "sysmon.stallAfter is PT0.05S; it must be at least PT1M.",
                        c -> c.withPeriod(Duration.ofMinutes(1))));
    }

    private static Arguments bad(String message, UnaryOperator<SysmonConfig> change) {
        return arguments(message, change);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("badValues")
    void with_valueOutOfRange_namesFieldValueAndRange(
            String message, UnaryOperator<SysmonConfig> change) {
        assertThatThrownBy(() -> change.apply(SysmonConfig.defaults()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(message);
    }

    @Test
    void with_anything_returnsACopyAndChangesOneField() {
        var second = Duration.ofSeconds(1);
        var changed =
                SysmonConfig.defaults()
                        .withPeriod(MS)
                        .withStallAfter(second.plusNanos(1))
                        .withMaxTemporary(5)
                        .withScaleInterval(second.plusNanos(2))
                        .withTemporaryIdle(second.plusNanos(3))
                        .withReportAfter(second.plusNanos(4));

        assertThat(changed)
                .isEqualTo(
                        new SysmonConfig(
                                MS,
                                second.plusNanos(1),
                                5,
                                second.plusNanos(2),
                                second.plusNanos(3),
                                second.plusNanos(4)));
        assertThat(SysmonConfig.defaults().maxTemporary()).isEqualTo(64);
    }

    @ParameterizedTest
    @CsvSource({"PT0.002S, 1", "PT0.0020001S, 2", "PT0.004S, 2", "PT0.05S, 25", "PT1S, 500"})
    void ticks_duration_roundsUp(Duration duration, int ticks) {
        assertThat(SysmonConfig.defaults().ticks(duration)).isEqualTo(ticks);
    }

    @Test
    void ticks_oneYear_saturates() {
        var fast = SysmonConfig.defaults().withPeriod(Duration.ofNanos(100_000));

        assertThat(fast.ticks(Duration.ofDays(365))).isEqualTo(Integer.MAX_VALUE);
    }

    @SuppressWarnings("NullAway") // null is what is tested
    static Stream<Arguments> nulls() {
        return Stream.of(
                bad("sysmon.period", c -> c.withPeriod(null)),
                bad("sysmon.stallAfter", c -> c.withStallAfter(null)),
                bad("sysmon.scaleInterval", c -> c.withScaleInterval(null)),
                bad("sysmon.temporaryIdle", c -> c.withTemporaryIdle(null)),
                bad("sysmon.reportAfter", c -> c.withReportAfter(null)));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("nulls")
    void with_null_namesTheField(String field, UnaryOperator<SysmonConfig> change) {
        assertThatThrownBy(() -> change.apply(SysmonConfig.defaults()))
                .isInstanceOf(NullPointerException.class)
                .hasMessage(field);
    }

    /** "Never report a stall" is written as a very long time. */
    @ParameterizedTest
    @CsvSource({"PT2562047H47M16.854775807S", "PT2562047788015215H30M7S"})
    void ticks_longerThanNanosecondsCanTell_saturates(Duration duration) {
        assertThat(SysmonConfig.defaults().withReportAfter(duration).ticks(duration))
                .isEqualTo(Integer.MAX_VALUE);
    }

    @Test
    void ticks_nothing_isOneAllTheSame() {
        assertThat(SysmonConfig.defaults().ticks(Duration.ZERO)).isOne();
    }

    /** A period that no clock can count would end the monitor's thread at its first look. */
    @Test
    void new_periodTooLong_isRefused() {
        var year = Duration.ofDays(365);

        assertThatThrownBy(() -> new SysmonConfig(year, year, 0, year, year, year))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("sysmon.period is PT8760H; it must be at most PT24H.");
    }
}
