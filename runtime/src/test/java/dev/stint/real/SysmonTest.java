package dev.stint.real;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stint.Scheduler;
import dev.stint.Stint;
import dev.stint.config.SchedulerConfig;
import dev.stint.config.SysmonConfig;
import dev.stint.event.Event;
import dev.stint.event.StallRecord;
import dev.stint.event.WorkerSnapshot;
import dev.stint.task.Priority;
import dev.stint.task.Task;
import dev.stint.task.TaskOptions;
import dev.stint.task.TaskState;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What the monitor does for a worker that makes no step (R7). */
@Timeout(60)
class SysmonTest {
    private static final SysmonConfig QUICK =
            SysmonConfig.defaults()
                    .withStallAfter(Duration.ofMillis(10))
                    .withScaleInterval(Duration.ofMillis(4))
                    .withTemporaryIdle(Duration.ofMillis(40));

    private static final List<Priority> PRIORITIES = List.of(Priority.values());

    @RegisterExtension final SchedulerLab lab = new SchedulerLab();
    private final EventLog log = new EventLog();
    private final AtomicBoolean release = new AtomicBoolean();

    @AfterEach
    void release() {
        release.set(true); // whatever went wrong, no busy loop outlives its test
    }

    private Scheduler open(int workers, SysmonConfig sysmon) {
        return lab.open(c -> c.withWorkers(workers).withSysmon(sysmon).withSink(log));
    }

    private void spin() {
        while (!release.get()) {
            Thread.onSpinWait();
        }
    }

    private Task<@Nullable Void> spinner(Scheduler scheduler) {
        Task<@Nullable Void> task = scheduler.root().spawn("spinner", () -> spin());
        lab.until("it spins", () -> task.state() == TaskState.RUNNING);
        return task;
    }

    @Test
    @DisplayName("[FIBER:sysmon-scaling] a busy loop with 100 tasks queued behind it loses none")
    void busyLoop_withTasksInItsDeque_losesNone() throws Exception {
        Scheduler scheduler = open(1, QUICK);
        var children = new ArrayList<Task<Integer>>();
        var spawned = new CountDownLatch(1);
        Task<@Nullable Void> stuck =
                scheduler
                        .root()
                        .spawn(
                                "stuck",
                                () -> {
                                    for (int i = 0; i < 100; i++) {
                                        int n = i;
                                        var options =
                                                TaskOptions.defaults()
                                                        .withPriority(PRIORITIES.get(i % 3));
                                        children.add(scheduler.root().spawn(options, () -> n));
                                    }
                                    spawned.countDown();
                                    spin();
                                });
        spawned.await();

        int sum = 0;
        for (Task<Integer> child : children) {
            sum += lab.join(child);
        }

        assertThat(sum).isEqualTo(4950);
        assertThat(stuck.state()).isEqualTo(TaskState.RUNNING);
        assertThat(log.all(Event.TemporaryWorkerStarted.class)).isNotEmpty();
        release.set(true);
        lab.join(stuck);
    }

    @Test
    @DisplayName("[FIBER:sysmon-scaling] 100 tasks woken into a stuck worker's inbox all run")
    void busyLoop_withTasksInItsInbox_losesNone() throws Exception {
        // Scaling waits long enough for the wakes to find the worker busy but not yet stalled.
        Scheduler scheduler = open(1, QUICK.withStallAfter(Duration.ofMillis(50)));
        var gates = new ArrayList<CountDownLatch>();
        var waiting = new ArrayList<Task<Integer>>();
        for (int i = 0; i < 100; i++) {
            int n = i;
            var gate = new CountDownLatch(1);
            gates.add(gate);
            waiting.add(
                    scheduler
                            .root()
                            .spawn(
                                    () -> {
                                        gate.await();
                                        return n;
                                    }));
        }
        lab.until("all wait", () -> waiting.stream().allMatch(SysmonTest::isBlocked));
        Task<@Nullable Void> stuck = spinner(scheduler);

        gates.forEach(CountDownLatch::countDown); // from outside: by affinity to worker 0
        for (int i = 0; i < 100; i++) {
            assertThat(lab.join(waiting.get(i))).isEqualTo(i);
        }

        assertThat(stuck.state()).isEqualTo(TaskState.RUNNING);
        release.set(true);
        lab.join(stuck);
    }

