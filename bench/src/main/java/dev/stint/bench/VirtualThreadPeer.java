package dev.stint.bench;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.FutureTask;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntToLongFunction;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.infra.Blackhole;

/** Virtual threads as the JDK has them; the fork's flags say on how many carriers. */
@SuppressWarnings("ThreadPriorityCheck") // Thread.yield is what is measured
final class VirtualThreadPeer implements Peer {
    private static final class ThreadCountdown extends Countdown {
        private final Thread waiter = Thread.currentThread();

        ThreadCountdown(int tasks) {
            super(tasks);
        }

        @Override
        void wakeWaiter() {
            LockSupport.unpark(waiter);
        }

        void await() {
            countDown();
            while (!isOver()) {
                LockSupport.park(this);
            }
        }
    }

    private static void run(Runnable body) throws InterruptedException, ExecutionException {
        call(Executors.callable(body));
    }

    /** Calls it in a virtual thread. */
    static <T> T call(Callable<T> body) throws InterruptedException, ExecutionException {
        var task = new FutureTask<T>(body);
        Thread.startVirtualThread(task);
        return task.get();
    }

    /** What a thread does that nobody interrupts. */
    interface Uninterrupted {
        void run() throws InterruptedException;
    }

    static Thread start(Uninterrupted body) {
        return Thread.startVirtualThread(
                () -> {
                    try {
                        body.run();
                    } catch (InterruptedException e) {
                        throw new IllegalStateException("nobody interrupts here", e);
                    }
                });
    }

    @Override
    public void spawn(int tasks, Runnable body) throws Exception {
        run(
                () -> {
                    var left = new ThreadCountdown(tasks);
                    spawnAll(
                            tasks,
                            () -> {
                                body.run();
                                left.countDown();
                            });
                    left.await();
                });
    }

    @Override
    public long skynet(int leaves) throws Exception {
        return call(() -> skynet(0, leaves));
    }

    private static long skynet(long first, int leaves) throws InterruptedException {
        if (leaves == 1) {
            return first;
        }
        int each = leaves / SkynetBench.CHILDREN;
        var answers = new long[SkynetBench.CHILDREN];
        var children = new Thread[SkynetBench.CHILDREN];
        for (int i = 0; i < children.length; i++) {
            int child = i;
            children[i] = start(() -> answers[child] = skynet(first + (long) child * each, each));
        }
        long sum = 0;
        for (int i = 0; i < children.length; i++) {
            children[i].join();
            sum += answers[i];
        }
        return sum;
    }

    @Override
    public int nest(int levels) throws Exception {
        return call(() -> nestHere(levels));
    }

    private static int nestHere(int levels) throws InterruptedException {
        if (levels == 1) {
            return 1;
        }
        var answer = new int[1];
        start(() -> answer[0] = nestHere(levels - 1)).join();
        return answer[0] + 1;
    }

    /** Threads own no threads, so that each branch passes the interrupt on by hand. */
    @Override
    public Tree tree(int branches, int each, Runnable armed, Runnable ended) {
        var threads = new Thread[branches];
        for (int i = 0; i < branches; i++) {
            threads[i] = Thread.startVirtualThread(() -> branch(each, armed, ended));
        }
        return () -> interruptAndJoin(threads);
    }

    private static void branch(int each, Runnable armed, Runnable ended) {
        var sleepers = new Thread[each];
        for (int i = 0; i < each; i++) {
            sleepers[i] =
                    Thread.startVirtualThread(() -> sleepFor(CancelTreeBench.SLEEP, armed, ended));
        }
        try {
            for (Thread sleeper : sleepers) {
                sleeper.join();
            }
        } catch (InterruptedException cancelled) {
            try {
                interruptAndJoin(sleepers);
            } catch (InterruptedException e) {
                throw new IllegalStateException("interrupted twice", e);
            }
        }
    }

    private static void interruptAndJoin(Thread[] threads) throws InterruptedException {
        for (Thread thread : threads) {
            thread.interrupt();
        }
        for (Thread thread : threads) {
            thread.join();
        }
    }

    @Override
    public void yields(int tasks, int each) throws Exception {
        run(
                () -> {
                    var left = new ThreadCountdown(tasks);
                    spawnAll(
                            tasks,
                            () -> {
                                for (int i = 0; i < each; i++) {
                                    Thread.yield();
                                }
                                left.countDown();
                            });
                    left.await();
                });
    }

    @Override
    public void compute(int tasks, long tokens) throws Exception {
        run(
                () -> {
                    var left = new ThreadCountdown(tasks);
                    spawnAll(
                            tasks,
                            () -> {
                                Blackhole.consumeCPU(tokens);
                                left.countDown();
                            });
                    left.await();
                });
    }

    private static void spawnAll(int tasks, Runnable body) {
        for (int i = 0; i < tasks; i++) {
            Thread.startVirtualThread(body);
        }
    }

    /** Whose turn it is decides; a permit alone may be stale. */
    private static final class Turns {
        private volatile int turn;

        void give(int to, Thread thread) {
            turn = to;
            LockSupport.unpark(thread);
        }

        void await(int mine) {
            while (turn != mine) {
                LockSupport.park(this);
            }
        }
    }

    @Override
    public void roundTrips(int trips) throws Exception {
        var turns = new Turns();
        run(
                () -> {
                    var asks = Thread.currentThread();
                    var answers =
                            Thread.startVirtualThread(
                                    () -> {
                                        for (int i = 0; i < trips; i++) {
                                            turns.await(1);
                                            turns.give(0, asks);
                                        }
                                    });
                    for (int i = 0; i < trips; i++) {
                        turns.give(1, answers);
                        turns.await(0);
                    }
                });
    }

    @Override
    public void park(@Nullable Object[] places, Runnable parked, Runnable woken) {
        for (int i = 0; i < places.length; i++) {
            int place = i;
            Thread.startVirtualThread(
                    () -> {
                        places[place] = Thread.currentThread();
                        parked.run();
                        LockSupport.park();
                        woken.run();
                    });
        }
    }

    @Override
    public void release(Object place) {
        LockSupport.unpark((Thread) place);
    }

    @Override
    public Runnable sleep(int tasks, IntToLongFunction until, Runnable armed, Runnable woken) {
        var sleepers = new Thread[tasks];
        for (int i = 0; i < tasks; i++) {
            int who = i;
            sleepers[i] =
                    Thread.startVirtualThread(
                            () -> {
                                long nanos = until.applyAsLong(who) - System.nanoTime();
                                sleepFor(Duration.ofNanos(nanos), armed, woken);
                            });
        }
        return () -> {
            for (Thread sleeper : sleepers) {
                sleeper.interrupt();
            }
        };
    }

    static void sleepFor(Duration time, Runnable armed, Runnable ended) {
        armed.run();
        try {
            Thread.sleep(time);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // cancelled, which is an end like the other
        } finally {
            ended.run();
        }
    }

    @Override
    public ChannelShapes channels() {
        return new QueueChannels();
    }
}
