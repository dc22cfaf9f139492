package dev.stint.bench;

import java.util.function.IntToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * One implementation of all shapes.
 *
 * <p>Where a shape ends when all of its tasks have, every implementation finds that out in the same
 * way: one shared atomic count, whose last decrement wakes the task that waits.
 */
interface Peer extends AutoCloseable {
    /** From inside one task, starts tasks that do nothing, and waits for them. */
    void spawn(int tasks) throws Exception;

    /** As {@link #spawn}, with tasks that give way this often each. */
    void yields(int tasks, int each) throws Exception;

    /** As {@link #spawn}, with tasks that compute. */
    void compute(int tasks, long tokens) throws Exception;

    /** Two tasks that wake each other in turn and park in between. */
    void roundTrips(int trips) throws Exception;

    /**
     * Starts a task per place, which leaves there what {@link #release} takes, runs {@code parked},
     * parks, and at last runs {@code woken}.
     */
    void park(@Nullable Object[] places, Runnable parked, Runnable woken);

    /** Ends the park of one task. */
    void release(Object place);

    /**
     * Starts tasks that run {@code armed}, sleep until their own moment of {@link System#nanoTime},
     * and run {@code woken}. The answer cancels those that still sleep.
     */
    Runnable sleep(int tasks, IntToLongFunction until, Runnable armed, Runnable woken);

    @Override
    void close();
}
