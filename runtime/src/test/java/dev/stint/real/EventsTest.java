package dev.stint.real;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stint.Scheduler;
import dev.stint.Stint;
import dev.stint.event.Event;
import dev.stint.event.SchedulerSnapshot;
import dev.stint.event.TaskSnapshot;
import dev.stint.task.Task;
import dev.stint.task.TaskState;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What a scheduler tells about itself while it runs. */
@Timeout(60)
class EventsTest {
    @RegisterExtension final SchedulerLab lab = new SchedulerLab();
    private final EventLog log = new EventLog();

    @Test
    void events_ofATaskThatReturns_areSpawnedMountedFinished() throws Exception {
        Scheduler scheduler = lab.open(c -> c.withWorkers(1).withSink(log));

        Task<Integer> task = scheduler.root().spawn("one", () -> 1);
        lab.join(task);
        scheduler.drain(SchedulerLab.PATIENCE);

        assertThat(log.storyOf(task.id())).containsExactly("spawned", "mounted", "finished");
        assertThat(log.all()).contains(new Event.TaskSpawned(task.id(), "one"));
        assertThat(log.all()).contains(new Event.TaskFinished(task.id(), 0, TaskState.COMPLETED));
    }

    @Test
    void events_ofAYield_areYieldedMounted() throws Exception {
        Scheduler scheduler = lab.open(c -> c.withWorkers(1).withSink(log));

        Task<@Nullable Void> task = scheduler.root().spawn(() -> Stint.yield());
        lab.join(task);
        scheduler.drain(SchedulerLab.PATIENCE);

        assertThat(log.storyOf(task.id()))
                .containsExactly("spawned", "mounted", "yielded", "mounted", "finished");
    }

    @Test
    void events_ofASleep_areParkedWokenMounted() throws Exception {
        Scheduler scheduler = lab.open(c -> c.withWorkers(1).withSink(log));

        Task<@Nullable Void> task = scheduler.root().spawn(() -> Stint.sleep(Duration.ofMillis(5)));
        lab.join(task);
        scheduler.drain(SchedulerLab.PATIENCE);

        assertThat(log.storyOf(task.id()))
                .containsExactly("spawned", "mounted", "parked", "woken", "mounted", "finished");
        assertThat(log.all(Event.TaskParked.class))
                .containsExactly(
                        new Event.TaskParked(task.id(), 0, "the end of a sleep of PT0.005S"));
    }

    @Test
    void events_ofABlockingCallOfTheJdk_areBlockedWokenMounted() throws Exception {
        Scheduler scheduler = lab.open(c -> c.withWorkers(1).withSink(log));
        var gate = new CountDownLatch(1);

        Task<@Nullable Void> task = scheduler.root().spawn(() -> gate.await());
        lab.until("it blocks", () -> log.storyOf(task.id()).contains("blocked"));
        gate.countDown();
        lab.join(task);
        scheduler.drain(SchedulerLab.PATIENCE);

        assertThat(log.storyOf(task.id()))
                .containsExactly("spawned", "mounted", "blocked", "woken", "mounted", "finished");
    }

    @Test
    void events_ofParentAndChildren_nameEachMountOnce() throws Exception {
        Scheduler scheduler = lab.open(c -> c.withWorkers(1).withSink(log));
        var children = new ArrayList<Task<Integer>>();

        Task<@Nullable Void> parent =
                scheduler
                        .root()
                        .spawn(
                                "parent",
                                () -> {
                                    for (int i = 0; i < 3; i++) {
                                        int n = i;
                                        children.add(scheduler.root().spawn("child", () -> n));
                                    }
                                    for (Task<Integer> child : children) {
                                        child.await();
                                    }
                                });
        lab.join(parent);
        scheduler.drain(SchedulerLab.PATIENCE);

        for (Task<Integer> child : children) {
            assertThat(log.storyOf(child.id())).containsExactly("spawned", "mounted", "finished");
        }
        List<String> story = log.storyOf(parent.id());
        assertThat(story).startsWith("spawned", "mounted").endsWith("finished");
        // Each mount follows the spawn or a wake: never two in a row.
        for (int i = 1; i < story.size(); i++) {
            assertThat(story.get(i)).as("%s", story).isNotEqualTo(story.get(i - 1));
        }
    }

    @Test
    void drainAndClose_announceThemselvesLast() throws Exception {
        Scheduler scheduler = lab.open(c -> c.withWorkers(2).withSink(log));
        lab.join(scheduler.root().spawn(() -> 1));

        scheduler.drain(SchedulerLab.PATIENCE);
        scheduler.close();
        scheduler.close();

        assertThat(log.all(Event.Draining.class)).hasSize(1);
        assertThat(log.all(Event.Closed.class)).hasSize(1);
        assertThat(log.all().getLast()).isInstanceOf(Event.Closed.class);
    }

    @Test
    void sink_thatAlwaysThrows_changesNothing() throws Exception {
        lab.expectSinkFailures();
        var told = new AtomicInteger();
        Scheduler scheduler =
                lab.open(
                        c ->
                                c.withWorkers(2)
                                        .withSink(
                                                e -> {
                                                    told.incrementAndGet();
                                                    throw new IllegalStateException("a bad sink");
                                                }));

        assertThat(lab.join(scheduler.root().spawn(() -> fib(scheduler, 10)))).isEqualTo(55);

        assertThat(told.get()).isPositive();
    }

