package dev.stint.real;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stint.Scheduler;
import dev.stint.Stint;
import dev.stint.config.Cores;
import dev.stint.config.SysmonConfig;
import dev.stint.event.Event;
import dev.stint.internal.task.TaskImpl;
import dev.stint.internal.task.Waits;
import dev.stint.internal.wait.WaitNode;
import dev.stint.task.Priority;
import dev.stint.task.Task;
import dev.stint.task.TaskOptions;
import dev.stint.task.TaskState;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.SynchronousQueue;
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

/**
 * [FIBER:fairness] One worker, no temporary ones, and something that never lets go: everybody else
 * still gets a turn after a bounded number of steps.
 */
@Timeout(60)
class FairnessTest {
    /** A full round of fair looks, 5 turns of one in 61 steps, with some slack. */
    private static final long ROUND = 2 * 5 * 61;

    private static final List<Priority> PRIORITIES = List.of(Priority.values());

    @RegisterExtension final SchedulerLab lab = new SchedulerLab();
    private final AtomicBoolean stop = new AtomicBoolean();

    @AfterEach
    void stop() {
        stop.set(true);
    }

    private Scheduler one(Cores cores) {
        return lab.open(
                c ->
                        c.withWorkers(1)
                                .withCores(cores)
                                .withSysmon(SysmonConfig.defaults().withMaxTemporary(0)));
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("trap: a yield that does not yield with one worker")
    void yield_withOneWorker_runsTheOtherFirst(Cores cores) throws Exception {
        Scheduler scheduler = one(cores);

        List<String> order =
                lab.join(
                        scheduler
                                .root()
                                .spawn(
                                        () -> {
                                            var said = new ArrayList<String>();
                                            var others = new ArrayList<Task<Boolean>>();
                                            for (Priority priority : Priority.values()) {
                                                others.add(
                                                        scheduler
                                                                .root()
                                                                .spawn(
                                                                        TaskOptions.defaults()
                                                                                .withPriority(
                                                                                        priority),
                                                                        () -> said.add("other")));
                                            }
                                            Stint.yield();
                                            said.add("me");
                                            for (Task<Boolean> other : others) {
                                                other.await();
                                            }
                                            return said;
                                        }));

        // LOW may come after; the other two were ready before the yielder is again.
        assertThat(order.indexOf("me")).isGreaterThanOrEqualTo(2);
    }

    @ParameterizedTest
    @EnumSource
    void yield_endlessly_doesNotStarveWhatComesFromOutside(Cores cores) throws Exception {
        Scheduler scheduler = one(cores);
        var yields = new AtomicLong();
        Task<@Nullable Void> yielder = scheduler.root().spawn(() -> yieldOn(yields));
        lab.until("it yields", () -> yields.get() > 1000);

        for (Priority priority : Priority.values()) {
            var options = TaskOptions.defaults().withPriority(priority);
            assertThat(lab.join(scheduler.root().spawn(options, () -> 1))).isEqualTo(1);
        }
        assertThat(yielder.state().isFinal()).isFalse();
        stop.set(true);
        lab.join(yielder);
    }

    @ParameterizedTest
    @EnumSource
    void yield_endlessly_letsOthersRunWithinOneRound(Cores cores) throws Exception {
        Scheduler scheduler = one(cores);
        var yields = new AtomicLong();
        Task<@Nullable Void> yielder = scheduler.root().spawn(() -> yieldOn(yields));
        // Spawned on the worker itself, so that the number of yields in between is exact.
        long waited =
                lab.join(
                        scheduler
                                .root()
                                .spawn(
                                        () -> {
                                            long most = 0;
                                            for (int i = 0; i < 200; i++) {
                                                long before = yields.get();
                                                Priority p = PRIORITIES.get(i % 3);
                                                long after =
                                                        scheduler
                                                                .root()
                                                                .spawn(
                                                                        TaskOptions.defaults()
                                                                                .withPriority(p),
                                                                        () -> yields.get())
                                                                .await();
                                                most = Math.max(most, after - before);
                                            }
                                            return most;
                                        }));
        stop.set(true);
        lab.join(yielder);

        assertThat(waited).isLessThanOrEqualTo(ROUND);
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("trap: a hot slot whose ping-pong starves everyone")
    void pingPong_inTheHotSlot_doesNotStarveAThird(Cores cores) throws Exception {
        Scheduler scheduler = one(cores);
        var rounds = new AtomicLong();
        var ping = new AtomicReference<@Nullable WaitNode>();
        var pong = new AtomicReference<@Nullable WaitNode>();
        Task<@Nullable Void> a = scheduler.root().spawn("ping", () -> volley(ping, pong, rounds));
        Task<@Nullable Void> b = scheduler.root().spawn("pong", () -> volley(pong, ping, rounds));
        lab.until("they play", () -> rounds.get() > 1000);

        for (Priority priority : Priority.values()) {
            var options = TaskOptions.defaults().withPriority(priority);
            assertThat(lab.join(scheduler.root().spawn(options, () -> 1))).isEqualTo(1);
            // And what is queued on the worker itself:
            Task<Integer> nested =
                    scheduler.root().spawn(() -> scheduler.root().spawn(options, () -> 2).await());
            assertThat(lab.join(nested)).isEqualTo(2);
        }
        assertThat(a.state().isFinal() || b.state().isFinal()).isFalse();
        stop.set(true);
        lab.join(a);
        lab.join(b);
    }

    /** Far sooner than the next fair look: the hot slot has a limit of its own. */
    @ParameterizedTest
    @EnumSource
    void pingPong_inTheHotSlot_isBrokenOffAfterItsLimit(Cores cores) throws Exception {
        Scheduler scheduler = one(cores);
        int most = 0;
        for (int round = 0; round < 30; round++) {
            most =
                    Math.max(
                            most,
                            lab.join(scheduler.root().spawn(() -> playUntilAThirdRuns(scheduler))));
        }
        assertThat(most).isBetween(1, 2 * 17);
    }

    /** Plays ping-pong through the hot slot; returns how many turns a queued third had to wait. */
    private static int playUntilAThirdRuns(Scheduler scheduler) throws InterruptedException {
        var turns = new int[1];
        var over = new boolean[1];
        var nodes = new WaitNode[2];
        Task<@Nullable Void> partner = scheduler.root().spawn(() -> play(nodes, 1, turns, over));
        while (nodes[1] == null) {
            Stint.yield();
        }
        Task<Integer> third =
                scheduler
                        .root()
                        .spawn(
                                () -> {
                                    over[0] = true;
                                    return turns[0];
                                });
        nodes[0] = Waits.newNode();
        nodes[1].notifyWaiter(WaitNode.DATA);
        play(nodes, 0, turns, over);
        partner.await();
        return third.await();
    }

    private static void play(WaitNode[] nodes, int me, int[] turns, boolean[] over) {
        while (true) {
            if (nodes[me] == null) {
                nodes[me] = Waits.newNode();
            }
            TaskImpl.ensureCurrent("play").awaitNode(nodes[me], Long.MAX_VALUE);
            turns[0]++;
            nodes[me] = Waits.newNode();
            nodes[1 - me].notifyWaiter(WaitNode.DATA);
            if (over[0]) {
                return;
            }
        }
    }

    @Test
    void pingPong_throughTheJdk_doesNotStarveAThird() throws Exception {
        Scheduler scheduler = one(Cores.VIRTUAL);
        var queue = new SynchronousQueue<Integer>();
        var rounds = new AtomicLong();
        Task<@Nullable Void> putter =
                scheduler
                        .root()
                        .spawn(
                                () -> {
                                    while (!stop.get()) {
                                        queue.put(1);
                                        rounds.incrementAndGet();
                                    }
                                    queue.put(0);
                                });
        Task<@Nullable Void> taker =
                scheduler
                        .root()
                        .spawn(
                                () -> {
                                    while (queue.take() != 0) {
                                        rounds.incrementAndGet();
                                    }
                                });
        lab.until("they play", () -> rounds.get() > 1000);

        assertThat(lab.join(scheduler.root().spawn(() -> 1))).isEqualTo(1);

        stop.set(true);
        lab.join(putter);
        lab.join(taker);
    }

    @ParameterizedTest
    @EnumSource
    void respawningChain_newestFirst_doesNotStarveTheOldest(Cores cores) throws Exception {
        Scheduler scheduler = one(cores);
        var links = new AtomicLong();
        var old = new ArrayList<Task<Long>>();
        Task<@Nullable Void> first =
                scheduler
                        .root()
                        .spawn(
                                () -> {
                                    for (Priority priority : Priority.values()) {
                                        old.add(
                                                scheduler
                                                        .root()
                                                        .spawn(
                                                                TaskOptions.defaults()
                                                                        .withPriority(priority),
                                                                () -> links.get()));
                                    }
                                    respawn(scheduler, links);
                                });
        lab.join(first);

        for (Task<Long> task : old) {
            assertThat(lab.join(task)).isLessThanOrEqualTo(ROUND);
        }
        // From outside, through the global queue, and by a wake, through the inbox:
        assertThat(lab.join(scheduler.root().spawn(() -> 1))).isEqualTo(1);
        if (cores == Cores.VIRTUAL) {
            var gate = new CountDownLatch(1);
            Task<@Nullable Void> waiting = scheduler.root().spawn(() -> gate.await());
            lab.until("it waits", () -> waiting.state() == TaskState.BLOCKED);
            gate.countDown();
            lab.join(waiting);
        }
        stop.set(true);
    }

    @ParameterizedTest
    @EnumSource
    void highFlood_doesNotStarveNormalAndLow(Cores cores) throws Exception {
        Scheduler scheduler = one(cores);
        var high = TaskOptions.defaults().withPriority(Priority.HIGH);
        var links = new AtomicLong();
        var others = new ArrayList<Task<Long>>();
        lab.join(
                scheduler
                        .root()
                        .spawn(
                                () -> {
                                    for (int i = 0; i < 10; i++) {
                                        others.add(scheduler.root().spawn(() -> links.get()));
                                        others.add(
                                                scheduler
                                                        .root()
                                                        .spawn(
                                                                TaskOptions.defaults()
                                                                        .withPriority(Priority.LOW),
                                                                () -> links.get()));
                                    }
                                    for (int i = 0; i < 4; i++) {
                                        flood(scheduler, high, links);
                                    }
                                }));

        for (Task<Long> task : others) {
            assertThat(lab.join(task)).isLessThanOrEqualTo(10 * 2 * ROUND);
        }
        stop.set(true);
        lab.until("the flood ends", () -> scheduler.snapshot().activeTasks() == 0);
    }

    @Test
    void normalFlood_doesNotStarveLow() throws Exception {
        Scheduler scheduler = one(Cores.VIRTUAL);
        var links = new AtomicLong();
        for (int i = 0; i < 4; i++) {
            flood(scheduler, TaskOptions.defaults(), links);
        }

        var low = TaskOptions.defaults().withPriority(Priority.LOW);
        assertThat(lab.join(scheduler.root().spawn(low, () -> 1))).isEqualTo(1);
        Task<Integer> nested =
                scheduler.root().spawn(() -> scheduler.root().spawn(low, () -> 2).await());
        assertThat(lab.join(nested)).isEqualTo(2);
        stop.set(true);
        lab.until("the flood ends", () -> scheduler.snapshot().activeTasks() == 0);
    }

    @Test
    void priority_withoutContention_runsHighBeforeNormalBeforeLow() throws Exception {
        Scheduler scheduler = one(Cores.VIRTUAL);
        var order = new ArrayList<Priority>();
        lab.join(
                scheduler
                        .root()
                        .spawn(
                                () -> {
                                    for (Priority priority : Priority.values()) {
                                        scheduler
                                                .root()
                                                .spawn(
                                                        TaskOptions.defaults()
                                                                .withPriority(priority),
                                                        () -> order.add(priority));
                                    }
                                }));
        lab.until("all have run", () -> scheduler.snapshot().activeTasks() == 0);

        // A hint: a fair look may fall in between, but not in so short a run.
        assertThat(order).containsExactly(Priority.HIGH, Priority.NORMAL, Priority.LOW);
    }

    // ---- R3: interval and slice

    @ParameterizedTest
    @EnumSource
    @DisplayName("R3: a task gives up its worker after its slice, if another waits")
    void checkpoint_sliceUsedUp_givesWay(Cores cores) throws Exception {
        Scheduler scheduler =
                lab.open(
                        c ->
                                c.withWorkers(1)
                                        .withCores(cores)
                                        .withYieldInterval(10)
                                        .withSlice(1000)
                                        .withSysmon(SysmonConfig.defaults().withMaxTemporary(0)));

        int operations =
                lab.join(
                        scheduler
                                .root()
                                .spawn(
                                        () -> {
                                            var ran = new AtomicBoolean();
                                            scheduler.root().spawn(() -> ran.set(true));
                                            int n = 0;
                                            while (!ran.get()) {
                                                Stint.checkpoint();
                                                n++;
                                            }
                                            return n;
                                        }));

        assertThat(operations).isEqualTo(1000);
    }

    @Test
    @DisplayName("R3: the interval only looks; without another task the slice changes nothing")
    void checkpoint_alone_neverGivesWay() throws Exception {
        var log = new EventLog();
        Scheduler scheduler =
                lab.open(c -> c.withWorkers(1).withYieldInterval(10).withSlice(100).withSink(log));

        Task<@Nullable Void> task =
                scheduler
                        .root()
                        .spawn(
                                () -> {
                                    for (int i = 0; i < 100_000; i++) {
                                        Stint.checkpoint();
                                    }
                                });
        lab.join(task);

        assertThat(log.all(Event.TaskYielded.class)).isEmpty();
    }

    @Test
    @DisplayName("R3: a slice shorter than the interval is seen at the interval")
    void checkpoint_sliceBelowInterval_givesWayAtTheInterval() throws Exception {
        Scheduler scheduler =
                lab.open(
                        c ->
                                c.withWorkers(1)
                                        .withYieldInterval(500)
                                        .withSlice(1)
                                        .withSysmon(SysmonConfig.defaults().withMaxTemporary(0)));

        int operations =
                lab.join(
                        scheduler
                                .root()
                                .spawn(
                                        () -> {
                                            var ran = new AtomicBoolean();
                                            scheduler.root().spawn(() -> ran.set(true));
                                            int n = 0;
                                            while (!ran.get()) {
                                                Stint.checkpoint();
                                                n++;
                                            }
                                            return n;
                                        }));

        assertThat(operations).isEqualTo(500);
    }

    @Test
    @DisplayName("R3: two endless metered loops share one worker")
    void checkpoint_twoLoops_shareTheWorker() throws Exception {
        Scheduler scheduler = one(Cores.VIRTUAL);
        var counts = new AtomicLong[] {new AtomicLong(), new AtomicLong()};
        var tasks = new ArrayList<Task<@Nullable Void>>();
        for (AtomicLong count : counts) {
            tasks.add(
                    scheduler
                            .root()
                            .spawn(
                                    () -> {
                                        while (!stop.get()) {
                                            count.incrementAndGet();
                                            Stint.checkpoint();
                                        }
                                    }));
        }
        lab.until("both go on", () -> counts[0].get() > 500_000 && counts[1].get() > 500_000);
        stop.set(true);
        lab.joinAll(tasks);
    }

    @Test
    void checkpoint_negative_isRefused() throws Exception {
        Scheduler scheduler = one(Cores.VIRTUAL);

        Task<String> task =
                scheduler
                        .root()
                        .spawn(
                                () -> {
                                    try {
                                        Stint.checkpoint(-1);
                                        return "accepted";
                                    } catch (IllegalArgumentException e) {
                                        return String.valueOf(e.getMessage());
                                    }
                                });

        assertThat(lab.join(task)).contains("-1");
    }

    private void yieldOn(AtomicLong yields) throws InterruptedException {
        while (!stop.get()) {
            yields.incrementAndGet();
            Stint.yield();
        }
    }

    /** Waits for the own node, then answers at the other's; starts by answering once. */
    private void volley(
            AtomicReference<@Nullable WaitNode> mine,
            AtomicReference<@Nullable WaitNode> theirs,
            AtomicLong rounds)
            throws InterruptedException {
        while (!stop.get()) {
            var node = Waits.newNode();
            mine.set(node);
            WaitNode other = theirs.getAndSet(null);
            if (other != null) {
                other.notifyWaiter(WaitNode.DATA);
                TaskImpl.ensureCurrent("play").awaitNode(node, 1L + Stint.nanoTime() + 50_000_000);
            } else {
                Stint.yield();
            }
            mine.compareAndSet(node, null);
            rounds.incrementAndGet();
        }
    }

    private void respawn(Scheduler scheduler, AtomicLong links) {
        links.incrementAndGet();
        if (!stop.get()) {
            scheduler.root().spawn(() -> respawn(scheduler, links));
        }
    }

    private void flood(Scheduler scheduler, TaskOptions options, AtomicLong links) {
        links.incrementAndGet();
        if (!stop.get()) {
            scheduler.root().spawn(options, () -> flood(scheduler, options, links));
        }
    }

    @Test
    void manyYielders_onTwoWorkers_shareFairly() throws Exception {
        Scheduler scheduler = lab.open(2);
        int n = 20;
        var counts = new AtomicInteger[n];
        var tasks = new ArrayList<Task<@Nullable Void>>();
        for (int i = 0; i < n; i++) {
            var count = new AtomicInteger();
            counts[i] = count;
            tasks.add(
                    scheduler
                            .root()
                            .spawn(
                                    () -> {
                                        while (!stop.get()) {
                                            count.incrementAndGet();
                                            Stint.yield();
                                        }
                                    }));
        }
        lab.until(
                "everyone has had 1000 turns",
                () -> Arrays.stream(counts).allMatch(c -> c.get() > 1000));
        stop.set(true);
        lab.joinAll(tasks);
    }
}
