package dev.stint.bench;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Lets a thread outside wait until all tasks have come by, and says when the last one did. */
final class Finish implements Runnable {
    private static final long PATIENCE_SECONDS = 300;

    private final AtomicInteger left;
    private final CountDownLatch over = new CountDownLatch(1);
    private volatile long nanos;

    Finish(int tasks) {
        left = new AtomicInteger(tasks);
    }

    @Override
    public void run() {
        if (left.decrementAndGet() == 0) {
            nanos = System.nanoTime();
            over.countDown();
        }
    }

    /** How many have not come by yet. */
    int left() {
        return left.get();
    }

    /** Waits, and returns the moment of {@link System#nanoTime} at which the last one came. */
    long await() throws InterruptedException {
        if (!over.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
            throw new IllegalStateException(
                    left + " tasks have not come by after " + PATIENCE_SECONDS + " s");
        }
        return nanos;
    }
}
