package dev.stint.real;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stint.Scheduler;
import dev.stint.Stint;
import dev.stint.config.Cores;
import dev.stint.config.SysmonConfig;
import dev.stint.event.DrainReport;
import dev.stint.event.TaskSnapshot;
import dev.stint.internal.nursery.NurseryImpl;
import dev.stint.internal.task.TaskImpl;
import dev.stint.task.Outcome;
import dev.stint.task.Task;
import dev.stint.task.TaskState;
import java.time.Duration;
import java.util.ArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** [FIBER:shutdown] [EVOLUTION:gate-queues] Draining and closing. */
@Timeout(60)
class ShutdownTest {
    private static final Duration FOREVER = Duration.ofDays(1);

    @RegisterExtension final SchedulerLab lab = new SchedulerLab();
    private final AtomicBoolean stop = new AtomicBoolean();

    @AfterEach
    void stop() {
        stop.set(true);
    }

    @ParameterizedTest
    @EnumSource
    void drain_withWork_waitsForAllOfIt(Cores cores) throws Exception {
        Scheduler scheduler = lab.open(c -> c.withWorkers(2).withCores(cores));
        var ended = new AtomicInteger();
        for (int i = 0; i < 500; i++) {
            int n = i;
            scheduler
                    .root()
                    .spawn(
                            () -> {
                                for (int k = 0; k < n; k++) {
                                    Stint.yield();
                                }
                                ended.incrementAndGet();
                            });
        }

        DrainReport report = scheduler.drain(SchedulerLab.PATIENCE);

        assertThat(report.complete()).isTrue();
        assertThat(report.activeTasks()).isZero();
        assertThat(report.toString()).isEqualTo("drained");
        assertThat(ended.get()).isEqualTo(500);
    }

    @Test
    void drain_idle_returnsAtOnceAnyNumberOfTimes() throws Exception {
        Scheduler scheduler = lab.open(2);
        scheduler.run(() -> 1);
        assertThat(scheduler.drain(SchedulerLab.PATIENCE).complete()).isTrue();

        for (int i = 0; i < 3; i++) {
            assertThat(scheduler.drain(Duration.ZERO).complete()).isTrue();
        }
    }

    @Test
    void drain_timedOut_saysWhatIsLeftAndWhere() throws Exception {
        Scheduler scheduler = lab.open(c -> c.withWorkers(1));
        var gate = new CountDownLatch(1);
        Task<@Nullable Void> sleeper =
                scheduler.root().spawn("sleeper", () -> Stint.sleep(FOREVER));
        Task<@Nullable Void> waiter = scheduler.root().spawn("waiter", () -> sleeper.await());
        Task<@Nullable Void> blocked = scheduler.root().spawn("blocked", () -> gate.await());
        lab.until("all wait", () -> blocked(sleeper) && blocked(waiter) && blocked(blocked));
        Task<@Nullable Void> runner = scheduler.root().spawn("runner", () -> spin());
        lab.until("it runs", () -> runner.state() == TaskState.RUNNING);

        DrainReport report = scheduler.drain(Duration.ofMillis(20));

        assertThat(report.complete()).isFalse();
        assertThat(report.activeTasks()).isEqualTo(4);
        assertThat(report.remaining())
                .extracting(TaskSnapshot::name)
                .containsExactlyInAnyOrder("sleeper", "waiter", "blocked", "runner");
        assertThat(report.toString())
                .contains("4 tasks have not ended")
                .containsPattern("'sleeper' BLOCKED, waits for the end of a sleep of PT24H, at .*")
                .containsPattern(
                        "'waiter' BLOCKED, waits for the end of task \\d+ 'sleeper', at .*")
                .containsPattern("'blocked' BLOCKED, at .*ShutdownTest")
                .containsPattern("'runner' RUNNING, at .*ShutdownTest");
        stop.set(true);
        gate.countDown();
        sleeper.cancel();
        assertThat(lab.outcome(waiter)).isInstanceOf(Outcome.Failure.class);
    }

