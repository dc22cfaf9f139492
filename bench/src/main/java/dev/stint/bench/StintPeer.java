package dev.stint.bench;

import dev.stint.Scheduler;
import dev.stint.Stint;
import dev.stint.config.Cores;
import dev.stint.config.SysmonConfig;
import dev.stint.internal.task.TaskImpl;
import dev.stint.internal.task.Waits;
import dev.stint.internal.wait.TimerHeap;
import dev.stint.internal.wait.WaitNode;
import dev.stint.nursery.Nursery;
import dev.stint.task.Action;
import dev.stint.task.Task;
import java.time.Duration;
import java.util.ArrayList;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Consumer;
import java.util.function.IntToLongFunction;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.infra.Blackhole;

/** Stint itself, on either kind of core. */
final class StintPeer implements Peer {
    private final Scheduler scheduler;

    StintPeer(Cores cores, int workers) {
        scheduler = openScheduler(cores, workers);
    }

    /**
     * As many workers as the peers have threads, always: the default monitor would hire temporary
     * ones while a task spawns for long.
     */
    static Scheduler openScheduler(Cores cores, int workers) {
        var monitor = SysmonConfig.defaults().withMaxTemporary(0);
        return Scheduler.open(
                cfg ->
                        cfg.withName("bench")
                                .withCores(cores)
                                .withWorkers(workers)
                                .withSysmon(monitor));
    }

    private static final class TaskCountdown extends Countdown {
        private final WaitNode waiter = Waits.newNode();

        TaskCountdown(int tasks) {
            super(tasks);
        }

        @Override
        void wakeWaiter() {
            waiter.notifyWaiter(WaitNode.DATA);
        }

        void await() {
            countDown();
            StintPeer.await(waiter);
        }
    }

    private static void await(WaitNode node) {
        TaskImpl.ensureCurrent("wait").awaitNode(node, TimerHeap.NONE);
    }

    @Override
    public void spawn(int tasks, Runnable body) throws InterruptedException {
        Action action = body::run;
        scheduler.run(() -> spawnAndJoin(tasks, action));
    }

    @Override
    public long skynet(int leaves) throws InterruptedException {
        return scheduler.<Long>run(() -> skynet(0, leaves));
    }

    private static long skynet(long first, int leaves) throws InterruptedException {
        if (leaves == 1) {
            return first;
        }
        int each = leaves / SkynetBench.CHILDREN;
        var children = new ArrayList<Task<Long>>(SkynetBench.CHILDREN);
        try (var nursery = Stint.nursery()) {
            for (int i = 0; i < SkynetBench.CHILDREN; i++) {
                long from = first + (long) i * each;
                children.add(nursery.<Long>spawn(() -> skynet(from, each)));
            }
            nursery.join();
            long sum = 0;
            for (Task<Long> child : children) {
                sum += child.await();
            }
            return sum;
        }
    }

    @Override
    public int nest(int levels) throws InterruptedException {
        return scheduler.<Integer>run(() -> nestHere(levels));
    }

    private static int nestHere(int levels) throws InterruptedException {
        if (levels == 1) {
            return 1;
        }
        try (var nursery = Stint.nursery()) {
            Task<Integer> child = nursery.<Integer>spawn(() -> nestHere(levels - 1));
            nursery.join();
            return child.await() + 1;
        }
    }

    @Override
    public Tree tree(int branches, int each, Runnable armed, Runnable ended) {
        Nursery top = scheduler.nursery();
        Action sleeper =
                () -> {
                    armed.run();
                    try {
                        Stint.sleep(CancelTreeBench.SLEEP);
                    } finally {
                        ended.run();
                    }
                };
        for (int i = 0; i < branches; i++) {
            top.spawn(() -> spawnAndJoin(each, sleeper));
        }
        return () -> {
            top.cancel();
            top.awaitAll();
        };
    }

    private static void spawnAndJoin(int tasks, Action body) throws InterruptedException {
        try (var nursery = Stint.nursery()) {
            for (int i = 0; i < tasks; i++) {
                nursery.spawn(body);
            }
            nursery.join();
        }
    }

    @Override
    public void yields(int tasks, int each) throws InterruptedException {
        scheduler.run(
                () -> {
                    var left = new TaskCountdown(tasks);
                    spawnAll(
                            tasks,
                            () -> {
                                for (int i = 0; i < each; i++) {
                                    Stint.yield();
                                }
                                left.countDown();
                            });
                    left.await();
                });
    }

    @Override
    public void compute(int tasks, long tokens) throws InterruptedException {
        scheduler.run(
                () -> {
                    var left = new TaskCountdown(tasks);
                    spawnAll(
                            tasks,
                            () -> {
                                Blackhole.consumeCPU(tokens);
                                left.countDown();
                            });
                    left.await();
                });
    }

    private void spawnAll(int tasks, Action body) {
        for (int i = 0; i < tasks; i++) {
            scheduler.root().spawn(body);
        }
    }

    @Override
    public void roundTrips(int trips) throws InterruptedException {
        var slots = new AtomicReferenceArray<WaitNode>(2);
        Task<?> answers =
                scheduler
                        .root()
                        .spawn(
                                () -> {
                                    var node = Waits.newNode();
                                    slots.set(1, node);
                                    for (int i = 0; i < trips; i++) {
                                        await(node);
                                        node = Waits.newNode();
                                        slots.set(1, node);
                                        slots.get(0).notifyWaiter(WaitNode.DATA);
                                    }
                                });
        Task<?> asks =
                scheduler
                        .root()
                        .spawn(
                                () -> {
                                    while (slots.get(1) == null) {
                                        Stint.yield();
                                    }
                                    for (int i = 0; i < trips; i++) {
                                        var node = Waits.newNode();
                                        slots.set(0, node);
                                        slots.get(1).notifyWaiter(WaitNode.DATA);
                                        await(node);
                                    }
                                });
        asks.await();
        answers.await();
    }

    @Override
    public void park(@Nullable Object[] places, Runnable parked, Runnable woken) {
        inNursery(
                nursery -> {
                    for (int i = 0; i < places.length; i++) {
                        int place = i;
                        nursery.spawn(
                                () -> {
                                    var node = Waits.newNode();
                                    places[place] = node;
                                    parked.run();
                                    await(node);
                                    woken.run();
                                });
                    }
                });
    }

    /** Starts a task that opens a nursery, fills it, and waits for what is in it. */
    private Task<?> inNursery(Consumer<Nursery> fill) {
        return scheduler
                .root()
                .spawn(
                        () -> {
                            try (var nursery = Stint.nursery()) {
                                fill.accept(nursery);
                                nursery.join();
                            }
                        });
    }

    @Override
    public void release(Object place) {
        ((WaitNode) place).notifyWaiter(WaitNode.DATA);
    }

    @Override
    public Runnable sleep(int tasks, IntToLongFunction until, Runnable armed, Runnable woken) {
        Task<?> owner =
                inNursery(
                        nursery -> {
                            for (int i = 0; i < tasks; i++) {
                                int who = i;
                                nursery.spawn(() -> sleepOne(who, until, armed, woken));
                            }
                        });
        return owner::cancel;
    }

    private static void sleepOne(int who, IntToLongFunction until, Runnable armed, Runnable woken)
            throws InterruptedException {
        armed.run();
        try {
            Stint.sleep(Duration.ofNanos(until.applyAsLong(who) - System.nanoTime()));
        } finally {
            woken.run();
        }
    }

    @Override
    public ChannelShapes channels() {
        return new StintChannels(scheduler);
    }

    @Override
    public void close() {
        scheduler.close();
    }
}
