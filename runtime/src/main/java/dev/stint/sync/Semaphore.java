package dev.stint.sync;

import dev.stint.internal.stack.Headroom;
import dev.stint.internal.wait.TimerHeap;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A number of permits that are taken and given back. Who finds too few waits; those who wait are
 * served in the order in which they came, also when one behind would need fewer.
 *
 * <p>Any number of tasks, and threads outside any scheduler, may use it at the same time; a permit
 * belongs to nobody, and anybody may release it. A task that waits is suspended, a thread outside
 * is blocked. To acquire, or to try, costs a task one operation, paid before; to release is free,
 * so that a task that has no money left can give back what it has.
 *
 * <p>An acquire that is cancelled or times out has taken nothing. One to which its permits were
 * given returns normally, whatever came meanwhile.
 */
public final class Semaphore {
    private final Permits permits;

    private Semaphore(long permits, long bound) {
        this.permits = new Permits(permits, bound);
    }

    /** A semaphore that begins with this many permits and may be given more. */
    public static Semaphore of(long permits) {
        return new Semaphore(permits, Long.MAX_VALUE);
    }

    /** A semaphore that begins with this many permits and never has more. */
    public static Semaphore bounded(long permits) {
        return new Semaphore(permits, permits);
    }

    /** A semaphore that begins with this many permits and never has more than the bound. */
    public static Semaphore bounded(long permits, long bound) {
        return new Semaphore(permits, bound);
    }

    /** Names it, for errors and reports, and returns it. */
    public Semaphore named(String name) {
        permits.named(name);
        return this;
    }

    /** Takes a permit; waits for one. */
    public void acquire() throws InterruptedException {
        acquire(1);
    }

    /**
     * Takes this many permits together; waits until there are as many.
     *
     * @throws IllegalArgumentException if there can never be as many, or for fewer than 1
     * @throws InterruptedException if the task is cancelled or the thread interrupted
     */
    public void acquire(long count) throws InterruptedException {
        permits.take(count, TimerHeap.NONE, "acquire");
    }

    /** Takes a permit, unless that takes longer than this; false if it did. */
    public boolean acquire(Duration timeout) throws InterruptedException {
        return acquire(1, timeout);
    }

    /** Takes this many permits, unless that takes longer than this; false if it did. */
    public boolean acquire(long count, Duration timeout) throws InterruptedException {
        return permits.take(count, timeout);
    }

    /** Takes a permit if there is one at once and nobody waits; never waits. */
    public boolean tryAcquire() throws InterruptedException {
        return tryAcquire(1);
    }

    /** Takes this many permits if there are as many at once and nobody waits; never waits. */
    public boolean tryAcquire(long count) throws InterruptedException {
        return permits.take(count, 0, "tryAcquire");
    }

    /**
     * Takes a permit, which the guard gives back; waits for one.
     *
     * <pre>{@code
     * try (var _ = semaphore.hold()) {
     *     ...
     * }
     * }</pre>
     */
    public Guard hold() throws InterruptedException {
        return hold(1);
    }

    /** Takes this many permits, which the guard gives back together; waits for them. */
    public Guard hold(long count) throws InterruptedException {
        acquire(count);
        return new Guard(permits, count);
    }

    /** Takes a permit, unless that takes longer than this; empty if it did. */
    public Optional<Guard> hold(Duration timeout) throws InterruptedException {
        return hold(1, timeout);
    }

    /** Takes this many permits, unless that takes longer than this; empty if it did. */
    public Optional<Guard> hold(long count, Duration timeout) throws InterruptedException {
        return guard(count, acquire(count, timeout));
    }

    /** Takes a permit if there is one at once and nobody waits; empty if not. Never waits. */
    public Optional<Guard> tryHold() throws InterruptedException {
        return tryHold(1);
    }

    /** Takes this many permits if there are as many at once and nobody waits; never waits. */
    public Optional<Guard> tryHold(long count) throws InterruptedException {
        return guard(count, tryAcquire(count));
    }

    private Optional<Guard> guard(long count, boolean taken) {
        return taken ? Optional.of(new Guard(permits, count)) : Optional.empty();
    }

    /** Gives a permit back. Never waits. */
    public void release() {
        release(1);
    }

    /**
     * Gives this many permits back. Never waits.
     *
     * @throws IllegalStateException if there would be more than the bound; none is given back then
     */
    public void release(long count) {
        permits.give(count);
    }

    public Snapshot snapshot() {
        return permits.snapshot();
    }

    @Override
    public String toString() {
        return permits.toString();
    }

    /** Permits that were taken together and are given back together. Made by {@link #hold}. */
    public static final class Guard implements AutoCloseable {
        private final Permits from;
        private final AtomicLong count; // 0 once they were given back

        private Guard(Permits from, long count) {
            this.from = from;
            this.count = new AtomicLong(count);
        }

        /** Gives them back; does nothing the second time. Anybody may call it. Never waits. */
        @Override
        public void close() {
            Headroom.ensureForSeveral();
            long mine = count.getAndSet(0);
            if (mine > 0) {
                from.give(mine);
            }
        }

        @Override
        public String toString() {
            return count + " permits of " + from;
        }
    }

    /**
     * A semaphore as it was at one moment.
     *
     * @param permits how many can be taken
     * @param bound how many it has at most; {@link Long#MAX_VALUE} if there is no bound
     * @param waiting how many acquires wait
     */
    public record Snapshot(String name, long permits, long bound, int waiting) {}
}
