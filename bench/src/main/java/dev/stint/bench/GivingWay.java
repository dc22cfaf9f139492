package dev.stint.bench;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/** Tasks of one worker that only give way, and what that costs each time. */
final class GivingWay {
    private final AtomicLong count = new AtomicLong();
    private final AtomicBoolean isOver = new AtomicBoolean();
    private final CountDownLatch started;
    private final CountDownLatch ended;

    private GivingWay(int tasks) {
        started = new CountDownLatch(tasks);
        ended = new CountDownLatch(tasks);
    }

    /** Starts so many tasks, each of which does as it is told by {@link #isOn}. */
    interface Starter {
        void start(int tasks, GivingWay loop);
    }

    /** Asked by each task before it gives way: false when it is to end. */
    boolean isOn() {
        count.lazySet(count.getPlain() + 1); // one worker
        return !isOver.get();
    }

    void hasStarted() {
        started.countDown();
    }

    void hasEnded() {
        ended.countDown();
    }

    /**
     * What one giving way costs in processor time, while all tasks do it for so long.
     *
     * @param clock what the worker has had of the processor so far
     */
    static double nanos(int tasks, int millis, LongSupplier clock, Starter starter)
            throws InterruptedException {
        var loop = new GivingWay(tasks);
        starter.start(tasks, loop);
        loop.started.await();
        long before = loop.count.get();
        long nanos = clock.getAsLong();
        Thread.sleep(millis);
        nanos = clock.getAsLong() - nanos;
        long turns = loop.count.get() - before;
        loop.isOver.set(true);
        loop.ended.await();
        return (double) nanos / Math.max(1, turns);
    }
}