    @Test
    @DisplayName("[FIBER:sysmon-scaling] the task in a stuck worker's hot slot runs elsewhere")
    void busyLoop_withATaskInItsHotSlot_losesNone() throws Exception {
        Scheduler scheduler = open(1, QUICK);
        var gate = new CountDownLatch(1);
        Task<Integer> waiting =
                scheduler
                        .root()
                        .spawn(
                                () -> {
                                    gate.await();
                                    return 7;
                                });
        lab.until("it waits", () -> isBlocked(waiting));

        Task<@Nullable Void> stuck =
                scheduler
                        .root()
                        .spawn(
                                () -> {
                                    gate.countDown(); // puts the waiter into the hot slot of
                                    // this worker
                                    spin();
                                });

        assertThat(lab.join(waiting)).isEqualTo(7);
        assertThat(stuck.state()).isEqualTo(TaskState.RUNNING);
        release.set(true);
        lab.join(stuck);
    }

    @Test
    @DisplayName("[FIBER:sysmon-drain] timers of a stuck worker fire")
    void busyLoop_withTimers_theyFire() throws Exception {
        Scheduler scheduler = open(1, QUICK);
        var sleepers = new ArrayList<Task<@Nullable Void>>();
        for (int i = 0; i < 100; i++) {
            sleepers.add(scheduler.root().spawn(() -> Stint.sleep(Duration.ofSeconds(1))));
        }
        lab.until("all sleep", () -> sleepers.stream().allMatch(SysmonTest::isBlocked));

        Task<@Nullable Void> stuck = spinner(scheduler);

        lab.joinAll(sleepers);
        assertThat(stuck.state()).isEqualTo(TaskState.RUNNING);
        release.set(true);
        lab.join(stuck);
    }

    @Test
    @DisplayName("[FIBER:sysmon-scaling] no more temporary workers than the cap")
    void cap_isNeverExceeded() throws Exception {
        Scheduler scheduler = open(1, QUICK.withMaxTemporary(3));
        var spinners = new ArrayList<Task<@Nullable Void>>();
        for (int i = 0; i < 8; i++) {
            spinners.add(scheduler.root().spawn(() -> spin()));
        }
        lab.until("1 + 3 spin", () -> running(spinners) == 4);

        SchedulerLab.letPass(150, TimeUnit.MILLISECONDS);

        assertThat(running(spinners)).isEqualTo(4);
        assertThat(log.all(Event.TemporaryWorkerStarted.class)).hasSize(3);
        assertThat(scheduler.snapshot().workers()).hasSize(4);
        release.set(true);
        lab.joinAll(spinners);
    }

    @Test
    @DisplayName("[FIBER:sysmon-scaling] with a cap of none the work waits, and runs in the end")
    void cap_zero_losesNothing() throws Exception {
        Scheduler scheduler = open(1, QUICK.withMaxTemporary(0));
        Task<@Nullable Void> stuck = spinner(scheduler);
        Task<Integer> waiting = scheduler.root().spawn(() -> 1);

        SchedulerLab.letPass(60, TimeUnit.MILLISECONDS);

        assertThat(waiting.state()).isEqualTo(TaskState.READY);
        assertThat(log.all(Event.TemporaryWorkerStarted.class)).isEmpty();
        release.set(true);
        assertThat(lab.join(waiting)).isEqualTo(1);
        lab.join(stuck);
    }

