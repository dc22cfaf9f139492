package dev.stint.budget;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stint.Scheduler;
import dev.stint.Setting;
import dev.stint.Stint;
import dev.stint.error.MemoryBudgetExhaustedException;
import dev.stint.error.OperationBudgetExhaustedException;
import dev.stint.hooks.Hook;
import dev.stint.hooks.Stop;
import dev.stint.nursery.Nursery;
import dev.stint.task.Action;
import dev.stint.task.Outcome;
import dev.stint.task.Task;
import dev.stint.task.TaskState;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The meter of metered code, which this test plays by calling the hooks as woven code does. */
@Timeout(60)
class MeterTest {
    private static final int INTERVAL = 100;
    private static final int GRACE = 500;

    private static Scheduler open(Setting on) {
        return on.open(
                c ->
                        c.withYieldInterval(INTERVAL)
                                .withSlice(1_000)
                                .withGrace(GRACE, java.time.Duration.ofSeconds(5)));
    }

    private static Nursery nursery(Scheduler scheduler, Budget child, OnExhaustion policy) {
        return scheduler.nursery(
                n ->
                        n.withBudget(new Budget(1L << 50, 1_000_000, 100, 1_000, 0))
                                .withChildBudget(child)
                                .withOnExhaustion(policy));
    }

    private static Receipt receiptOf(Task<?> task) {
        return task.receipt().orElseThrow();
    }

