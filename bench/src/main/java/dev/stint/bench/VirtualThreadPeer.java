package dev.stint.bench;

import java.time.Duration;
import java.util.concurrent.ExecutionException;
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
        var task = new FutureTask<@Nullable Void>(body, null);
        Thread.startVirtualThread(task);
        task.get();
    }

    @Override
    public void spawn(int tasks) throws Exception {
        run(
                () -> {
                    var left = new ThreadCountdown(tasks);
                    spawnAll(tasks, left::countDown);
                    left.await();
                });
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
            sleepers[i] = Thread.startVirtualThread(() -> sleepOne(who, until, armed, woken));
        }
        return () -> {
            for (Thread sleeper : sleepers) {
                sleeper.interrupt();
            }
        };
    }

    private static void sleepOne(int who, IntToLongFunction until, Runnable armed, Runnable woken) {
        armed.run();
        try {
            Thread.sleep(Duration.ofNanos(until.applyAsLong(who) - System.nanoTime()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // cancelled, which is an end like the other
        } finally {
            woken.run();
        }
    }

    @Override
    public void close() {}
}
