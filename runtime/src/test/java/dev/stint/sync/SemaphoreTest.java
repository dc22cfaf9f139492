package dev.stint.sync;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stint.Setting;
import dev.stint.Stint;
import dev.stint.Together;
import dev.stint.nursery.Nursery;
import dev.stint.task.Task;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(Setting.class)
@Timeout(60)
class SemaphoreTest {
    private static final Duration SHORT = Duration.ofMillis(5);
    private static final Duration LONG = Duration.ofHours(1);

    private final Setting on;

    SemaphoreTest(Setting on) {
        this.on = on;
    }

    @Test
    void acquire_severalWait_servedInOrder() throws Exception {
        on.everywhere(
                place -> {
                    var semaphore = Semaphore.of(0);
                    List<Integer> order = Collections.synchronizedList(new ArrayList<>());
                    try (Nursery nursery = place.open()) {
                        for (int i = 0; i < 4; i++) {
                            int number = i;
                            nursery.spawn(
                                    () -> {
                                        semaphore.acquire();
                                        order.add(number);
                                        semaphore.release();
                                    });
                            place.until(() -> semaphore.snapshot().waiting() == number + 1);
                        }
                        semaphore.release();
                        nursery.join();
                    }
                    assertThat(order).containsExactly(0, 1, 2, 3);
                    assertThat(semaphore.snapshot())
                            .isEqualTo(new Semaphore.Snapshot("", 1, Long.MAX_VALUE, 0));
                });
    }

    @Test
    void acquire_firstWantsMore_othersDoNotOvertake() throws Exception {
        on.everywhere(
                place -> {
                    var semaphore = Semaphore.of(1);
                    try (Nursery nursery = place.open()) {
                        Task<?> large = nursery.spawn(() -> semaphore.acquire(2));
                        place.until(() -> semaphore.snapshot().waiting() == 1);
                        Task<?> small = nursery.spawn(() -> semaphore.acquire(1));
                        place.until(() -> semaphore.snapshot().waiting() == 2);
                        assertThat(semaphore.tryAcquire()).isFalse();
                        assertThat(semaphore.acquire(SHORT)).isFalse();
                        assertThat(small.tryOutcome()).isEmpty();
                        semaphore.release();
                        large.await();
                        assertThat(semaphore.snapshot().waiting()).isOne();
                        semaphore.release();
                        small.await();
                    }
                    assertThat(semaphore.snapshot().permits()).isZero();
                });
    }

    @Test
    void acquire_firstIsCancelled_thoseBehindAreServed() throws Exception {
        on.everywhere(
                place -> {
                    var semaphore = Semaphore.of(1);
                    try (Nursery nursery = place.open()) {
                        Task<?> large = nursery.spawn(() -> semaphore.acquire(2));
                        place.until(() -> semaphore.snapshot().waiting() == 1);
                        Task<?> small = nursery.spawn(() -> semaphore.acquire());
                        place.until(() -> semaphore.snapshot().waiting() == 2);
                        large.cancel();
                        small.await();
                        assertThatThrownBy(large::await).isInstanceOf(CancellationException.class);
                    }
                    assertThat(semaphore.snapshot())
                            .isEqualTo(new Semaphore.Snapshot("", 0, Long.MAX_VALUE, 0));
                });
    }

    @Test
    void acquire_firstTimesOut_thoseBehindAreServed() throws Exception {
        on.everywhere(
                place -> {
                    var semaphore = Semaphore.of(1);
                    try (Nursery nursery = place.open()) {
                        Task<Boolean> large = nursery.spawn(() -> semaphore.acquire(2, SHORT));
                        Task<Boolean> small = nursery.spawn(() -> semaphore.acquire(1, LONG));
                        assertThat(large.await()).isFalse();
                        assertThat(small.await()).isTrue();
                    }
                    assertThat(semaphore.snapshot().waiting()).isZero();
                });
    }

    @Test
    void acquire_withinTimeout_isServed() throws Exception {
        on.everywhere(
                place -> {
                    var semaphore = Semaphore.of(0);
                    assertThat(semaphore.acquire(SHORT)).isFalse();
                    assertThat(semaphore.acquire(Duration.ZERO)).isFalse();
                    try (Nursery nursery = place.open()) {
                        nursery.spawn(() -> semaphore.release(3));
                        assertThat(semaphore.acquire(3, LONG)).isTrue();
                    }
                    assertThat(semaphore.snapshot().waiting()).isZero();
                });
    }

