package dev.stint.internal.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** [SCHED:7.4.2] from 1 µs to 1 ms, doubling, and then a park. */
class BackoffTest {
    @Test
    void nanos_firstRounds_doubleFromOneMicrosecondToOneMillisecond() {
        assertThat(IntStream.rangeClosed(0, 10).mapToLong(Backoff::nanos))
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
        assertThat(Backoff.nanos(0)).isEqualTo(Backoff.FIRST_NANOS);
        assertThat(Backoff.nanos(10)).isEqualTo(Backoff.LAST_NANOS);
    }

    @Test
    void nanos_afterThat_isForEver() {
        assertThat(Backoff.nanos(11)).isEqualTo(Backoff.FOREVER);
        assertThat(Backoff.nanos(64)).isEqualTo(Backoff.FOREVER);
        assertThat(Backoff.nanos(Integer.MAX_VALUE)).isEqualTo(Backoff.FOREVER);
    }
}