    @Test
    @DisplayName("[FIBER:sysmon-scaling] the scale interval lies between two starts")
    void scaleInterval_isRespected() throws Exception {
        var starts = new ArrayList<Long>();
        Scheduler scheduler =
                lab.open(
                        c ->
                                c.withWorkers(1)
                                        .withSysmon(QUICK.withScaleInterval(Duration.ofMillis(60)))
                                        .withSink(
                                                e -> {
                                                    if (e instanceof Event.TemporaryWorkerStarted) {
                                                        starts.add(System.nanoTime());
                                                    }
                                                }));
        var spinners = new ArrayList<Task<@Nullable Void>>();
        for (int i = 0; i < 4; i++) {
            spinners.add(scheduler.root().spawn(() -> spin()));
        }
        lab.until("4 spin", () -> running(spinners) == 4);
        release.set(true);
        lab.joinAll(spinners);

        assertThat(starts).hasSize(3);
        for (int i = 1; i < 3; i++) {
            // Counted in ticks, each at least a period long.
            assertThat(starts.get(i) - starts.get(i - 1))
                    .isGreaterThanOrEqualTo(TimeUnit.MILLISECONDS.toNanos(50));
        }
    }

    @Test
    @DisplayName("[FIBER:sysmon-retirement] temporary workers retire and leave timers to others")
    void temporaryWorker_idle_retiresAndLeavesItsTimers() throws Exception {
        Scheduler scheduler = open(1, QUICK);
        Task<@Nullable Void> stuck = spinner(scheduler);
        // These run on a temporary worker, so their timers are armed there.
        var sleepers = new ArrayList<Task<@Nullable Void>>();
        for (int i = 0; i < 50; i++) {
            sleepers.add(scheduler.root().spawn(() -> Stint.sleep(Duration.ofMillis(1500))));
        }
        lab.until("all sleep", () -> sleepers.stream().allMatch(SysmonTest::isBlocked));
        assertThat(scheduler.snapshot().workers()).anyMatch(WorkerSnapshot::temporary);
        release.set(true);
        lab.join(stuck);

        lab.until("all temporary workers have retired", () -> crew(scheduler).size() == 1);

        // Told after it has left the crew and handed over what it had.
        lab.until("it is told", () -> !log.all(Event.TemporaryWorkerRetired.class).isEmpty());
        assertThat(crew(scheduler).getFirst().timers()).isEqualTo(50);
        lab.joinAll(sleepers);
    }

    @Test
    @DisplayName("[FIBER:sysmon-retirement] wakes of tasks of a retired worker are not lost")
    void temporaryWorker_retired_itsWaitingTasksAreWoken() throws Exception {
        Scheduler scheduler = open(1, QUICK);
        Task<@Nullable Void> stuck = spinner(scheduler);
        var gate = new CountDownLatch(1);
        var waiting = new ArrayList<Task<@Nullable Void>>();
        for (int i = 0; i < 50; i++) {
            waiting.add(scheduler.root().spawn(() -> gate.await()));
        }
        lab.until("all wait", () -> waiting.stream().allMatch(SysmonTest::isBlocked));
        release.set(true);
        lab.join(stuck);
        lab.until("all temporary workers have retired", () -> crew(scheduler).size() == 1);

        gate.countDown();

        lab.joinAll(waiting);
    }

    @Test
    @DisplayName("[FIBER:sysmon-retirement] workers come and go under work and nothing is lost")
    void temporaryWorkers_comingAndGoing_loseNothing() throws Exception {
        Scheduler scheduler = open(1, QUICK.withTemporaryIdle(Duration.ofMillis(2)));
        var ended = new AtomicInteger();
        int spawned = 0;
        for (int round = 0; round < 12; round++) {
            var tasks = new ArrayList<Task<@Nullable Void>>();
            tasks.add(scheduler.root().spawn(() -> busyFor(Duration.ofMillis(25))));
            for (int i = 0; i < 40; i++) {
                int n = i;
                tasks.add(
                        scheduler
                                .root()
                                .spawn(
                                        () -> {
                                            Stint.sleep(Duration.ofNanos(n * 200_000L));
                                            Stint.yield();
                                            ended.incrementAndGet();
                                        }));
                spawned++;
            }
            lab.joinAll(tasks);
        }
        assertThat(ended.get()).isEqualTo(spawned);
        assertThat(log.all(Event.TemporaryWorkerStarted.class)).isNotEmpty();
    }