    @Test
    void drain_timedOutWithUnstartedTasks_countsThem() throws Exception {
        Scheduler scheduler =
                lab.open(
                        c ->
                                c.withWorkers(1)
                                        .withSysmon(SysmonConfig.defaults().withMaxTemporary(0)));
        Task<@Nullable Void> runner = scheduler.root().spawn("runner", () -> spin());
        lab.until("it runs", () -> runner.state() == TaskState.RUNNING);
        for (int i = 0; i < 7; i++) {
            scheduler.root().spawn(() -> 1);
        }

        DrainReport report = scheduler.drain(Duration.ofMillis(10));

        assertThat(report.activeTasks()).isEqualTo(8);
        assertThat(report.toString()).contains("and 7 that never started");
        stop.set(true);
    }

    @Test
    void drain_afterATimeOut_completesLater() throws Exception {
        Scheduler scheduler = lab.open(1);
        var gate = new CountDownLatch(1); // of the JDK: that wait is nobody's but the task's
        Task<@Nullable Void> blocked = scheduler.root().spawn(() -> gate.await());
        Task<@Nullable Void> sleeper = scheduler.root().spawn(() -> Stint.sleep(FOREVER));
        lab.until("they wait", () -> blocked(blocked) && blocked(sleeper));
        assertThat(scheduler.drain(Duration.ofMillis(1)).complete()).isFalse();
        assertThat(sleeper.state()).isEqualTo(TaskState.BLOCKED);

        gate.countDown();

        assertThat(scheduler.drain(SchedulerLab.PATIENCE).complete()).isTrue();
    }

    @Test
    void spawn_whileDraining_isRefusedAndSaysWhy() throws Exception {
        Scheduler scheduler = lab.open(c -> c.withWorkers(1));
        var inside = new AtomicReference<@Nullable Throwable>();
        Task<@Nullable Void> task =
                scheduler
                        .root()
                        .spawn(
                                () -> {
                                    spin();
                                    try {
                                        scheduler.root().spawn("late child", () -> 1);
                                    } catch (RejectedExecutionException e) {
                                        inside.set(e);
                                    }
                                });
        lab.until("it runs", () -> task.state() == TaskState.RUNNING);
        assertThat(scheduler.drain(Duration.ofMillis(1)).complete()).isFalse();

        assertThatThrownBy(() -> scheduler.root().spawn("late", () -> 1))
                .isInstanceOf(RejectedExecutionException.class)
                .hasMessageContaining("'lab'")
                .hasMessageContaining("'late'")
                .hasMessageContaining("draining")
                .hasMessageContaining("before drain() or close()");
        stop.set(true);
        lab.join(task);
        assertThat(inside.get()).hasMessageContaining("'late child'").hasMessageContaining("drain");
        scheduler.close();
        assertThatThrownBy(() -> scheduler.root().spawn(() -> 1)).hasMessageContaining("closed");
    }

    @Test
    void close_withStuckTasks_cancelsThemAfterTheTimeout() throws Exception {
        Scheduler scheduler =
                lab.open(c -> c.withWorkers(2).withCloseTimeout(Duration.ofMillis(100)));
        var gate = new CountDownLatch(1);
        Task<@Nullable Void> sleeper = scheduler.root().spawn(() -> Stint.sleep(FOREVER));
        Task<@Nullable Void> waiter = scheduler.root().spawn(() -> sleeper.await());
        Task<@Nullable Void> blocked = scheduler.root().spawn(() -> gate.await());
        Task<@Nullable Void> metered =
                scheduler
                        .root()
                        .spawn(
                                () -> {
                                    while (!stop.get()) {
                                        Stint.checkpoint();
                                    }
                                });
        lab.until("all wait", () -> blocked(sleeper) && blocked(waiter) && blocked(blocked));
        long from = System.nanoTime();

        scheduler.close();

        assertThat(System.nanoTime() - from).isGreaterThan(TimeUnit.MILLISECONDS.toNanos(100));
        assertThat(sleeper.state()).isEqualTo(TaskState.CANCELLED);
        assertThat(blocked.state()).isEqualTo(TaskState.CANCELLED);
        assertThat(metered.state()).isEqualTo(TaskState.CANCELLED);
        assertThat(waiter.state().isFinal()).isTrue();
    }

