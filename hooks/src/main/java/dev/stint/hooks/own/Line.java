package dev.stint.hooks.own;

import dev.stint.hooks.Wakeup;
import dev.stint.hooks.jdk.TaskThreads;
import java.util.ArrayDeque;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Those who wait for something that a lock guards, in the order in which they came. As a condition
 * of the lock, but by the scheduler's clock. All of it is called by who holds the lock.
 */
final class Line {
    private final ReentrantLock lock;
    private final ArrayDeque<Wakeup> waiting = new ArrayDeque<>(2);

    Line(ReentrantLock lock) {
        this.lock = lock;
    }

    /** When a wait of this length ends. */
    static long end(long nanos) {
        return nanos < 0 ? 0 : System.nanoTime() + nanos;
    }

    /** How much is left of a wait that ends then. */
    static long left(long nanos, long end) {
        return nanos < 0 ? nanos : Math.max(0, end - System.nanoTime());
    }

    /** Waits without the lock; false if the time was up first. May return for no reason. */
    boolean await(long nanos, boolean isIdle) throws InterruptedException {
        Wakeup mine = TaskThreads.newWakeup();
        waiting.add(mine);
        lock.unlock();
        try {
            return TaskThreads.await(mine, nanos, isIdle);
        } finally {
            lock.lock();
            waiting.remove(mine);
        }
    }

    /** Ends what the lock guards. Who is ended while it waits for the lock does not hold it. */
    static void release(ReentrantLock lock) {
        if (lock.isHeldByCurrentThread()) {
            lock.unlock();
        }
    }

    void wakeOne() {
        Wakeup first = waiting.poll();
        if (first != null) {
            TaskThreads.wake(first);
        }
    }

    void wakeAll() {
        while (!waiting.isEmpty()) {
            wakeOne();
        }
    }
}
