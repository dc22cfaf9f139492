package dev.stint.host.sim;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MeterTest {
    private final StringWriter out = new StringWriter();

    private static Coverage coverage(long... schedulesAndDistinct) {
        var coverage = new Coverage();
        for (int i = 0; i < schedulesAndDistinct.length; i += 2) {
            coverage.add(schedulesAndDistinct[i], schedulesAndDistinct[i + 1]);
        }
        return coverage;
    }

    @Test
    void show_onATerminal_drawsOverTheLastLine() {
        var meter = new Meter(new PrintWriter(out), true);

        meter.show(0.25, 1000, Duration.ofSeconds(2), coverage(1000, 80));
        meter.end();

        assertThat(out.toString())
                .contains("[######..................]  25 %  1,000 schedules, 500/s, 80 distinct")
                .doesNotContain("\n")
                .endsWith("\r\u001b[2K");
    }

    @Test
    void show_elsewhere_isALineEveryTwoSeconds() {
        var meter = new Meter(new PrintWriter(out), false);

        for (long tenths = 1; tenths <= 50; tenths++) {
            meter.show(
                    tenths / 50.0,
                    tenths * 10,
                    Duration.ofMillis(tenths * 100),
                    coverage(tenths, 1));
        }
        meter.end();

        assertThat(out.toString()).hasLineCount(2).doesNotContain("\u001b");
    }

    @Test
    void isLive_onlyOnATerminalThatCanMoveItsCursor() {
        assertThat(Meter.isLive(true, Map.of("TERM", "xterm"))).isTrue();
        assertThat(Meter.isLive(true, Map.of("TERM", "dumb"))).isFalse();
        assertThat(Meter.isLive(true, Map.of())).isFalse();
        assertThat(Meter.isLive(false, Map.of("TERM", "xterm"))).isFalse();
    }

    @Test
    void coverage_countsWhatIsNewInTheLastHalf() {
        assertThat(coverage(10, 5).inWords()).isEqualTo("5 distinct");
        assertThat(coverage(500, 50, 1000, 60).inWords())
                .isEqualTo("60 distinct, 10 new in the last 500");
        assertThat(coverage(400, 60, 600, 60, 1000, 60).inWords())
                .isEqualTo("60 distinct, none new in the last 600");
        assertThat(coverage(400, 60, 600, 60, 1000, 60).isSaturated()).isTrue();
        assertThat(coverage(500, 50, 1000, 60).isSaturated()).isFalse();
    }
}
