package dev.stint.bench;

import java.util.function.IntToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * One implementation of the shapes. Those that it leaves out are not asked of it: {@link
 * Shape#impls}.
 *
 * <p>Tasks and their children end as the implementation itself ends such a thing: a nursery is
 * joined, and so is a scope; threads that nothing owns are joined one by one. Where there is
 * nothing to join, one shared atomic count is taken down, whose last decrement wakes the task that
 * waits: that holds for yields and computations everywhere, and for spawns outside of scopes.
 */
interface Peer extends AutoCloseable {
    /** From inside one task, starts tasks with this body, and waits for them. */
    default void spawn(int tasks, Runnable body) throws Exception {
        throw unanswered();
    }

    /**
     * A tree of tasks, each with {@link SkynetBench#CHILDREN} children, down to the leaves: their
     * numbers, counted from 0, are summed up on the way back.
     */
    default long skynet(int leaves) throws Exception {
        throw unanswered();
    }

    /** Tasks in each other: each starts one, waits for it, and answers one more than it did. */
    default int nest(int levels) throws Exception {
        throw unanswered();
    }

    /**
     * Starts a tree of two levels: branches, with this many tasks each that run {@code armed} and
     * sleep for {@link CancelTreeBench#SLEEP}, or until they are cancelled, and at last run {@code
     * ended}.
     */
    default Tree tree(int branches, int each, Runnable armed, Runnable ended) throws Exception {
        throw unanswered();
    }

    /** Tasks that can be cancelled as one. */
    interface Tree {
        /** Cancels them from the top, and returns when all have ended. */
        void cancelAndJoin() throws Exception;
    }

    /** As {@link #spawn}, with tasks that give way this often each. */
    default void yields(int tasks, int each) throws Exception {
        throw unanswered();
    }

    /** As {@link #spawn}, with tasks that compute. */
    default void compute(int tasks, long tokens) throws Exception {
        throw unanswered();
    }

    /** Two tasks that wake each other in turn and park in between. */
    default void roundTrips(int trips) throws Exception {
        throw unanswered();
    }

    /**
     * Starts a task per place, which leaves there what {@link #release} takes, runs {@code parked},
     * parks, and at last runs {@code woken}.
     */
    default void park(@Nullable Object[] places, Runnable parked, Runnable woken) {
        throw unanswered();
    }

    /** Ends the park of one task. */
    default void release(Object place) {
        throw unanswered();
    }

    /**
     * Starts tasks that run {@code armed}, sleep until their own moment of {@link System#nanoTime},
     * and run {@code woken}. The answer cancels those that still sleep.
     */
    default Runnable sleep(int tasks, IntToLongFunction until, Runnable armed, Runnable woken) {
        throw unanswered();
    }

    /** Its channels, and tasks that use them. */
    default ChannelShapes channels() {
        throw unanswered();
    }

    private UnsupportedOperationException unanswered() {
        return new UnsupportedOperationException(
                getClass().getSimpleName() + " does not answer this");
    }

    @Override
    default void close() {}
}