    @Test
    @DisplayName("[FIBER:stall-diagnostics] a stall record says who, how long and where")
    void stallRecord_namesTaskAgeAndStack() throws Exception {
        Scheduler scheduler = open(1, QUICK.withReportAfter(Duration.ofMillis(60)));
        Task<@Nullable Void> stuck = scheduler.root().spawn("hog", () -> spin());
        lab.until("it is reported 3 times", () -> stalls().size() >= 3);
        release.set(true);
        lab.join(stuck);

        for (StallRecord stall : stalls()) {
            assertThat(stall.worker()).isZero();
            assertThat(stall.task()).isEqualTo(stuck.id());
            assertThat(stall.name()).isEqualTo("hog");
            assertThat(stall.stack())
                    .anyMatch(
                            f ->
                                    f.getClassName().equals(SysmonTest.class.getName())
                                            && f.getMethodName().equals("spin"));
            assertThat(stall.toString()).contains("'hog'").contains("SysmonTest.spin");
        }
        assertThat(stalls())
                .extracting(StallRecord::age)
                .startsWith(Duration.ofMillis(60), Duration.ofMillis(120), Duration.ofMillis(180));
    }

    @Test
    @DisplayName("[FIBER:stall-diagnostics] at most one record per reporting time")
    void stallRecord_isRateLimited() throws Exception {
        Scheduler scheduler = open(1, QUICK.withReportAfter(Duration.ofMillis(100)));
        long from = System.nanoTime();
        Task<@Nullable Void> stuck = spinner(scheduler);
        lab.until("it is reported 3 times", () -> stalls().size() >= 3);
        release.set(true);
        lab.join(stuck);
        long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - from);

