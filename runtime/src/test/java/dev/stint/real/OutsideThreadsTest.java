package dev.stint.real;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stint.Scheduler;
import dev.stint.Stint;
import dev.stint.config.Cores;
import dev.stint.task.Outcome;
import dev.stint.task.Task;
import dev.stint.task.TaskState;
import java.time.Duration;
import java.util.ArrayList;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Threads that are no workers: they spawn, await, time out and are interrupted. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD) // some waits ignore it
class OutsideThreadsTest {
    private static final Duration FOREVER = Duration.ofDays(1);

    @RegisterExtension final SchedulerLab lab = new SchedulerLab();

    @ParameterizedTest
    @EnumSource
    void await_blocksTheThreadUntilTheTaskEnds(Cores cores) throws Exception {
        Scheduler scheduler = lab.open(c -> c.withWorkers(1).withCores(cores));

        Task<Integer> task =
                scheduler
                        .root()
                        .spawn(
                                () -> {
                                    Stint.sleep(Duration.ofMillis(50));
                                    return 4;
                                });

        assertThat(task.await()).isEqualTo(4);
        assertThat(task.await()).as("again").isEqualTo(4);
        assertThat(task.awaitOutcome()).isEqualTo(new Outcome.Success<>(4));
    }

    @Test
    void await_onAVirtualThreadOfTheJdk_works() throws Exception {
        Scheduler scheduler = lab.open(1);
        var result = new CompletableFuture<Integer>();
        Thread.startVirtualThread(
                () -> {
                    try {
                        result.complete(
                                scheduler.run(
                                        () -> {
                                            Stint.sleep(Duration.ofMillis(10));
                                            return 6;
                                        }));
                    } catch (Throwable e) {
                        result.completeExceptionally(e);
                    }
                });

        assertThat(result.get(20, TimeUnit.SECONDS)).isEqualTo(6);
    }

    @Test
    void await_withTimeout_timesOutAndSaysWhere() throws Exception {
        Scheduler scheduler = lab.open(1);
        Task<@Nullable Void> task = scheduler.root().spawn("slow", () -> Stint.sleep(FOREVER));
        lab.until("it sleeps", () -> task.state() == TaskState.BLOCKED);
        long from = System.nanoTime();

        assertThatThrownBy(() -> task.await(Duration.ofMillis(30)))
                .isInstanceOf(TimeoutException.class)
                .hasMessageContaining("'slow'")
                .hasMessageContaining("PT0.03S")
                .hasMessageContaining("BLOCKED");

        assertThat(System.nanoTime() - from).isGreaterThanOrEqualTo(30_000_000L);
        assertThatThrownBy(() -> task.await(Duration.ZERO)).isInstanceOf(TimeoutException.class);
        task.cancel();
    }

    @Test
    void await_withTimeoutInsideATask_timesOutAndCanBeRepeated() throws Exception {
        Scheduler scheduler = lab.open(1);
        Task<@Nullable Void> slow = scheduler.root().spawn(() -> Stint.sleep(FOREVER));
        Task<Integer> patient =
                scheduler
                        .root()
                        .spawn(
                                () -> {
                                    int timeouts = 0;
                                    for (int i = 0; i < 50; i++) {
                                        try {
                                            slow.await(Duration.ofNanos(100_000));
                                        } catch (TimeoutException e) {
                                            timeouts++;
                                        }
                                    }
                                    return timeouts;
                                });

        assertThat(lab.join(patient)).isEqualTo(50);
        slow.cancel();
    }

    @Test
    void await_threadInterrupted_throwsAndLeavesTheTaskAlone() throws Exception {
        Scheduler scheduler = lab.open(1);
        Task<@Nullable Void> task = scheduler.root().spawn(() -> Stint.sleep(FOREVER));
        var thrown = new AtomicReference<@Nullable Throwable>();
        Thread waiting =
                Thread.ofPlatform()
                        .start(
                                () -> {
                                    try {
                                        task.await();
                                    } catch (Throwable e) {
                                        thrown.set(e);
                                    }
                                });
        lab.until("it waits", () -> waiting.getState() == Thread.State.WAITING);

        waiting.interrupt();
        waiting.join();

        assertThat(thrown.get()).isInstanceOf(InterruptedException.class);
        assertThat(task.state()).isEqualTo(TaskState.BLOCKED);
        task.cancel();
    }

    @Test
    void await_threadInterruptedBefore_throwsAtOnce() throws Exception {
        Scheduler scheduler = lab.open(1);
        Task<@Nullable Void> task = scheduler.root().spawn(() -> Stint.sleep(FOREVER));

        Thread.currentThread().interrupt();
        assertThatThrownBy(task::await).isInstanceOf(InterruptedException.class);

        assertThat(Thread.interrupted()).as("flag consumed").isFalse();
        task.cancel();
    }

