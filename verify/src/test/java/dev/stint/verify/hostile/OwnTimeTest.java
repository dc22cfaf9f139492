package dev.stint.verify.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class OwnTimeTest {
    @Test
    void ours_isWhatOthersHaveLeft() {
        assertThat(OwnTime.ours(1_000, 0)).isEqualTo(1_000);
        assertThat(OwnTime.ours(1_000, 900)).isEqualTo(100);
        assertThat(OwnTime.ours(1_000, 1_200)).isZero();
        assertThat(OwnTime.ours(1_000, -5)).isEqualTo(1_000);
    }

    @Test
    void busy_isNeitherIdleNorWaiting() {
        assertThat(OwnTime.busy("cpu  1 2 4 1000 2000 8 16 32 7 7")).isEqualTo(63 * 10_000_000L);
    }

    @Test
    void passed_isNeverMoreThanTheTime() throws InterruptedException {
        long begun = System.nanoTime();
        var time = new OwnTime();
        Thread.sleep(Duration.ofMillis(50));
        assertThat(time.passed().toNanos()).isBetween(0L, System.nanoTime() - begun);
        assertThat(time.isOver(Duration.ofMillis(1))).isTrue();
        assertThat(time.isOver(Duration.ofHours(1))).isFalse();
    }
}