    @Test
    void release_overTheBound_isAnErrorAndGivesNothing() throws Exception {
        on.everywhere(
                place -> {
                    var semaphore = Semaphore.bounded(2).named("pair");
                    semaphore.acquire();
                    assertThatThrownBy(() -> semaphore.release(2))
                            .isInstanceOf(IllegalStateException.class)
                            .hasMessageContaining("cannot release 2 permits of semaphore 'pair'")
                            .hasMessageContaining("more than 2");
                    assertThat(semaphore.snapshot().permits()).isOne();
                    semaphore.release();
                    assertThatThrownBy(semaphore::release)
                            .isInstanceOf(IllegalStateException.class);
                });
    }

    @Test
    void release_inACancelledTask_works() throws Exception {
        var semaphore = Semaphore.bounded(1);
        try (var scheduler = on.open()) {
            Task<?> task =
                    scheduler
                            .root()
                            .spawn(
                                    () -> {
                                        semaphore.acquire();
                                        try {
                                            Stint.sleep(LONG);
                                        } finally {
                                            semaphore.release();
                                        }
                                    });
            Setting.until(scheduler, () -> semaphore.snapshot().permits() == 0);
            task.cancel();
            assertThatThrownBy(task::await).isInstanceOf(CancellationException.class);
        }
        assertThat(semaphore.snapshot().permits()).isOne();
    }

