package dev.stint.weave.internal;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stint.weave.WeaveRefusedException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** [attack:A6] What a class may take at most, on a machine that is busy, too. */
class TimeLimitTest {
    private final AtomicLong seconds = new AtomicLong();
    private final AtomicLong worked = new AtomicLong();
    private final TimeLimit limit =
            new TimeLimit(
                    Duration.ofSeconds(10),
                    () -> seconds.get() * 1_000_000_000,
                    _ -> worked.get() * 1_000_000_000);

    private void pass(long passed, long workedOf) {
        seconds.addAndGet(passed);
        worked.addAndGet(workedOf);
    }

    @Test
    void check_longWaitForAProcessor_isNotRefused() {
        pass(2, 1);
        limit.check();
        pass(500, 7);
        assertThatCode(limit::check).doesNotThrowAnyException();
        pass(2, 2);
        assertThatThrownBy(limit::check)
                .isInstanceOf(WeaveRefusedException.class)
                .hasMessageContaining("the limit of PT10S");
    }

    @Test
    void check_firstLookAfterTheLimit_isRefused() {
        pass(11, 0);
        assertThatThrownBy(limit::check).isInstanceOf(WeaveRefusedException.class);
    }

    @Test
    void check_workOnly_isRefusedAfterTheLimit() {
        for (int i = 0; i < 10; i++) {
            pass(1, 1);
            assertThatCode(limit::check).doesNotThrowAnyException();
        }
        pass(1, 1);
        assertThatThrownBy(limit::check).isInstanceOf(WeaveRefusedException.class);
    }
}