    private static Receipt run(Setting on, Budget budget, Action body) throws Exception {
        try (var scheduler = open(on);
                var nursery = nursery(scheduler, budget, OnExhaustion.FAIL)) {
            Task<?> task =
                    nursery.spawn(
                            () -> {
                                body.run();
                                return null;
                            });
            assertThat(task.awaitOutcome()).isInstanceOf(Outcome.Success.class);
            return receiptOf(task);
        }
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("[SCHED:3.3.1] what metered code counts is spent, to the unit")
    void receipt_meteredCode_saysWhatWasCounted(Setting on) throws Exception {
        Receipt receipt =
                run(
                        on,
                        new Budget(100_000, 100_000, 0, 0, 0),
                        () -> {
                            for (int i = 0; i < 1_234; i++) {
                                Hook.ops1();
                                Hook.opsAndBytes(3, 24);
                            }
                            Hook.flush(77);
                            Hook.leave(5);
                            assertThat(Hook.array4(3)).isEqualTo(3);
                            Hook.arrays(new int[] {2, 3}, 8);
                        });
        assertThat(receipt.spent().ops()).isEqualTo(1_234 * 4 + 77 + 5);
        assertThat(receipt.spent().memory()).isEqualTo(1_234 * 24 + 32 + 24 + 2 * 40);
    }

    @ParameterizedTest
    @EnumSource
    void receipt_meteredCodeThatIsUnmountedAnywhere_isTheSame(Setting on) throws Exception {
        Receipt receipt =
                run(
                        on,
                        new Budget(100_000, 100_000, 0, 1_000, 0),
                        () -> {
                            for (int i = 0; i < 50; i++) {
                                Hook.ops3();
                                Stint.yield();
                                Hook.leave(i); // booked, and unmounted before the next charge
                                Stint.yield();
                                Stint.checkpoint(2);
                                Hook.bytes(16);
                            }
                            Hook.leave(9); // and at the very end
                        });
        assertThat(receipt.spent().ops()).isEqualTo(50 * 5 + 49 * 25 + 9);
        assertThat(receipt.spent().memory()).isEqualTo(50 * 16);
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName(
            "[SCHED:4.1.1] [SCHED:4.1.2] a loop of metered code is stopped when it has spent all")
    void charge_endlessLoop_failsWhenTheBudgetIsSpent(Setting on) throws Exception {
        try (var scheduler = open(on)) {
            Nursery nursery = nursery(scheduler, Budget.ofOps(5_000), OnExhaustion.FAIL);
            var rounds = new AtomicInteger();
            Task<?> task =
                    nursery.spawn(
                            () -> {
                                while (true) {
                                    Hook.ops1();
                                    rounds.incrementAndGet();
                                }
                            });
            assertThat(task.awaitOutcome())
                    .isInstanceOfSatisfying(
                            Outcome.Failure.class,
                            f ->
                                    assertThat(f.cause())
                                            .isInstanceOf(OperationBudgetExhaustedException.class));
            assertThat(rounds).hasValue(5_000);
            assertThat(receiptOf(task).spent().ops()).isEqualTo(5_000);
        }
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("[SCHED:4.1.1] a loop that books late is stopped, late by at most what it books")
    void flush_endlessLoop_failsWhenTheBudgetIsSpent(Setting on) throws Exception {
        try (var scheduler = open(on)) {
            Nursery nursery = nursery(scheduler, Budget.ofOps(5_000), OnExhaustion.FAIL);
            Task<?> task =
                    nursery.spawn(
                            () -> {
                                while (true) {
                                    Hook.flush(999);
                                }
                            });
            assertThat(task.awaitOutcome())
                    .isInstanceOfSatisfying(
                            Outcome.Failure.class,
                            f ->
                                    assertThat(f.cause())
                                            .isInstanceOf(OperationBudgetExhaustedException.class));
            assertThat(receiptOf(task).spent().ops()).isEqualTo(6 * 999);
            assertThat(receiptOf(task).debt().ops()).isEqualTo(6 * 999 - 5_000);
        }
    }

    @ParameterizedTest
    @EnumSource
    void bytes_bomb_isStoppedBeforeItIsAllocated(Setting on) throws Exception {
        try (var scheduler = open(on)) {
            Nursery nursery =
                    nursery(scheduler, new Budget(5_000, 10_000, 0, 0, 0), OnExhaustion.FAIL);
            var got = new AtomicInteger();
            Task<?> task =
                    nursery.spawn(
                            () -> {
                                while (true) {
                                    got.addAndGet(Hook.array1(984));
                                }
                            });
            assertThat(task.awaitOutcome())
                    .isInstanceOfSatisfying(
                            Outcome.Failure.class,
                            f ->
                                    assertThat(f.cause())
                                            .isInstanceOf(MemoryBudgetExhaustedException.class));
            assertThat(got).hasValue(9 * 984 + 984);
            assertThat(receiptOf(task).spent().memory()).isEqualTo(10_000);
        }
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("[SCHED:15.1.1] a signal that is eaten wins the grace and no more")
    void stop_eaten_comesAgainUntilTheTaskEnds(Setting on) throws Exception {
        try (var scheduler = open(on)) {
            Nursery nursery = nursery(scheduler, Budget.ofOps(1_000), OnExhaustion.FAIL);
            var after = new AtomicInteger();
            Task<?> task =
                    nursery.spawn(
                            () -> {
                                int eaten = 0;
                                while (eaten < 3) {
                                    try {
                                        while (true) {
                                            Hook.ops1();
                                            after.addAndGet(eaten > 0 ? 1 : 0);
                                        }
                                    } catch (Stop e) {
                                        eaten++;
                                    }
                                }
                                return null;
                            });
            assertThat(task.awaitOutcome())
                    .isInstanceOfSatisfying(
                            Outcome.Failure.class,
                            f ->
                                    assertThat(f.cause())
                                            .isInstanceOf(OperationBudgetExhaustedException.class));
            assertThat(after.get()).isBetween(GRACE - 2, GRACE);
            assertThat(receiptOf(task).spent().ops()).isBetween(1_000L, 1_000L + GRACE);
        }
    }

    @ParameterizedTest
    @EnumSource
    void cancel_meteredLoop_endsItAsCancelled(Setting on) throws Exception {
        try (var scheduler = open(on);
                var nursery = nursery(scheduler, Budget.ofOps(1L << 40), OnExhaustion.FAIL)) {
            var cleaned = new AtomicReference<String>();
            var started = new AtomicBoolean();
            Task<?> endless =
                    nursery.spawn(
                            () -> {
                                try {
                                    started.set(true);
                                    while (true) {
                                        Hook.ops1();
                                    }
                                } finally {
                                    Hook.ops(50);
                                    cleaned.set("yes");
                                }
                            });
            Task<Boolean> other =
                    nursery.spawn(
                            () -> {
                                while (!started.get()) {
                                    Stint.yield();
                                }
                                return endless.cancel();
                            });
            assertThat(other.await()).isTrue();
            assertThat(endless.awaitOutcome()).isInstanceOf(Outcome.Cancelled.class);
            assertThat(cleaned).hasValue("yes");
        }
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("[SCHED:3.2.2] metered code waits for money, and goes on where it stood")
    void charge_exhaustedAndRecharged_goesOn(Setting on) throws Exception {
        try (var scheduler = open(on);
                var nursery = nursery(scheduler, Budget.ofOps(1_000), OnExhaustion.WAIT)) {
            Task<Integer> task =
                    nursery.spawn(
                            () -> {
                                int sum = 0;
                                for (int i = 0; i < 3_000; i++) {
                                    Hook.ops1();
                                    sum++;
                                }
                                return sum;
                            });
            Setting.until(scheduler, () -> task.state() == TaskState.BUDGET_EXHAUSTED);
            nursery.recharge(task, Budget.ofOps(5_000));
            assertThat(task.await()).isEqualTo(3_000);
            assertThat(receiptOf(task).spent().ops()).isEqualTo(3_000);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"THREADS_VIRTUAL", "SEEDED_VIRTUAL"})
    @DisplayName("[SCHED:3.2.2] nobody waits for money while holding a monitor")
    void charge_exhaustedInAMonitor_fails(Setting on) throws Exception {
        try (var scheduler = open(on)) {
            Nursery nursery = nursery(scheduler, Budget.ofOps(1_000), OnExhaustion.WAIT);
            var lock = new Object();
            var rounds = new AtomicInteger();
            Task<?> task =
                    nursery.spawn(
                            () -> {
                                synchronized (lock) {
                                    while (true) {
                                        Hook.ops1();
                                        rounds.incrementAndGet();
                                    }
                                }
                            });
            assertThat(task.awaitOutcome())
                    .isInstanceOfSatisfying(
                            Outcome.Failure.class,
                            f ->
                                    assertThat(f.cause())
                                            .isInstanceOf(OperationBudgetExhaustedException.class));
            assertThat(rounds).hasValue(1_000 + INTERVAL); // R9: the debt is bounded
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"THREADS_VIRTUAL", "SEEDED_VIRTUAL"})
    void charge_exhaustedUnderTheJdk_fails(Setting on) throws Exception {
        try (var scheduler = open(on)) {
            Nursery nursery = nursery(scheduler, Budget.ofOps(1_000), OnExhaustion.WAIT);
            Task<?> task =
                    nursery.spawn(
                            () -> {
                                java.util.List.of(1)
                                        .forEach(
                                                x -> {
                                                    while (true) {
                                                        Hook.ops1();
                                                    }
                                                });
                                return null;
                            });
            assertThat(task.awaitOutcome()).isInstanceOf(Outcome.Failure.class);
        }
    }

    @ParameterizedTest
    @EnumSource
    void charge_sliceUsedUp_givesWay(Setting on) throws Exception {
        try (var scheduler = open(on);
                var nursery = nursery(scheduler, Budget.ofOps(300_000), OnExhaustion.FAIL)) {
            var done = new AtomicInteger();
            for (int i = 0; i < 4; i++) {
                nursery.spawn(
                        () -> {
                            for (int n = 0; n < 200_000 && done.get() == 0; n++) {
                                Hook.ops1();
                            }
                            return null;
                        });
            }
            nursery.spawn(done::incrementAndGet);
            nursery.join();
            assertThat(done).hasValue(1);
        }
    }

    @org.junit.jupiter.api.Test
    void hooks_outsideAnyScheduler_doNothing() {
        Hook.ops1();
        Hook.opsAndBytes(3, Integer.MAX_VALUE);
        assertThat(Hook.array8(Integer.MAX_VALUE)).isEqualTo(Integer.MAX_VALUE);
        assertThat(Hook.isMetered()).isFalse();
    }
}
