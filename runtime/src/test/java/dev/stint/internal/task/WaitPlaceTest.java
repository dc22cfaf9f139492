package dev.stint.internal.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stint.Setting;
import dev.stint.internal.wait.Cell;
import dev.stint.internal.wait.Line;
import dev.stint.internal.wait.TimerHeap;
import dev.stint.internal.wait.WaitNode;
import dev.stint.task.Task;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** However a wait ends, its cell does not stay in the line. */
@ParameterizedClass
@EnumSource(Setting.class)
@Timeout(60)
class WaitPlaceTest {
    private final Setting on;

    WaitPlaceTest(Setting on) {
        this.on = on;
    }

    /** A line, and nothing to wait for. */
    private static final class Place extends WaitPlace {
        private final Line line = new Line();

        int waits(long timeoutNanos) throws InterruptedException {
            TaskImpl<?> me = payOp(timeoutNanos > 0, "wait");
            Cell cell;
            acquire();
            try {
                cell = join(line, me, null, "nothing at ");
            } finally {
                release();
            }
            return await(line, cell, timeoutNanos, "wait");
        }

        boolean isDeserted() {
            acquire();
            try {
                return line.isEmpty();
            } finally {
                release();
            }
        }

        @Nullable Cell serve() {
            acquire();
            try {
                return line.take();
            } finally {
                release();
            }
        }

        @Override
        public String toString() {
            return called("place");
        }
    }

    @Test
    void await_timesOut_leavesTheLine() throws Exception {
        on.everywhere(
                _ -> {
                    var place = new Place();
                    assertThat(place.waits(1_000_000)).isEqualTo(WaitNode.TIMEOUT);
                    assertThat(place.isDeserted()).isTrue();
                });
    }

    @Test
    void await_cancelled_leavesTheLine() throws Exception {
        var place = new Place();
        try (var scheduler = on.open()) {
            Task<?> task = scheduler.root().spawn(() -> place.waits(TimerHeap.NONE));
            Setting.until(scheduler, () -> !place.isDeserted());
            task.cancel();
            task.awaitOutcome();
            assertThat(place.isDeserted()).isTrue();
        }
    }

    @Test
    void await_servedAndCancelledBeforeItRuns_isServed() throws Exception {
        var place = new Place();
        try (var scheduler = on.open()) {
            Task<Integer> task = scheduler.root().spawn(() -> place.waits(TimerHeap.NONE));
            Setting.until(scheduler, () -> !place.isDeserted());
            Cell served = Objects.requireNonNull(place.serve());
            task.cancel();
            served.wake();
            assertThat(task.await()).isEqualTo(WaitNode.DATA);
        }
    }

    @Test
    void await_interruptedOutside_leavesTheLine() {
        var place = new Place();
        var waiter = new Place(); // a wait that is interrupted from the start does not join
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> waiter.waits(TimerHeap.NONE))
                .isInstanceOf(InterruptedException.class);
        assertThat(waiter.isDeserted()).isTrue();
        var thread = Thread.currentThread();
        var interrupter =
                Thread.ofPlatform()
                        .start(
                                () -> {
                                    while (place.isDeserted()) {
                                        Thread.onSpinWait();
                                    }
                                    thread.interrupt();
                                });
        assertThatThrownBy(() -> place.waits(TimerHeap.NONE))
                .isInstanceOf(InterruptedException.class);
        assertThat(place.isDeserted()).isTrue();
        assertThat(interrupter.isInterrupted()).isFalse();
    }
}