    @Test
    void sink_thatThrowsErrors_changesNothing() throws Exception {
        lab.expectSinkFailures();
        Scheduler scheduler =
                lab.open(
                        c ->
                                c.withWorkers(2)
                                        .withSink(
                                                e -> {
                                                    throw new OutOfMemoryError("artificial");
                                                }));

        assertThat(lab.join(scheduler.root().spawn(() -> fib(scheduler, 10)))).isEqualTo(55);
    }

    @Test
    void sink_thatContendsForALock_changesNothing() throws Exception {
        var lock = new ReentrantLock();
        var monitor = new Object();
        var told = new AtomicInteger();
        Scheduler scheduler =
                lab.open(
                        c ->
                                c.withWorkers(2)
                                        .withSink(
                                                e -> {
                                                    lock.lock();
                                                    try {
                                                        told.incrementAndGet();
                                                    } finally {
                                                        lock.unlock();
                                                    }
                                                    synchronized (monitor) {
                                                        told.incrementAndGet();
                                                    }
                                                }));
        var stop = new AtomicBoolean();
        // A platform thread that takes both locks away again and again.
        Thread rival =
                Thread.ofPlatform()
                        .daemon()
                        .start(
                                () -> {
                                    while (!stop.get()) {
                                        lock.lock();
                                        try {
                                            synchronized (monitor) {
                                                Thread.onSpinWait();
                                            }
                                        } finally {
                                            lock.unlock();
                                        }
                                    }
                                });
        try {
            assertThat(lab.join(scheduler.root().spawn(() -> fib(scheduler, 12)))).isEqualTo(144);
        } finally {
            stop.set(true);
            rival.join();
        }
        assertThat(told.get()).isPositive();
    }

    @Test
    void snapshot_ofWaitingTasks_saysWhoWaitsForWhatAndWhere() throws Exception {
        Scheduler scheduler = lab.open(2);
        var gate = new CountDownLatch(1);
        Task<@Nullable Void> sleeper =
                scheduler.root().spawn("sleeper", () -> Stint.sleep(Duration.ofHours(1)));
        Task<@Nullable Void> waiter = scheduler.root().spawn("waiter", () -> sleeper.await());
        Task<@Nullable Void> blocked = scheduler.root().spawn("blocked", () -> gate.await());
        lab.until("all wait", () -> isBlocked(sleeper) && isBlocked(waiter) && isBlocked(blocked));

        SchedulerSnapshot snapshot = scheduler.snapshot();

        assertThat(snapshot.activeTasks()).isEqualTo(3);
        assertThat(snapshot.tasks()).extracting(TaskSnapshot::name).contains("sleeper", "blocked");
        assertThat(byName(snapshot, "sleeper").waitsFor()).contains("a sleep of PT1H");
        assertThat(byName(snapshot, "waiter").waitsFor()).contains(sleeper.toString());
        for (TaskSnapshot task : snapshot.tasks()) {
            assertThat(task.state()).isEqualTo(TaskState.BLOCKED);
            assertThat(task.toLine()).contains("EventsTest");
        }
        gate.countDown();
        sleeper.cancel();
        lab.outcome(waiter);
    }

    /** The JDK resubmits a virtual thread whose stack it has looked at; that must wake nobody. */
    @Test
    void snapshot_againAndAgain_disturbsNoTask() throws Exception {
        Scheduler scheduler = lab.open(2);
        var stop = new AtomicBoolean();
        int looks = 0;
        var tasks = new ArrayList<Task<Integer>>();
        for (int i = 0; i < 20; i++) {
            tasks.add(scheduler.root().spawn("busy", () -> restless(scheduler, stop)));
        }

        long end = System.nanoTime() + Duration.ofMillis(1500).toNanos();
        while (System.nanoTime() < end) {
            SchedulerSnapshot s = scheduler.snapshot();
            looks++;
            assertThat(s.activeTasks()).isGreaterThanOrEqualTo(20);
            assertThat(s.spawned()).isEqualTo(s.finished() + s.activeTasks());
            assertThat(s.globallyQueued()).isNotNegative();
            assertThat(s.workers()).allMatch(w -> w.queued() >= 0 && w.timers() >= 0);
            assertThat(s.tasks()).allMatch(t -> t.id() > 0 && t.worker() >= -1);
            assertThat(s.tasks()).extracting(TaskSnapshot::id).doesNotHaveDuplicates();
        }
        stop.set(true);

        for (Task<Integer> task : tasks) {
            assertThat(lab.join(task)).isPositive();
        }
        assertThat(looks).isPositive();
    }

    private static int restless(Scheduler scheduler, AtomicBoolean stop) throws Exception {
        int rounds = 0;
        while (!stop.get()) {
            switch (rounds++ % 4) {
                case 0 -> Stint.yield();
                case 1 -> Stint.sleep(Duration.ofNanos(20_000));
                case 2 -> TimeUnit.MICROSECONDS.sleep(20);
                default -> scheduler.root().spawn(() -> 1).await();
            }
        }
        return rounds;
    }

    private static int fib(Scheduler scheduler, int n) throws InterruptedException {
        if (n < 2) {
            return n;
        }
        Task<Integer> left = scheduler.root().spawn(() -> fib(scheduler, n - 1));
        return fib(scheduler, n - 2) + left.await();
    }

    private static boolean isBlocked(Task<?> task) {
        return task.state() == TaskState.BLOCKED;
    }

    private static TaskSnapshot byName(SchedulerSnapshot snapshot, String name) {
        return snapshot.tasks().stream()
                .filter(t -> t.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no task '" + name + "' in " + snapshot));
    }
}
