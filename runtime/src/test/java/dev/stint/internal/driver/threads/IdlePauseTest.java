package dev.stint.internal.driver.threads;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** [SCHED:7.4.2] from 1 µs to 1 ms, doubling, and then a park. */
class IdlePauseTest {
    @Test
    void nanos_firstRounds_doubleFromOneMicrosecondToOneMillisecond() {
        assertThat(IntStream.rangeClosed(0, 10).mapToLong(IdlePause::nanos))
                .containsExactly(
                        1_000L,
                        2_000L,
                        4_000L,
                        8_000L,
                        16_000L,
                        32_000L,
                        64_000L,
                        128_000L,
                        256_000L,
                        512_000L,
                        1_024_000L);
        assertThat(IdlePause.nanos(0)).isEqualTo(IdlePause.FIRST_NANOS);
        assertThat(IdlePause.nanos(10)).isEqualTo(IdlePause.LAST_NANOS);
    }

    @Test
    void nanos_afterThat_isForEver() {
        assertThat(IdlePause.nanos(11)).isEqualTo(IdlePause.FOREVER);
        assertThat(IdlePause.nanos(64)).isEqualTo(IdlePause.FOREVER);
        assertThat(IdlePause.nanos(Integer.MAX_VALUE)).isEqualTo(IdlePause.FOREVER);
    }
}