        assertThat((long) stalls().size()).isLessThanOrEqualTo(millis / 100);
    }

    @Test
    @DisplayName("[FIBER:stall-diagnostics] a worker that steps is never reported")
    void stallRecord_ofABusyButSteppingWorker_isNone() throws Exception {
        Scheduler scheduler = open(1, QUICK.withReportAfter(Duration.ofMillis(40)));
        lab.join(
                scheduler
                        .root()
                        .spawn(
                                () -> {
                                    long end = Stint.nanoTime() + 300_000_000L;
                                    while (Stint.nanoTime() < end) {
                                        busyFor(Duration.ofNanos(100_000));
                                        Stint.yield();
                                    }
                                }));

        assertThat(stalls()).isEmpty();
    }

    @Test
    @DisplayName(
            "[FIBER:affinity] [FIBER:starvation-escape] [FIBER:heartbeat] a stale heartbeat sends"
                    + " wakes to somebody else")
    void wake_ofATaskOfAStalledWorker_goesElsewhere() throws Exception {
        Scheduler scheduler = open(2, QUICK.withMaxTemporary(0));
        var gate = new CountDownLatch(1);
        Task<Integer> waiting =
                scheduler
                        .root()
                        .spawn(
                                () -> {
                                    gate.await();
                                    return workerOf(scheduler);
                                });
        lab.until("it waits", () -> isBlocked(waiting));
        int home = log.all(Event.TaskMounted.class).getFirst().worker();
        // Both workers spin, and then one is let go: the one that is not the waiter's.
        var free = new AtomicBoolean();
        var spinners = new ArrayList<Task<Integer>>();
        for (int i = 0; i < 2; i++) {
            spinners.add(
                    scheduler
                            .root()
                            .spawn(
                                    () -> {
                                        int here = workerOf(scheduler);
                                        while (!release.get() && !(here != home && free.get())) {
                                            Thread.onSpinWait();
                                        }
                                        return here;
                                    }));
        }
        lab.until("both are stalled", () -> crew(scheduler).stream().allMatch(w -> w.stalled()));
        free.set(true);
        lab.until("one goes on", () -> spinners.stream().anyMatch(t -> t.state().isFinal()));

        gate.countDown();

        assertThat(lab.join(waiting)).isNotEqualTo(home);
        release.set(true);
        lab.joinAll(spinners);
    }

    @Test
    @DisplayName("trap: time-outs fire on time while every worker is fully loaded")
    void timeouts_underFullLoad_fire() throws Exception {
        Scheduler scheduler = open(2, SysmonConfig.defaults());
        var loads = new ArrayList<Task<@Nullable Void>>();
        for (int i = 0; i < 8; i++) {
            loads.add(
                    scheduler
                            .root()
                            .spawn(
                                    () -> {
                                        while (!release.get()) {
                                            busyFor(Duration.ofNanos(20_000));
                                            Stint.yield();
                                        }
                                    }));
        }
        Task<@Nullable Void> never = scheduler.root().spawn(() -> Stint.sleep(Duration.ofDays(1)));
        var timed = new ArrayList<Task<Long>>();
        for (int i = 0; i < 50; i++) {
            timed.add(
                    scheduler
                            .root()
                            .spawn(
                                    () -> {
                                        long from = Stint.nanoTime();
                                        try {
                                            never.await(Duration.ofMillis(50));
                                            return -1L;
                                        } catch (TimeoutException e) {
                                            return Stint.nanoTime() - from;
                                        }
                                    }));
        }
        for (Task<Long> task : timed) {
            assertThat(lab.join(task))
                    .isBetween(TimeUnit.MILLISECONDS.toNanos(50), TimeUnit.SECONDS.toNanos(5));
        }
        release.set(true);
        never.cancel();
        lab.joinAll(loads);
    }

    /** The monitor rests while all are asleep; whoever gets up must get it up, too. */
    @Test
    void monitor_afterManyIdleSpells_stillHelpsAStuckWorker() throws Exception {
        for (int round = 0; round < 25; round++) {
            var go = new AtomicBoolean();
            Scheduler scheduler =
                    lab.open(
                            (SchedulerConfig c) ->
                                    c.withWorkers(1)
                                            .withSysmon(
                                                    QUICK.withPeriod(Duration.ofNanos(100_000))));
            for (int i = 0; i < 40; i++) {
                scheduler.run(() -> 1);
                if (i % 8 == 0) {
                    // Anywhere on the way to sleep, which is 2 ms long, or beyond.
                    SchedulerLab.dawdle(5, TimeUnit.MILLISECONDS);
                }
            }
            Task<@Nullable Void> stuck =
                    scheduler
                            .root()
                            .spawn(
                                    () -> {
                                        while (!go.get() && !release.get()) {
                                            Thread.onSpinWait();
                                        }
                                    });
            lab.until("it spins", () -> stuck.state() == TaskState.RUNNING);
            assertThat(lab.join(scheduler.root().spawn(() -> 5))).isEqualTo(5);
            go.set(true);
            lab.join(stuck);
            scheduler.close();
        }
    }

    private List<StallRecord> stalls() {
        return log.all(Event.Stalled.class).stream().map(Event.Stalled::stall).toList();
    }

    private static List<WorkerSnapshot> crew(Scheduler scheduler) {
        return scheduler.snapshot().workers();
    }

    private static long running(List<? extends Task<?>> tasks) {
        return tasks.stream().filter(t -> t.state() == TaskState.RUNNING).count();
    }

    private static boolean isBlocked(Task<?> task) {
        return task.state() == TaskState.BLOCKED;
    }

    /** The worker that runs the calling task. */
    private static int workerOf(Scheduler scheduler) {
        long me = Stint.currentTask().orElseThrow().id();
        return scheduler.snapshot().tasks().stream()
                .filter(t -> t.id() == me)
                .findFirst()
                .orElseThrow()
                .worker();
    }

    private static void busyFor(Duration duration) {
        long end = System.nanoTime() + duration.toNanos();
        while (System.nanoTime() < end) {
            Thread.onSpinWait();
        }
    }
}
