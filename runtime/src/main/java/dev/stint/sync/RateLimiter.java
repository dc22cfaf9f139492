package dev.stint.sync;

import dev.stint.internal.wait.TimerHeap;
import java.time.Duration;

/**
 * A pace: so many permits in so much time, and a few at once after a pause. Who comes too early
 * waits; those who wait are served in the order in which they came.
 *
 * <p>Time is that of the scheduler whose task calls, so under a seed it is virtual; for a thread
 * outside it is the real one, unless that thread waits through a scheduler under a seed. What was
 * gathered or is owed under one clock holds under the next.
 *
 * <p>To acquire, or to try, costs a task one operation, paid before. An acquire that is cancelled
 * or times out has used no permit, and those behind it move up.
 */
public final class RateLimiter {
    private final Pace pace;

    private RateLimiter(long permits, Duration per, long burst) {
        this.pace = new Pace(permits, per, burst);
    }

    /** So many permits in so much time, evenly spaced. */
    public static RateLimiter of(long permits, Duration per) {
        return new RateLimiter(permits, per, 1);
    }

    /**
     * So many permits in so much time; of those that nobody has used, up to the burst are kept for
     * later. It begins with as many.
     */
    public static RateLimiter of(long permits, Duration per, long burst) {
        return new RateLimiter(permits, per, burst);
    }

    /** Names it, for errors and reports, and returns it. */
    public RateLimiter named(String name) {
        pace.named(name);
        return this;
    }

    /** Takes a permit; waits until it is time. */
    public void acquire() throws InterruptedException {
        acquire(1);
    }

    /**
     * Takes this many permits together; waits until it is time.
     *
     * @throws IllegalArgumentException for more than the burst, or fewer than 1
     * @throws InterruptedException if the task is cancelled or the thread interrupted
     */
    public void acquire(long count) throws InterruptedException {
        pace.take(count, TimerHeap.NONE, "acquire");
    }

    /**
     * Takes a permit, unless that takes longer than this; false when it is certain, for the first
     * who waits at once.
     */
    public boolean acquire(Duration timeout) throws InterruptedException {
        return acquire(1, timeout);
    }

    /** Takes this many, unless that takes longer than this; false as soon as that is certain. */
    public boolean acquire(long count, Duration timeout) throws InterruptedException {
        return pace.take(count, timeout);
    }

    /** Takes a permit if it is time and nobody waits; never waits. */
    public boolean tryAcquire() throws InterruptedException {
        return tryAcquire(1);
    }

    /** Takes this many permits if it is time and nobody waits; never waits. */
    public boolean tryAcquire(long count) throws InterruptedException {
        return pace.take(count, 0, "tryAcquire");
    }

    public Snapshot snapshot() {
        return pace.snapshot();
    }

    @Override
    public String toString() {
        return pace.toString();
    }

    /**
     * A rate limiter as it was at one moment.
     *
     * @param burst how many permits it keeps at most
     * @param waiting how many acquires wait
     */
    public record Snapshot(String name, long burst, int waiting) {}
}