    @Test
    void badInput_isRefused() throws Exception {
        var semaphore = Semaphore.bounded(2);
        assertThatThrownBy(() -> semaphore.acquire(3))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("at most 2");
        assertThatThrownBy(() -> semaphore.acquire(0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> semaphore.tryAcquire(-1))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> semaphore.release(0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Semaphore.of(-1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Semaphore.bounded(0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Semaphore.bounded(3, 2))
                .isInstanceOf(IllegalArgumentException.class);
        var full = Semaphore.of(Long.MAX_VALUE);
        assertThatThrownBy(full::release).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void operations_cost_oneOperationToTakeAndNothingToGive() throws Exception {
        try (var scheduler = on.open()) {
            scheduler.run(
                    () -> {
                        var semaphore = Semaphore.of(2);
                        long before = Stint.budgetLeft().ops();
                        semaphore.acquire();
                        semaphore.tryAcquire();
                        semaphore.tryAcquire();
                        semaphore.release(2);
                        assertThat(before - Stint.budgetLeft().ops()).isEqualTo(3);
                    });
        }
    }

    @Test
    void acquire_interruptedOutside_leavesNothingBehind() throws Exception {
        var semaphore = Semaphore.of(0);
        Thread.currentThread().interrupt();
        assertThatThrownBy(semaphore::acquire).isInstanceOf(InterruptedException.class);
        assertThat(Thread.interrupted()).isFalse();
        assertThat(semaphore.snapshot().waiting()).isZero();
        var free = Semaphore.of(1);
        Thread.currentThread().interrupt();
        assertThatThrownBy(free::acquire).isInstanceOf(InterruptedException.class);
        Thread.currentThread().interrupt();
        assertThat(free.tryAcquire()).isTrue();
        assertThat(Thread.interrupted()).isTrue(); // what never waits does not look
    }

    @Test
    void acquire_interruptedWhileItWaitsOutside_leavesTheLine() throws Exception {
        if (on.isSeeded()) {
            return; // no scheduler has a part in this
        }
        var semaphore = Semaphore.of(0);
        var waits = new AtomicReference<Thread>();
        Together.run(
                () -> {
                    waits.set(Thread.currentThread());
                    assertThatThrownBy(semaphore::acquire).isInstanceOf(InterruptedException.class);
                },
                () -> {
                    while (semaphore.snapshot().waiting() == 0) {
                        Together.breathe();
                    }
                    Objects.requireNonNull(waits.get()).interrupt();
                });
        assertThat(semaphore.snapshot().waiting()).isZero();
        semaphore.release();
        assertThat(semaphore.snapshot().permits()).isOne();
    }

    /** Timeouts, cancels and releases race; whatever wins, no permit is lost or made. */
    @Test
    void acquire_racingWithdrawals_keepTheNumberOfPermits() throws Exception {
        if (on.isSeeded()) {
            return; // the seeded tests do this in virtual time
        }
        var semaphore = Semaphore.bounded(3);
        var inside = new AtomicInteger();
        try (var scheduler = on.open()) {
            Together.Piece outside = () -> churn(semaphore, inside, 300);
            Together.Piece tasks =
                    () -> {
                        for (int i = 0; i < 100; i++) {
                            Task<?> a = scheduler.root().spawn(() -> churn(semaphore, inside, 10));
                            Task<?> b = scheduler.root().spawn(() -> churn(semaphore, inside, 10));
                            a.cancel();
                            a.awaitOutcome();
                            b.await();
                        }
                    };
            Together.run(outside, outside, tasks);
        }
        assertThat(semaphore.snapshot()).isEqualTo(new Semaphore.Snapshot("", 3, 3, 0));
    }

    private static void churn(Semaphore semaphore, AtomicInteger inside, int times)
            throws InterruptedException {
        for (int i = 0; i < times; i++) {
            int wanted = 1 + i % 3;
            if (semaphore.acquire(wanted, Duration.ofNanos(1 + i * 100L))) {
                try {
                    assertThat(inside.addAndGet(wanted)).isLessThanOrEqualTo(3);
                    inside.addAndGet(-wanted);
                } finally {
                    semaphore.release(wanted);
                }
            }
        }
    }

    // ---- guards

    @Test
    void hold_closed_givesBackOnce() throws Exception {
        on.everywhere(
                place -> {
                    var semaphore = Semaphore.bounded(3).named("seats");
                    Semaphore.Guard two = semaphore.hold(2);
                    assertThat(two).hasToString("2 permits of semaphore 'seats'");
                    try (var _ = semaphore.hold()) {
                        assertThat(semaphore.tryHold()).isEmpty();
                        assertThat(semaphore.hold(SHORT)).isEmpty();
                        assertThat(semaphore.hold(2, SHORT)).isEmpty();
                        assertThat(semaphore.snapshot().permits()).isZero();
                    }
                    two.close();
                    two.close();
                    assertThat(semaphore.snapshot().permits()).isEqualTo(3);
                    semaphore.tryHold(3).orElseThrow().close();
                    semaphore.hold(1, SHORT).orElseThrow().close();
                    semaphore.hold(SHORT).orElseThrow().close();
                    semaphore.tryHold().orElseThrow().close();
                    assertThat(semaphore.snapshot().permits()).isEqualTo(3);
                });
    }

    @Test
    void hold_waits_isServedInOrderAndByAnybodysClose() throws Exception {
        on.everywhere(
                place -> {
                    var semaphore = Semaphore.bounded(1);
                    Semaphore.Guard mine = semaphore.hold();
                    try (Nursery nursery = place.open()) {
                        Task<Semaphore.Guard> waits = nursery.spawn(() -> semaphore.hold());
                        place.until(() -> semaphore.snapshot().waiting() == 1);
                        Task<?> other = nursery.spawn(() -> mine.close());
                        other.await();
                        waits.await().close();
                    }
                    assertThat(semaphore.snapshot().permits()).isOne();
                });
    }

    @Test
    void hold_cancelledOrUnsound_hasTakenNothing() throws Exception {
        on.everywhere(
                place -> {
                    var semaphore = Semaphore.bounded(1);
                    assertThatThrownBy(() -> semaphore.hold(2))
                            .isInstanceOf(IllegalArgumentException.class);
                    assertThatThrownBy(() -> semaphore.tryHold(0))
                            .isInstanceOf(IllegalArgumentException.class);
                    try (Nursery nursery = place.open();
                            var _ = semaphore.hold()) {
                        Task<Semaphore.Guard> cancelled = nursery.spawn(() -> semaphore.hold());
                        place.until(() -> semaphore.snapshot().waiting() == 1);
                        cancelled.cancel();
                        assertThatThrownBy(cancelled::await)
                                .isInstanceOf(CancellationException.class);
                    }
                    assertThat(semaphore.snapshot().permits()).isOne();
                });
    }
}
