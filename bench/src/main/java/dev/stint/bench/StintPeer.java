package dev.stint.bench;

import dev.stint.Scheduler;
import dev.stint.Stint;
import dev.stint.internal.core.TaskImpl;
import dev.stint.internal.core.WaitNode;
import dev.stint.internal.time.TimerHeap;
import dev.stint.policy.Cores;
import dev.stint.policy.SysmonConfig;
import dev.stint.task.Action;
import dev.stint.task.Task;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReferenceArray;
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
        var monitor = SysmonConfig.DEFAULT.withMaxTemporary(0);
        return Scheduler.open(
                cfg ->
                        cfg.withName("bench")
                                .withCores(cores)
                                .withWorkers(workers)
                                .withSysmon(monitor));
    }

    private static final class TaskCountdown extends Countdown {
        private final WaitNode waiter = new WaitNode();

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
    public void spawn(int tasks) throws InterruptedException {
        scheduler.run(
                () -> {
                    var left = new TaskCountdown(tasks);
                    spawnAll(tasks, left::countDown);
                    left.await();
                });
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
                                    var node = new WaitNode();
                                    slots.set(1, node);
                                    for (int i = 0; i < trips; i++) {
                                        await(node);
                                        node = new WaitNode();
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
                                        var node = new WaitNode();
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
        for (int i = 0; i < places.length; i++) {
            int place = i;
            scheduler
                    .root()
                    .spawn(
                            () -> {
                                var node = new WaitNode();
                                places[place] = node;
                                parked.run();
                                await(node);
                                woken.run();
                            });
        }
    }

    @Override
    public void release(Object place) {
        ((WaitNode) place).notifyWaiter(WaitNode.DATA);
    }

    @Override
    public Runnable sleep(int tasks, IntToLongFunction until, Runnable armed, Runnable woken) {
        var sleepers = new Task<?>[tasks];
        for (int i = 0; i < tasks; i++) {
            int who = i;
            sleepers[i] =
                    scheduler
                            .root()
                            .spawn(
                                    () -> {
                                        armed.run();
                                        try {
                                            long nanos = until.applyAsLong(who) - System.nanoTime();
                                            Stint.sleep(Duration.ofNanos(nanos));
                                        } finally {
                                            woken.run();
                                        }
                                    });
        }
        return () -> {
            for (Task<?> sleeper : sleepers) {
                sleeper.cancel();
            }
        };
    }

    @Override
    public void close() {
        scheduler.close();
    }
}
