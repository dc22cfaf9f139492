package dev.stint.nursery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stint.Forever;
import dev.stint.Scheduler;
import dev.stint.Setting;
import dev.stint.Stint;
import dev.stint.budget.Budget;
import dev.stint.budget.Cost;
import dev.stint.budget.OnExhaustion;
import dev.stint.error.BudgetExhaustedException;
import dev.stint.task.Action;
import dev.stint.task.Task;
import dev.stint.task.TaskCancelledException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** What a task that must end may still do to clean up. */
@ParameterizedClass
@EnumSource(Setting.class)
@Timeout(60)
class ShieldTest {
    private static final long OPS = 100;
    private static final Duration TIME = Duration.ofMillis(300);

    private final Setting on;

    ShieldTest(Setting on) {
        this.on = on;
    }

    private Scheduler open() {
        return on.open(c -> c.withGrace(OPS, TIME).withYieldInterval(16));
    }

    /** Cancels a task in its sleep and has it clean up. */
    private void cleanUp(Action cleanUp) throws Exception {
        try (var scheduler = open()) {
            var runs = new AtomicBoolean();
            Nursery nursery = scheduler.nursery();
            nursery.spawn(
                    () -> {
                        try {
                            runs.set(true);
                            Forever.sleeps();
                        } catch (TaskCancelledException e) {
                            cleanUp.run();
                        }
                    });
            Setting.until(scheduler, runs::get);
            nursery.cancel();
            if (nursery.awaitAll() instanceof NurseryResult.ChildFailed failed) {
                failed.orThrow();
            }
        }
    }

    @Test
    @DisplayName("[NURSERY:4.3] suspensions and charges work in a shielded clean-up")
    void shielded_cancelled_canSuspendAndPay() throws Exception {
        var steps = new AtomicInteger();
        cleanUp(
                () -> {
                    Stint.shielded(
                            () -> {
                                Stint.sleep(Duration.ofMillis(1));
                                Stint.yield();
                                Stint.checkpoint(10);
                                Stint.charge(Cost.FILE_IO);
                                steps.incrementAndGet();
                            });
                    try {
                        Stint.yield();
                    } catch (TaskCancelledException e) {
                        steps.incrementAndGet(); // and outside it is over again
                    }
                });
        assertThat(steps.get()).isEqualTo(2);
    }

    @Test
    @DisplayName("[NURSERY:4.3] the grace ends after its operations, entered once or often")
    void shielded_graceOps_endsIt() throws Exception {
        for (boolean often : new boolean[] {false, true}) {
            var done = new AtomicInteger();
            cleanUp(
                    () -> {
                        if (often) {
                            while (true) {
                                Stint.shielded(() -> count(done, 1));
                            }
                        }
                        Stint.shielded(() -> count(done, Integer.MAX_VALUE));
                    });
            assertThat((long) done.get()).as("often: %s", often).isEqualTo(OPS);
        }
    }

    private static void count(AtomicInteger done, int times) throws InterruptedException {
        for (int i = 0; i < times; i++) {
            Stint.checkpoint();
            done.incrementAndGet();
        }
    }

    @Test
    @DisplayName("[NURSERY:4.3] the grace ends after its time, in the middle of a wait")
    void shielded_graceTime_endsASleep() throws Exception {
        var slept = new AtomicLong(-1);
        var again = new AtomicInteger();
        cleanUp(
                () -> {
                    long from = Stint.nanoTime();
                    try {
                        Stint.shielded(() -> Stint.sleep(Duration.ofDays(1)));
                    } catch (TaskCancelledException e) {
                        slept.set(Stint.nanoTime() - from);
                    }
                    try {
                        Stint.shielded(() -> Stint.sleep(Duration.ofMillis(1)));
                    } catch (TaskCancelledException e) {
                        again.incrementAndGet();
                    }
                });
        assertThat(slept.get()).isGreaterThanOrEqualTo(TIME.toNanos());
        if (on.isSeeded()) {
            assertThat(slept.get()).isEqualTo(TIME.toNanos());
        }
        assertThat(again.get()).isOne();
    }

    @Test
    @DisplayName("[NURSERY:4.3] a cancel that comes in the middle of a shielded section waits")
    void cancel_insideShield_letsItFinish() throws Exception {
        try (var scheduler = open()) {
            var inside = new AtomicBoolean();
            var finished = new AtomicBoolean();
            Nursery nursery = scheduler.nursery();
            Task<?> task =
                    nursery.spawn(
                            () -> {
                                Stint.shielded(
                                        () -> {
                                            inside.set(true);
                                            Stint.sleep(Duration.ofMillis(20));
                                            finished.set(true);
                                        });
                                Stint.yield();
                            });
            Setting.until(scheduler, inside::get);
            nursery.cancel();
            assertThat(nursery.awaitAll()).isInstanceOf(NurseryResult.Cancelled.class);
            assertThat(finished.get()).isTrue();
            assertThat(task.state()).isEqualTo(dev.stint.task.TaskState.CANCELLED);
        }
    }

    @Test
    @DisplayName("[SCHED:3.2.1] an exhausted task may clean up on credit, and it is booked as debt")
    void shielded_exhausted_borrowsWithinGrace() throws Exception {
        try (var scheduler = open()) {
            Nursery nursery =
                    scheduler.nursery(
                            n ->
                                    n.withBudget(new Budget(20, 0, 1, 0, 5))
                                            .withOnExhaustion(OnExhaustion.FAIL));
            var cleaned = new AtomicBoolean();
            Task<?> task =
                    nursery.spawn(
                            () -> {
                                try {
                                    while (true) {
                                        Stint.checkpoint();
                                    }
                                } finally {
                                    Stint.shielded(
                                            () -> {
                                                Stint.checkpoint(30);
                                                cleaned.set(true);
                                            });
                                }
                            });
            assertThat(nursery.awaitAll()).isInstanceOf(NurseryResult.ChildFailed.class);
            assertThat(cleaned.get()).isTrue();
            assertThat(task.receipt().orElseThrow().spent().ops()).isEqualTo(50);
            assertThat(task.receipt().orElseThrow().debt().ops()).isEqualTo(30);
            assertThat(nursery.ledger().isBalanced()).isTrue();
        }
    }

    @Test
    @DisplayName("[SCHED:3.2.1] the credit ends with the grace")
    void shielded_exhaustedTooLong_failsAgain() throws Exception {
        try (var scheduler = open()) {
            Nursery nursery =
                    scheduler.nursery(
                            n ->
                                    n.withBudget(new Budget(20, 0, 1, 0, 5))
                                            .withOnExhaustion(OnExhaustion.FAIL));
            var met = new AtomicBoolean();
            Task<?> task =
                    nursery.spawn(
                            () -> {
                                try {
                                    Stint.checkpoint(21);
                                } finally {
                                    try {
                                        Stint.shielded(Forever::counts);
                                    } catch (BudgetExhaustedException e) {
                                        met.set(true);
                                    }
                                }
                            });
            nursery.awaitAll();
            assertThat(met.get()).isTrue();
            assertThat(task.receipt().orElseThrow().debt().ops()).isLessThanOrEqualTo(OPS);
        }
    }

    @Test
    @DisplayName("a shield around a task that need not end changes nothing")
    void shielded_healthy_isPlain() throws Exception {
        try (var scheduler = open()) {
            scheduler.run(
                    () -> {
                        Stint.shielded(() -> Stint.checkpoint(10 * OPS));
                        Stint.shielded(() -> Stint.sleep(TIME.multipliedBy(2)));
                        Stint.yield();
                    });
        }
    }
}