    @Test
    void close_withUnstartedTasksBehindAStuckOne_cancelsThemToo() throws Exception {
        Scheduler scheduler =
                lab.open(
                        c ->
                                c.withWorkers(1)
                                        .withCloseTimeout(Duration.ofMillis(300))
                                        .withSysmon(SysmonConfig.defaults().withMaxTemporary(0)));
        Task<@Nullable Void> hog = scheduler.root().spawn(() -> spin());
        lab.until("it runs", () -> hog.state() == TaskState.RUNNING);
        var ran = new AtomicInteger();
        var queued = new ArrayList<Task<@Nullable Void>>();
        for (int i = 0; i < 10; i++) {
            queued.add(
                    scheduler
                            .root()
                            .spawn(
                                    () -> {
                                        ran.incrementAndGet();
                                        Stint.sleep(FOREVER);
                                    }));
        }
        Thread closer = Thread.ofPlatform().start(scheduler::close);
        lab.until(
                "close has lost patience and cancels",
                () -> queued.stream().allMatch(t -> ((TaskImpl<?>) t).isCancelRequested()));
        stop.set(true);
        closer.join();

        assertThat(queued).allMatch(t -> t.state() == TaskState.CANCELLED);
        assertThat(ran.get()).isZero();
    }

    @Test
    void close_withATaskThatNeverLooks_namesIt() throws Exception {
        Scheduler scheduler =
                lab.expectLeftovers(
                        lab.open(c -> c.withWorkers(1).withCloseTimeout(Duration.ofMillis(20))));
        var go = new CountDownLatch(1);
        Task<@Nullable Void> deaf =
                scheduler
                        .root()
                        .spawn(
                                "deaf",
                                () -> {
                                    while (go.getCount() > 0) {
                                        Thread.onSpinWait();
                                    }
                                });
        lab.until("it runs", () -> deaf.state() == TaskState.RUNNING);
        var home = ((NurseryImpl) scheduler.root()).home();
        // The carrier ends when its step does; without this close would wait for it in vain.
        Thread.ofPlatform()
                .daemon()
                .start(
                        () -> {
                            lab.until("close has given up on it", home::isClosed);
                            go.countDown();
                        });

        assertThatThrownBy(scheduler::close)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("'lab'")
                .hasMessageContaining("'deaf' RUNNING");
        scheduler.close(); // R8: closed is closed
    }

    @Test
    void close_byManyThreadsAtOnce_allReturn() throws Exception {
        for (int round = 0; round < 20; round++) {
            Scheduler scheduler = lab.open(2);
            for (int i = 0; i < 20; i++) {
                scheduler.root().spawn(() -> Stint.sleep(Duration.ofMillis(1)));
            }
            var failures = new AtomicReference<@Nullable Throwable>();
            var threads = new ArrayList<Thread>();
            for (int i = 0; i < 4; i++) {
                threads.add(
                        Thread.ofPlatform()
                                .start(
                                        () -> {
                                            try {
                                                scheduler.close();
                                            } catch (Throwable e) {
                                                failures.set(e);
                                            }
                                        }));
            }
            for (Thread thread : threads) {
                thread.join();
            }
            assertThat(failures.get()).isNull();
            scheduler.close();
        }
    }

    @Test
    void close_insideATask_isRefused() throws Exception {
        Scheduler scheduler = lab.open(1);

        Task<String> task =
                scheduler
                        .root()
                        .spawn(
                                "suicidal",
                                () -> {
                                    try {
                                        scheduler.close();
                                        return "closed";
                                    } catch (IllegalStateException e) {
                                        return String.valueOf(e.getMessage());
                                    }
                                });

        assertThat(lab.join(task)).contains("'suicidal'").contains("would wait for itself");
    }

