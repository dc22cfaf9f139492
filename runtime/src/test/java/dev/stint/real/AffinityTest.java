package dev.stint.real;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stint.Scheduler;
import dev.stint.Stint;
import dev.stint.channel.Channel;
import dev.stint.config.SysmonConfig;
import dev.stint.event.Event;
import dev.stint.task.Priority;
import dev.stint.task.Task;
import dev.stint.task.TaskOptions;
import dev.stint.task.TaskState;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Where a woken task runs. */
@Timeout(60)
class AffinityTest {
    @RegisterExtension final SchedulerLab lab = new SchedulerLab();
    private final EventLog log = new EventLog();
    private final AtomicBoolean stop = new AtomicBoolean();

    @AfterEach
    void stop() {
        stop.set(true);
    }

    @Test
    @DisplayName("[FIBER:affinity] a wake from outside returns to the worker it last ran on")
    void wake_fromOutside_returnsToTheLastWorker() throws Exception {
        // The monitor would relieve a worker whose thread the machine lets wait for one tick.
        var seldom =
                SysmonConfig.defaults()
                        .withStallAfter(Duration.ofMinutes(1))
                        .withScaleInterval(Duration.ofMinutes(1))
                        .withTemporaryIdle(Duration.ofMinutes(1))
                        .withReportAfter(Duration.ofMinutes(1))
                        .withPeriod(Duration.ofMinutes(1));
        Scheduler scheduler = lab.open(c -> c.withWorkers(3).withSink(log).withSysmon(seldom));
        int returned = 0;
        for (int round = 0; round < 20; round++) {
            // One task per worker, each waiting at a gate of its own; then all workers are idle.
            var together = new AtomicInteger();
            var gates = new ArrayList<CountDownLatch>();
            var tasks = new ArrayList<Task<@Nullable Void>>();
            for (int i = 0; i < 3; i++) {
                var gate = new CountDownLatch(1);
                gates.add(gate);
                tasks.add(
                        scheduler
                                .root()
                                .spawn(
                                        () -> {
                                            together.incrementAndGet();
                                            while (together.get() < 3) {
                                                Thread.onSpinWait();
                                            }
                                            gate.await();
                                        }));
            }
            lab.until(
                    "all wait", () -> tasks.stream().allMatch(t -> t.state() == TaskState.BLOCKED));
            for (int i = 0; i < 3; i++) {
                gates.get(i).countDown();
                lab.join(tasks.get(i));
                List<Integer> workers = mountsOf(tasks.get(i));
                returned += workers.getFirst().equals(workers.getLast()) ? 1 : 0;
            }
        }

        assertThat(returned).as("of 60").isGreaterThan(50);
    }

    @Test
    @DisplayName("[FIBER:handoff] a waiter runs next on the worker that finished what it waits for")
    void await_ofAFinishingTask_isHandedOverWithoutAQueue() throws Exception {
        Scheduler scheduler =
                lab.open(
                        c ->
                                c.withWorkers(1)
                                        .withSink(log)
                                        .withSysmon(SysmonConfig.defaults().withMaxTemporary(0)));
        var gate = new CountDownLatch(1);
        var ids = new ArrayList<Long>();
        Task<@Nullable Void> parent =
                scheduler
                        .root()
                        .spawn(
                                // Others are ready, too, and come before a LOW one from any queue.
                                TaskOptions.named("parent").withPriority(Priority.LOW),
                                () -> {
                                    for (int i = 0; i < 5; i++) {
                                        scheduler.root().spawn("bystander", () -> gate.getCount());
                                    }
                                    Task<@Nullable Void> child =
                                            scheduler.root().spawn("child", () -> {});
                                    ids.add(child.id());
                                    child.await();
                                    gate.countDown();
                                });
        lab.join(parent);
        scheduler.drain(SchedulerLab.PATIENCE);

        List<Event> all = log.all();
        int finished = all.indexOf(new Event.TaskFinished(ids.getFirst(), 0, TaskState.COMPLETED));
        assertThat(finished).isPositive();
        assertThat(all.get(finished + 1)).isEqualTo(new Event.TaskWoken(parent.id()));
        assertThat(all.get(finished + 2)).isEqualTo(new Event.TaskMounted(parent.id(), 0));
    }

    @Test
    @DisplayName("[FIBER:handoff] several waiters are all woken")
    void await_bySeveral_wakesAll() throws Exception {
        Scheduler scheduler = lab.open(2);
        for (int round = 0; round < 50; round++) {
            Task<Integer> target =
                    scheduler
                            .root()
                            .spawn(
                                    () -> {
                                        Stint.yield();
                                        return 3;
                                    });
            var waiters = new ArrayList<Task<Integer>>();
            for (int i = 0; i < 10; i++) {
                waiters.add(scheduler.root().spawn(() -> target.await() + 1));
            }
            for (Task<Integer> waiter : waiters) {
                assertThat(lab.join(waiter)).isEqualTo(4);
            }
        }
    }

