package dev.stint.seeded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stint.Scheduler;
import dev.stint.Stint;
import dev.stint.channel.Channel;
import dev.stint.config.Cores;
import dev.stint.event.DrainReport;
import dev.stint.internal.task.TaskImpl;
import dev.stint.internal.task.Waits;
import dev.stint.internal.wait.TimerHeap;
import dev.stint.internal.wait.WaitNode;
import dev.stint.sync.Latch;
import dev.stint.sync.Mutex;
import dev.stint.task.Outcome;
import dev.stint.task.Task;
import dev.stint.task.TaskCancelledException;
import dev.stint.task.TaskState;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** [FIBER:shutdown] Draining, closing and cancelling under many schedules. */
class ShutdownTest {
    @ParameterizedTest
    @EnumSource(Cores.class)
    void drain_withWorkLeft_waitsForAllOfIt(Cores cores) {
        Replay.with(cores, 3)
                .seeds(
                        0,
                        500,
                        scheduler -> {
                            var ended = new AtomicInteger();
                            for (int i = 0; i < 10; i++) {
                                scheduler.root().spawn(() -> spawnsAndYields(scheduler, ended));
                            }
                            DrainReport report = scheduler.drain(Duration.ofHours(1));
                            assertThat(report.complete()).as(report.toString()).isTrue();
                            assertThat(ended.get()).isEqualTo(10);
                        });
    }

    private static void spawnsAndYields(Scheduler scheduler, AtomicInteger ended)
            throws InterruptedException {
        for (int i = 0; i < 5; i++) {
            Stint.yield();
        }
        assertThatThrownBy(() -> scheduler.root().spawn(() -> {}))
                .isInstanceOf(RejectedExecutionException.class)
                .hasMessageContaining("draining");
        Stint.yield();
        ended.incrementAndGet();
    }

    @ParameterizedTest
    @EnumSource(Cores.class)
    void drain_timeIsUp_saysWhatIsLeftAndWhere(Cores cores) {
        Replay.with(cores, 2)
                .seeds(
                        0,
                        50,
                        scheduler -> {
                            var nobody = new NotALeaf();
                            scheduler.root().spawn("slowcoach", nobody::await);
                            DrainReport report = scheduler.drain(Duration.ofHours(1));
                            assertThat(report.complete()).isFalse();
                            assertThat(report.toString())
                                    .contains("1 task has not ended")
                                    .contains("'slowcoach' BLOCKED, waits for a wake-up");
                            if (cores == Cores.VIRTUAL) { // a bare one tells no stack
                                assertThat(report.toString()).contains("ShutdownTest");
                            }
                            nobody.end();
                            assertThat(scheduler.drain(Duration.ofHours(1)).complete()).isTrue();
                        });
    }

    /** A wait that may still end by itself, as that for the end of a task. */
    private static final class NotALeaf {
        private volatile @Nullable WaitNode node;

        void await() {
            var mine =
                    new WaitNode(Waits.current()) {
                        @Override
                        public boolean isLeaf() {
                            return false;
                        }
                    };
            node = mine;
            TaskImpl.ensureCurrent("wait").awaitNode(mine, TimerHeap.NONE);
        }

        void end() {
            Objects.requireNonNull(node).notifyWaiter(WaitNode.DATA);
        }
    }

    /** Nobody inside could answer: they are told at once, not when the time is up. */
    @ParameterizedTest
    @EnumSource(Cores.class)
    void drain_tasksThatWait_areToldBeforeAnyTimePasses(Cores cores) {
        Replay.with(cores, 3)
                .seeds(
                        0,
                        200,
                        scheduler -> {
                            var channel = Channel.<Integer>rendezvous();
                            var mutex = Mutex.unlocked();
                            var latch = Latch.of(1);
                            var told = new ArrayList<Task<?>>();
                            told.add(scheduler.root().spawn(() -> channel.receive()));
                            told.add(scheduler.root().spawn(() -> Stint.sleep(HOUR)));
                            told.add(scheduler.root().spawn(() -> holdAndSleep(mutex)));
                            told.add(scheduler.root().spawn(() -> holdAndSleep(mutex)));
                            told.add(scheduler.root().spawn(() -> latch.await()));
                            told.add(scheduler.root().spawn(() -> awaitsBelow(latch)));
                            assertThat(scheduler.drain(HOUR).complete()).isTrue();
                            assertThat(told)
                                    .allMatch(
                                            t ->
                                                    t.state() == TaskState.CANCELLED
                                                            || t.state() == TaskState.COMPLETED);
                            assertThat(told.subList(0, 2))
                                    .allMatch(t -> t.state() == TaskState.CANCELLED);
                        });
    }

    private static final Duration HOUR = Duration.ofHours(1);

    private static void awaitsBelow(Latch latch) throws Exception {
        Stint.runInNursery(
                nursery -> {
                    nursery.spawn(() -> latch.await());
                });
    }

    private static void holdAndSleep(Mutex mutex) throws InterruptedException {
        try (var _ = mutex.lock()) {
            Stint.sleep(HOUR);
        }
    }

