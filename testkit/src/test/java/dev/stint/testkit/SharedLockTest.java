package dev.stint.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stint.Scheduler;
import dev.stint.Stint;
import dev.stint.nursery.Nursery;
import dev.stint.task.Outcome;
import dev.stint.task.Task;
import dev.stint.testkit.config.Strategy;
import dev.stint.testkit.result.SimFailure;
import dev.stint.testkit.result.SimResult;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SharedLockTest {
    private static SimResult exhaust(Sim.Body body) throws InterruptedException {
        return Sim.explore(
                c -> c.withStrategy(Strategy.exhaustive(3)).withSchedules(200_000), body);
    }

    private static void assertGreen(SimResult result) {
        result.throwIfFailed();
        assertThat(result.complete()).isTrue();
    }

    @Test
    void lock_heldByOne_keepsOthersOut() throws Exception {
        SimResult result =
                exhaust(
                        sim -> {
                            var lock = new SharedLock();
                            var value = new SharedInt();
                            sim.run(
                                    nursery -> {
                                        for (int i = 0; i < 2; i++) {
                                            nursery.spawn(() -> increment(lock, value));
                                        }
                                    });
                            assertThat(value.get()).isEqualTo(2);
                        });

        assertGreen(result);
        assertThat(result.distinct()).isGreaterThan(10);
    }

    private static void increment(SharedLock lock, SharedInt value) throws InterruptedException {
        try (var _ = lock.lock()) {
            value.set(value.get() + 1);
        }
    }

    @Test
    void lock_byItsHolder_countsLevels() throws Exception {
        assertGreen(
                exhaust(
                        sim -> {
                            var lock = new SharedLock();
                            var value = new SharedInt();
                            sim.run(
                                    nursery -> {
                                        for (int i = 0; i < 2; i++) {
                                            nursery.spawn(
                                                    () -> {
                                                        lock.lock();
                                                        int seen = value.get();
                                                        increment(lock, new SharedInt());
                                                        assertThat(lock.isMine()).isTrue();
                                                        value.set(seen + 1);
                                                        lock.unlock();
                                                        assertThat(lock.isMine()).isFalse();
                                                    });
                                        }
                                    });
                            assertThat(value.get()).isEqualTo(2);
                        }));
    }

    @Test
    void lock_inOppositeOrders_isADeadlockThatNamesHolders() throws Exception {
        SimResult result =
                exhaust(
                        sim -> {
                            var a = new SharedLock().named("a");
                            var b = new SharedLock().named("b");
                            sim.run(
                                    nursery -> {
                                        nursery.spawn("ab", () -> nested(a, b));
                                        nursery.spawn("ba", () -> nested(b, a));
                                    });
                        });

        SimFailure failure = result.failure().orElseThrow();
        assertThat(failure.kind()).isEqualTo(SimFailure.Kind.DEADLOCK);
        assertThat(failure.where())
                .containsPattern("'ab' BLOCKED, waits for lock 'b', held by task \\d+ 'ba'")
                .containsPattern("'ba' BLOCKED, waits for lock 'a', held by task \\d+ 'ab'");
    }

    private static void nested(SharedLock outer, SharedLock inner) throws InterruptedException {
        try (var _ = outer.lock()) {
            try (var _ = inner.lock()) {
                Sim.point();
            }
        }
    }

    @Test
    void tryLock_whileAnotherHasIt_returnsFalse() throws Exception {
        Set<Boolean> seen = new HashSet<>();
        assertGreen(
                exhaust(
                        sim -> {
                            var lock = new SharedLock();
                            sim.run(
                                    nursery -> {
                                        nursery.spawn(() -> increment(lock, new SharedInt()));
                                        nursery.spawn(
                                                () -> {
                                                    boolean got = lock.tryLock();
                                                    seen.add(got);
                                                    if (got) {
                                                        lock.unlock();
                                                    }
                                                });
                                    });
                        }));
        assertThat(seen).containsExactlyInAnyOrder(true, false);
    }

    @Test
    void lock_withTimeout_givesUpOnTheVirtualClock() throws Exception {
        assertGreen(
                exhaust(
                        sim -> {
                            var lock = new SharedLock();
                            sim.run(
                                    nursery -> {
                                        lock.lock(); // by the simulating thread itself
                                        nursery.spawn(
                                                () -> {
                                                    long from = Stint.nanoTime();
                                                    assertThat(lock.lock(Duration.ofHours(1)))
                                                            .isFalse();
                                                    assertThat(Stint.nanoTime() - from)
                                                            .isEqualTo(
                                                                    Duration.ofHours(1).toNanos());
                                                });
                                    });
                            lock.unlock();
                        }));
    }

    @Test
    void unlock_byAnother_saysWhoHasIt() throws Exception {
        var lock = new SharedLock().named("door");
        assertThatThrownBy(lock::unlock)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("cannot unlock lock 'door': nobody has it");
        lock.lock();
        try (var scheduler = Scheduler.open()) {
            Task<?> task = scheduler.root().spawn("thief", lock::unlock);
            assertThat(task.awaitOutcome()).isInstanceOf(Outcome.Failure.class);
            assertThat(((Outcome.Failure<?>) task.awaitOutcome()).cause())
                    .hasMessageContaining("'thief' cannot unlock lock 'door': thread '")
                    .hasMessageContaining(" has it. Lock it first");
        }
        assertThat(lock).asString().startsWith("lock 'door', held by thread '");
        lock.unlock();
        assertThat(lock).hasToString("lock 'door'");
        assertThatThrownBy(lock.newCondition()::signal)
                .hasMessageContaining("cannot signal a condition of lock 'door'");
        assertThatThrownBy(lock.newCondition()::await)
                .hasMessageContaining("cannot await a condition of lock 'door'");
    }

    /** A queue of one place, with conditions. */
    private static final class Box {
        final SharedLock lock = new SharedLock().named("box");
        final SharedLock.Condition filled = lock.newCondition().named("filled");
        final SharedLock.Condition emptied = lock.newCondition().named("emptied");
        final ArrayDeque<Integer> content = new ArrayDeque<>();

        void put(int value) throws InterruptedException {
            try (var _ = lock.lock()) {
                while (!content.isEmpty()) {
                    emptied.await();
                }
                content.add(value);
                filled.signal();
            }
        }

        int take() throws InterruptedException {
            try (var _ = lock.lock()) {
                while (content.isEmpty()) {
                    filled.await();
                }
                emptied.signal();
                return content.remove();
            }
        }
    }

    @Test
    void condition_usedInALoop_losesNothing() throws Exception {
        assertGreen(
                exhaust(
                        sim -> {
                            var box = new Box();
                            var sum = new SharedInt();
                            sim.run(
                                    nursery -> {
                                        nursery.spawn(
                                                () -> {
                                                    box.put(1);
                                                    box.put(2);
                                                });
                                        nursery.spawn(
                                                () -> sum.addAndGet(10 * box.take() + box.take()));
                                    });
                            assertThat(sum.get()).isEqualTo(12);
                        }));
    }

    @Test
    void await_withNobodyToSignal_isADeadlockThatNamesTheCondition() throws Exception {
        SimResult result = exhaust(sim -> sim.run(n -> n.spawn("taker", () -> new Box().take())));

        assertThat(result.failure().orElseThrow().where())
                .contains("waits for a signal of condition 'filled' of lock 'box'");
    }

    @Test
    void await_cancelled_hasTheLockWhenItThrows() throws Exception {
        Set<Boolean> mine = new HashSet<>();
        assertGreen(
                exhaust(
                        sim -> {
                            var lock = new SharedLock().named("lock");
                            var never = lock.newCondition();
                            sim.run(
                                    nursery -> {
                                        Task<?> waiter =
                                                nursery.spawn(
                                                        "waiter", () -> await(lock, never, mine));
                                        nursery.spawn(
                                                () -> {
                                                    try (var _ = lock.lock()) {
                                                        waiter.cancel();
                                                        Sim.point();
                                                    }
                                                });
                                        waiter.awaitOutcome();
                                    });
                            assertThat(lock).hasToString("lock 'lock'");
                        }));
        assertThat(mine).containsExactly(true);
    }

    /** Writes down whether it has the lock when the wait has failed. */
    private static void await(SharedLock lock, SharedLock.Condition never, Set<Boolean> mine)
            throws InterruptedException {
        lock.lock();
        try {
            never.await();
        } catch (InterruptedException e) {
            mine.add(lock.isMine());
            throw e;
        } finally {
            lock.unlock();
        }
    }

    @Test
    void await_withTimeout_saysThatNoSignalCame() throws Exception {
        assertGreen(
                exhaust(
                        sim -> {
                            var lock = new SharedLock();
                            var never = lock.newCondition();
                            sim.run(
                                    nursery ->
                                            nursery.spawn(
                                                    () -> {
                                                        lock.lock();
                                                        lock.lock();
                                                        assertThat(never.await(Duration.ofDays(9)))
                                                                .isFalse();
                                                        lock.unlock();
                                                        assertThat(lock.isMine()).isTrue();
                                                        lock.unlock();
                                                    }));
                        }));
    }

    @Test
    void signalAll_wakesAllThatWait() throws Exception {
        assertGreen(
                exhaust(
                        sim -> {
                            var lock = new SharedLock();
                            var opened = lock.newCondition();
                            var open = new SharedFlag();
                            sim.run(
                                    nursery -> {
                                        for (int i = 0; i < 2; i++) {
                                            nursery.spawn(() -> pass(lock, opened, open));
                                        }
                                        nursery.spawn(
                                                () -> {
                                                    try (var _ = lock.lock()) {
                                                        open.set(true);
                                                        opened.signalAll();
                                                    }
                                                });
                                    });
                        }));
    }

    private static void pass(SharedLock lock, SharedLock.Condition opened, SharedFlag open)
            throws InterruptedException {
        try (var _ = lock.lock()) {
            while (!open.get()) {
                opened.await();
            }
        }
    }

    @Test
    void lock_outsideASimulation_worksForTasksAndThreads() throws Exception {
        var box = new Box();
        int sum = 0;
        try (var scheduler = Scheduler.open(c -> c.withWorkers(2));
                Nursery nursery = scheduler.nursery()) {
            for (int i = 0; i < 100; i++) {
                int value = i;
                nursery.spawn(() -> box.put(value));
            }
            for (int i = 0; i < 100; i++) {
                sum += box.take();
            }
            nursery.join();
        }
        assertThat(sum).isEqualTo(4950);
    }
}
