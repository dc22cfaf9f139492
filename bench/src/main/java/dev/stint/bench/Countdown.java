package dev.stint.bench;

import java.util.concurrent.atomic.AtomicInteger;

/** A count for each task and one for the waiter; whoever takes the last one wakes the waiter. */
abstract class Countdown {
    private final AtomicInteger left;

    Countdown(int tasks) {
        left = new AtomicInteger(tasks + 1);
    }

    final void countDown() {
        if (left.decrementAndGet() == 0) {
            wakeWaiter();
        }
    }

    final boolean isOver() {
        return left.get() == 0;
    }

    /** Called at most once; maybe by the waiter itself, before it waits. */
    abstract void wakeWaiter();
}