    /** What can go on does: a drain does not cut a pipeline that runs. */
    @ParameterizedTest
    @EnumSource(Cores.class)
    void drain_pipelineThatRuns_comesToItsEnd(Cores cores) {
        Replay.with(cores, 2)
                .seeds(
                        0,
                        300,
                        scheduler -> {
                            var channel = Channel.<Integer>rendezvous();
                            var sum = new AtomicInteger();
                            scheduler
                                    .root()
                                    .spawn(
                                            () -> {
                                                for (int i = 1; i <= 20; i++) {
                                                    channel.send(i);
                                                }
                                                channel.close();
                                            });
                            Task<?> consumer =
                                    scheduler
                                            .root()
                                            .spawn(
                                                    () -> {
                                                        for (int i = 1; i <= 20; i++) {
                                                            sum.addAndGet(channel.receive());
                                                        }
                                                    });
                            assertThat(scheduler.drain(HOUR).complete()).isTrue();
                            assertThat(sum.get()).isEqualTo(210);
                            assertThat(consumer.state()).isEqualTo(TaskState.COMPLETED);
                        });
    }

    /** A wait that only a new task could end is cancelled when the scheduler drains. */
    @ParameterizedTest
    @EnumSource(Cores.class)
    void drain_waitForClients_isCancelled(Cores cores) {
        Replay.with(cores, 2)
                .seeds(
                        0,
                        200,
                        scheduler -> {
                            Task<Integer> server =
                                    scheduler.root().spawn(ShutdownTest::waitForClients);
                            scheduler.run(() -> Stint.yield());
                            assertThat(scheduler.drain(Duration.ofHours(1)).complete()).isTrue();
                            assertThat(server.await()).isEqualTo(WaitNode.CANCEL);
                        });
    }

    private static int waitForClients() {
        return TaskImpl.ensureCurrent("wait").awaitNode(Waits.newNode(), TimerHeap.NONE);
    }

    /** [SCHED:5.2.2] Running to Cancelled, from every place where a task can be. */
    @ParameterizedTest
    @EnumSource(Cores.class)
    void cancel_atAnyMoment_endsTheTaskOrComesTooLate(Cores cores) {
        int[] cancelled = new int[2];
        Replay.with(cores, 3)
                .seeds(
                        0,
                        1000,
                        scheduler -> {
                            var victim = new ArrayList<Task<Integer>>();
                            scheduler.run(() -> race(scheduler, victim));
                            TaskState state = victim.getFirst().state();
                            cancelled[state == TaskState.CANCELLED ? 1 : 0]++;
                        });
        assertThat(cancelled[0]).as("ended before").isPositive();
        assertThat(cancelled[1]).as("cancelled").isPositive();
    }

    private static void race(Scheduler scheduler, List<Task<Integer>> victim) throws Exception {
        Task<Integer> child = scheduler.root().spawn(() -> 1);
        victim.add(
                scheduler
                        .root()
                        .spawn(
                                () -> {
                                    Stint.yield();
                                    int value = child.await();
                                    Stint.sleep(Duration.ofMillis(value));
                                    return value;
                                }));
        Task<?> canceller =
                scheduler
                        .root()
                        .spawn(
                                () -> {
                                    Stint.sleep(Duration.ofMillis(1));
                                    victim.getFirst().cancel();
                                });
        canceller.await();
        Outcome<Integer> outcome = victim.getFirst().awaitOutcome();
        assertThat(outcome).isIn(new Outcome.Success<>(1), new Outcome.Cancelled<Integer>());
        if (outcome instanceof Outcome.Cancelled<Integer>) {
            assertThatThrownBy(() -> victim.getFirst().await())
                    .isInstanceOf(CancellationException.class);
        }
    }

    @ParameterizedTest
    @EnumSource(Cores.class)
    void cancel_eatenAndGoneOn_isMetAgain(Cores cores) {
        Replay.with(cores, 2)
                .seeds(
                        0,
                        200,
                        scheduler -> {
                            var met = new AtomicInteger();
                            Task<?> stubborn = scheduler.root().spawn(() -> eats(met));
                            scheduler.run(
                                    () -> {
                                        Stint.sleep(Duration.ofMillis(1));
                                        stubborn.cancel();
                                    });
                            stubborn.awaitOutcome();
                            assertThat(met.get()).isEqualTo(5);
                        });
    }

    private static void eats(AtomicInteger met) {
        while (met.get() < 5) {
            try {
                Stint.sleep(Duration.ofHours(1));
            } catch (TaskCancelledException e) {
                met.incrementAndGet();
            } catch (InterruptedException e) {
                throw new AssertionError("not cancelled by the runtime", e);
            }
        }
    }

    /**
     * Virtual time stands still while something can run, so the patience of a close is in steps.
     */
    @ParameterizedTest
    @EnumSource(Cores.class)
    void close_withATaskThatYieldsForEver_cancelsIt(Cores cores) {
        var scheduler = Scheduler.open(c -> c.withSeed(5).withWorkers(2).withCores(cores));
        Task<?> endless =
                scheduler
                        .root()
                        .spawn(
                                () -> {
                                    while (true) {
                                        Stint.yield();
                                    }
                                });
        scheduler.close();
        assertThat(endless.state()).isEqualTo(TaskState.CANCELLED);
    }
}