    @Test
    @DisplayName("[FIBER:handoff] a chain of hand-offs does not starve what is queued")
    void await_longChain_letsOthersRun() throws Exception {
        Scheduler scheduler =
                lab.open(
                        c ->
                                c.withWorkers(1)
                                        .withSysmon(SysmonConfig.defaults().withMaxTemporary(0)));
        Task<Integer> chain =
                scheduler
                        .root()
                        .spawn(
                                () -> {
                                    int n = 0;
                                    while (!stop.get()) {
                                        n += scheduler.root().spawn(() -> 1).await();
                                    }
                                    return n;
                                });
        for (int i = 0; i < 20; i++) {
            assertThat(lab.join(scheduler.root().spawn(() -> 5))).isEqualTo(5);
        }
        assertThat(chain.state().isFinal()).isFalse();
        stop.set(true);
        assertThat(lab.join(chain)).isPositive();
    }

    @Test
    @DisplayName("[FIBER:affinity] an inbox over its limit diverts wakes to others")
    void wake_inboxFull_goesElsewhere() throws Exception {
        // The monitor looks too rarely to interfere: what diverts the wakes is the limit alone.
        var slow =
                SysmonConfig.defaults()
                        .withStallAfter(Duration.ofMinutes(10))
                        .withScaleInterval(Duration.ofMinutes(10))
                        .withTemporaryIdle(Duration.ofMinutes(10))
                        .withReportAfter(Duration.ofMinutes(10))
                        .withMaxTemporary(0)
                        .withPeriod(Duration.ofMinutes(10));
        Scheduler scheduler =
                lab.open(c -> c.withWorkers(2).withInboxLimit(4).withSysmon(slow).withSink(log));
        // 40 tasks whose last worker is the same one, because the other is kept busy meanwhile.
        var otherMayGo = new AtomicBoolean();
        Task<@Nullable Void> keeper = scheduler.root().spawn(() -> spinUntil(otherMayGo));
        lab.until("one worker is kept", () -> keeper.state() == TaskState.RUNNING);
        // A gate each: through a shared one the first that is woken would wake the next.
        var gates = new ArrayList<CountDownLatch>();
        var waiting = new ArrayList<Task<@Nullable Void>>();
        for (int i = 0; i < 40; i++) {
            var gate = new CountDownLatch(1);
            gates.add(gate);
            waiting.add(scheduler.root().spawn(() -> gate.await()));
        }
        lab.until("all wait", () -> waiting.stream().allMatch(t -> t.state() == TaskState.BLOCKED));
        int home = mountsOf(waiting.getFirst()).getFirst();
        Task<@Nullable Void> stuck = scheduler.root().spawn(() -> spinUntil(stop));
        lab.until("their worker is busy", () -> stuck.state() == TaskState.RUNNING);
        otherMayGo.set(true);
        lab.join(keeper);

        gates.forEach(CountDownLatch::countDown);
        lab.until("36 have run", () -> ended(waiting) == 36);

        assertThat(scheduler.snapshot().workers().get(home).queued()).isEqualTo(4);
        for (Task<@Nullable Void> task : waiting) {
            if (task.state().isFinal()) {
                assertThat(mountsOf(task).getLast()).isNotEqualTo(home);
            }
        }
        stop.set(true);
        lab.joinAll(waiting);
        lab.join(stuck);
    }

    private static long ended(List<? extends Task<?>> tasks) {
        return tasks.stream().filter(t -> t.state().isFinal()).count();
    }

    private static void spinUntil(AtomicBoolean flag) {
        while (!flag.get()) {
            Thread.onSpinWait();
        }
    }

    private List<Integer> mountsOf(Task<?> task) {
        return log.all(Event.TaskMounted.class).stream()
                .filter(e -> e.task() == task.id())
                .map(Event.TaskMounted::worker)
                .toList();
    }

    @Test
    @DisplayName("[FIBER:affinity] a group that talks fast stays together, and is not stranded")
    void wake_groupOfFastTasks_isFreedWhenOneOfThemComputes() throws Exception {
        Scheduler scheduler = lab.open(c -> c.withWorkers(2));
        Channel<Integer> there = Channel.rendezvous();
        Channel<Integer> back = Channel.rendezvous();
        var echoed = new AtomicInteger();
        for (int i = 0; i < 2; i++) {
            scheduler
                    .root()
                    .spawn(
                            () -> {
                                for (int number : there) {
                                    echoed.incrementAndGet();
                                    back.send(number);
                                }
                            });
        }
        Task<@Nullable Void> talker =
                scheduler
                        .root()
                        .spawn(
                                () -> {
                                    for (int i = 0; i < 20_000; i++) {
                                        there.send(i);
                                        there.send(i);
                                        back.receive();
                                        back.receive();
                                    }
                                    int before = echoed.get();
                                    there.send(1);
                                    there.send(2);
                                    while (echoed.get() < before + 2) {
                                        Thread.onSpinWait(); // never gives way
                                    }
                                    back.receive();
                                    back.receive();
                                    there.close();
                                });
        lab.join(talker);
        assertThat(echoed.get()).isEqualTo(40_002);
    }
}