    @Test
    void runtimeCalls_onAnOutsideThread_sayWhatToDo() {
        for (Callable<?> call :
                new Callable<?>[] {
                    () -> {
                        Stint.yield();
                        return 0;
                    },
                    () -> {
                        Stint.sleep(Duration.ZERO);
                        return 0;
                    },
                    () -> {
                        Stint.checkpoint();
                        return 0;
                    },
                    () -> Stint.nanoTime()
                }) {
            assertThatThrownBy(call::call)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("not running a task")
                    .hasMessageContaining("nursery.spawn");
        }
    }

    @Test
    void await_ofOneself_isRefused() throws Exception {
        Scheduler scheduler = lab.open(1);
        Task<String> task =
                scheduler
                        .root()
                        .spawn(
                                () -> {
                                    try {
                                        Stint.currentTask().orElseThrow().await();
                                        return "ended";
                                    } catch (IllegalStateException e) {
                                        return String.valueOf(e.getMessage());
                                    }
                                });

        assertThat(lab.join(task)).contains("cannot await itself");
    }

    @ParameterizedTest
    @EnumSource
    void manyThreads_spawningAndAwaiting_allGetTheirValues(Cores cores) throws Exception {
        Scheduler scheduler = lab.open(c -> c.withWorkers(2).withCores(cores));
        var failure = new AtomicReference<@Nullable Throwable>();
        var threads = new ArrayList<Thread>();
        for (int t = 0; t < 16; t++) {
            int base = t * 1000;
            threads.add(
                    Thread.ofPlatform()
                            .start(
                                    () -> {
                                        try {
                                            for (int i = 0; i < 300; i++) {
                                                int n = base + i;
                                                int got =
                                                        i % 2 == 0
                                                                ? scheduler.run(() -> n)
                                                                : scheduler.run(
                                                                        () -> nested(scheduler, n));
                                                assertThat(got).isEqualTo(n);
                                            }
                                        } catch (Throwable e) {
                                            failure.set(e);
                                        }
                                    }));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(failure.get()).isNull();
    }

    private static int nested(Scheduler scheduler, int n) throws InterruptedException {
        Task<Integer> child = scheduler.root().spawn(() -> n);
        Stint.yield();
        return child.await();
    }

    @ParameterizedTest
    @EnumSource
    void tasks_ofTwoSchedulers_awaitEachOther(Cores cores) throws Exception {
        Scheduler left = lab.open(c -> c.withWorkers(1).withCores(cores));
        Scheduler right = lab.open(c -> c.withWorkers(1).withCores(Cores.VIRTUAL));

        assertThat(lab.join(left.root().spawn(() -> countDown(left, right, 200)))).isEqualTo(200);

        // And many at once, with time-outs.
        var tasks = new ArrayList<Task<Integer>>();
        for (int i = 0; i < 200; i++) {
            int n = i;
            tasks.add(
                    left.root()
                            .spawn(
                                    () ->
                                            right.root()
                                                    .spawn(
                                                            () -> {
                                                                Stint.sleep(
                                                                        Duration.ofNanos(
                                                                                n * 1000L));
                                                                return n;
                                                            })
                                                    .await(SchedulerLab.PATIENCE)));
        }
        for (int i = 0; i < 200; i++) {
            assertThat(lab.join(tasks.get(i))).isEqualTo(i);
        }
    }

    /** Alternates between the two schedulers, one level of awaiting each. */
    private static int countDown(Scheduler here, Scheduler there, int n)
            throws InterruptedException {
        return n == 0 ? 0 : there.root().spawn(() -> countDown(there, here, n - 1)).await() + 1;
    }

    @Test
    void cancel_ofATaskAwaitingAnotherSchedulers_leavesThatOneAlone() throws Exception {
        Scheduler left = lab.open(1);
        Scheduler right = lab.open(1);
        var started = new CompletableFuture<Task<@Nullable Void>>();
        Task<@Nullable Void> waiting =
                left.root()
                        .spawn(
                                () -> {
                                    Task<@Nullable Void> mine =
                                            right.root().spawn(() -> Stint.sleep(FOREVER));
                                    started.complete(mine);
                                    mine.await();
                                });
        Task<@Nullable Void> target = started.get();
        lab.until("it sleeps", () -> target.state() == TaskState.BLOCKED);
        lab.until("it waits", () -> waiting.state() == TaskState.BLOCKED);

        waiting.cancel();

        assertThat(lab.outcome(waiting)).isInstanceOf(Outcome.Cancelled.class);
        assertThat(target.state()).isEqualTo(TaskState.BLOCKED);
        target.cancel();
    }
}