    @Test
    void close_interrupted_cancelsAndStillWaitsForTheUnwinding() throws Exception {
        Scheduler scheduler =
                lab.open(c -> c.withWorkers(2).withCloseTimeout(Duration.ofSeconds(30)));
        var unwound = new AtomicInteger();
        var tasks = new ArrayList<Task<@Nullable Void>>();
        for (int i = 0; i < 20; i++) {
            tasks.add(
                    scheduler
                            .root()
                            .spawn(
                                    () -> {
                                        try {
                                            Stint.sleep(FOREVER);
                                        } finally {
                                            unwound.incrementAndGet();
                                        }
                                    }));
        }
        lab.until("all sleep", () -> tasks.stream().allMatch(ShutdownTest::blocked));
        // While one of them works, close() waits instead of cancelling those that sleep.
        tasks.add(
                scheduler
                        .root()
                        .spawn(
                                () -> {
                                    try {
                                        while (true) {
                                            Stint.yield();
                                        }
                                    } finally {
                                        unwound.incrementAndGet();
                                    }
                                }));
        var flag = new AtomicBoolean();
        Thread closer =
                Thread.ofPlatform()
                        .start(
                                () -> {
                                    scheduler.close();
                                    flag.set(Thread.currentThread().isInterrupted());
                                });
        lab.until("it waits", () -> closer.getState() == Thread.State.TIMED_WAITING);

        closer.interrupt();
        closer.join();

        assertThat(flag).as("interrupt flag kept").isTrue();
        assertThat(unwound.get()).isEqualTo(21);
        assertThat(tasks).allMatch(t -> t.state() == TaskState.CANCELLED);
    }

    @Test
    @DisplayName("[FIBER:shutdown] the sharded count is zero exactly when all have ended")
    void activeTasks_underChurn_isExactInTheEnd() throws Exception {
        for (int round = 0; round < 10; round++) {
            Scheduler scheduler = lab.open(3);
            var spawned = new AtomicLong();
            var ended = new AtomicLong();
            var threads = new ArrayList<Thread>();
            for (int i = 0; i < 3; i++) {
                threads.add(
                        Thread.ofPlatform()
                                .start(
                                        () -> {
                                            try {
                                                for (int n = 0; ; n++) {
                                                    var root =
                                                            spawnTree(scheduler, 3, spawned, ended);
                                                    if (n % 20 == 0) {
                                                        root.await(); // or the backlog grows
                                                    }
                                                }
                                            } catch (RejectedExecutionException
                                                    | InterruptedException end) {
                                                // The drain has begun.
                                            }
                                        }));
            }
            long until = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(40);
            while (System.nanoTime() < until) {
                assertThat(scheduler.snapshot().activeTasks()).isNotNegative();
            }
            long from = System.nanoTime();
            DrainReport report = scheduler.drain(SchedulerLab.PATIENCE);
            assertThat(report.complete()).isTrue();
            assertThat(ended.get()).as("at the moment drain returned").isEqualTo(spawned.get());
            assertThat(Duration.ofNanos(System.nanoTime() - from))
                    .as("a refused spawn must not hide the end of the last task")
                    .isLessThan(SchedulerLab.PATIENCE);
            for (Thread thread : threads) {
                thread.join();
            }
            assertThat(scheduler.snapshot().activeTasks()).isZero();
        }
    }

    private static Task<@Nullable Void> spawnTree(
            Scheduler scheduler, int depth, AtomicLong spawned, AtomicLong ended) {
        return scheduler
                .root()
                .spawn(
                        () -> {
                            spawned.incrementAndGet();
                            try {
                                if (depth > 0) {
                                    spawnTree(scheduler, depth - 1, spawned, ended);
                                    spawnTree(scheduler, depth - 1, spawned, ended);
                                }
                            } catch (RejectedExecutionException e) {
                                // The drain has begun.
                            } finally {
                                ended.incrementAndGet();
                            }
                        });
    }

    private void spin() {
        while (!stop.get()) {
            Thread.onSpinWait();
        }
    }

    private static boolean blocked(Task<?> task) {
        return task.state() == TaskState.BLOCKED;
    }
}
