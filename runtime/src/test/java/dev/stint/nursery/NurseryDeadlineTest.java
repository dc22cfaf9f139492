package dev.stint.nursery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stint.Apart;
import dev.stint.Forever;
import dev.stint.Scheduler;
import dev.stint.Setting;
import dev.stint.Stint;
import dev.stint.error.NurseryDeadlineExceededException;
import dev.stint.error.NurseryNotActiveException;
import dev.stint.error.TaskFailedException;
import dev.stint.task.Task;
import dev.stint.task.TaskState;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** A nursery whose time is up is cancelled, whatever its children do. */
@ParameterizedClass
@EnumSource(Setting.class)
@Timeout(60)
@DisplayName("[NURSERY:4.1] [SCHED:8.3.1]")
class NurseryDeadlineTest {
    private static final Duration SOON = Duration.ofMillis(30);

    private final Setting on;

    NurseryDeadlineTest(Setting on) {
        this.on = on;
    }

    @Test
    void deadline_waitingChildren_cancelsThem() throws Exception {
        on.everywhere(
                place -> {
                    Nursery nursery = place.open(n -> n.withDeadline(SOON).named("late"));
                    Task<?> child = nursery.spawn(Forever::sleeps);
                    assertThat(nursery.awaitAll())
                            .isInstanceOfSatisfying(
                                    NurseryResult.Cancelled.class,
                                    c -> assertThat(c.reason()).isEqualTo(CancelReason.DEADLINE));
                    assertThat(child.state()).isEqualTo(TaskState.CANCELLED);
                    assertThatThrownBy(nursery::join)
                            .isInstanceOf(NurseryDeadlineExceededException.class)
                            .hasMessageContaining("late");
                });
    }

    @Test
    void deadline_unseen_isThrownByClose() throws Exception {
        on.everywhere(
                place -> {
                    Nursery nursery = place.open(n -> n.withDeadline(SOON));
                    nursery.spawn(Forever::sleeps);
                    assertThatThrownBy(nursery::close)
                            .isInstanceOf(NurseryDeadlineExceededException.class);
                    nursery.close();
                });
    }

    @Test
    void deadline_inTime_isNotSeen() throws Exception {
        on.everywhere(
                place -> {
                    try (Nursery nursery = place.open(n -> n.withDeadline(Duration.ofHours(1)))) {
                        nursery.spawn(() -> Stint.sleep(Duration.ofMillis(1)));
                        nursery.join();
                        assertThat(nursery.cancelReason()).isEmpty();
                    }
                });
    }

    @Test
    @DisplayName("an open nursery without children ends at its deadline and takes no more")
    void deadline_noChildren_refusesSpawns() throws Exception {
        try (var scheduler = on.open()) {
            Nursery nursery = Apart.open(() -> scheduler.nursery(n -> n.withDeadline(SOON)));
            scheduler.run(() -> Stint.sleep(SOON.multipliedBy(3)));
            Setting.until(scheduler, () -> nursery.state() == NurseryState.CANCELLED);
            assertThatThrownBy(() -> nursery.spawn(() -> 1))
                    .isInstanceOf(NurseryNotActiveException.class)
                    .hasMessageContaining("deadline");
        }
    }

    @Test
    @DisplayName("children that only count, on all workers: they see the deadline themselves")
    void deadline_cpuBoundChildren_endsThem() throws Exception {
        Assumptions.assumeFalse(on.isSeeded(), "under a seed time stands still while tasks run");
        try (var scheduler = on.open(c -> c.withWorkers(2))) {
            Nursery nursery = scheduler.nursery(n -> n.withDeadline(SOON));
            for (int i = 0; i < 6; i++) {
                nursery.spawn(Forever::counts);
            }
            assertThat(nursery.awaitAll())
                    .isInstanceOfSatisfying(
                            NurseryResult.Cancelled.class,
                            c -> assertThat(c.reason()).isEqualTo(CancelReason.DEADLINE));
        }
    }

    @Test
    @DisplayName("[NURSERY:6.2] the outer deadline comes first: the inner one is cancelled with it")
    void deadline_outerFirst_cancelsTheInner() throws Exception {
        on.everywhere(
                place -> {
                    var inner = new AtomicReference<@Nullable CancelReason>();
                    Nursery outer = place.open(n -> n.withDeadline(SOON));
                    outer.spawn(
                            () -> {
                                Nursery nested =
                                        Stint.nursery(n -> n.withDeadline(Duration.ofDays(1)));
                                try (nested) {
                                    nested.spawn(Forever::sleeps);
                                } finally {
                                    inner.set(nested.cancelReason().orElse(null));
                                }
                            });
                    outer.awaitAll();
                    assertThat(outer.cancelReason()).contains(CancelReason.DEADLINE);
                    assertThat(inner.get()).isEqualTo(CancelReason.PARENT);
                });
    }

    @Test
    @DisplayName("[NURSERY:6.2] the inner deadline comes first: the outer one goes on")
    void deadline_innerFirst_leavesTheOuter() throws Exception {
        on.everywhere(
                place -> {
                    var caught = new AtomicInteger();
                    try (Nursery outer = place.open(n -> n.withDeadline(Duration.ofHours(1)))) {
                        outer.spawn(
                                () -> {
                                    try (Nursery nested =
                                            Stint.nursery(n -> n.withDeadline(SOON))) {
                                        nested.spawn(Forever::sleeps);
                                    } catch (NurseryDeadlineExceededException e) {
                                        caught.incrementAndGet();
                                    }
                                    Stint.yield();
                                });
                        outer.join();
                    }
                    assertThat(caught.get()).isOne();
                });
    }

    @Test
    @DisplayName("[NURSERY:4.4] a failure wins over a deadline")
    void deadline_childFailsWhileCleaningUp_isChildFailed() throws Exception {
        on.everywhere(
                place -> {
                    Nursery nursery = place.open(n -> n.withDeadline(SOON));
                    nursery.spawn(
                            () -> {
                                try {
                                    Forever.sleeps();
                                } catch (InterruptedException e) {
                                    throw new IllegalStateException("worse", e);
                                }
                            });
                    assertThatThrownBy(nursery::join)
                            .isInstanceOf(TaskFailedException.class)
                            .hasMessageContaining("worse");
                });
    }

    @Test
    @DisplayName("[SCHED:9.1.1] under a seed the deadline is met to the nanosecond")
    void deadline_seeded_isExact() throws Exception {
        Assumptions.assumeTrue(on.isSeeded());
        try (Scheduler scheduler = on.open()) {
            long[] took = new long[1];
            scheduler.run(
                    () -> {
                        long from = Stint.nanoTime();
                        Nursery nursery = Stint.nursery(n -> n.withDeadline(SOON));
                        nursery.spawn(Forever::sleeps);
                        nursery.awaitAll();
                        took[0] = Stint.nanoTime() - from;
                    });
            assertThat(took[0]).isEqualTo(SOON.toNanos());
        }
    }
}
