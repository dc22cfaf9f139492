package dev.stint.sync;

import java.time.Duration;

/**
 * A count that goes down to zero once; then everybody who waits for that goes on, for good.
 *
 * <p>Tasks and threads outside any scheduler may use it. To wait costs a task one operation, paid
 * before; to count down is free.
 */
public sealed interface Latch permits LatchImpl {
    /** A latch that opens after this many; one of 0 is open. */
    static Latch of(long count) {
        return new LatchImpl(count);
    }

    /** Names it, for errors and reports, and returns it. */
    Latch named(String name);

    /** One less. An open latch stays open. Never waits. */
    void countDown();

    /**
     * Waits until the count is zero.
     *
     * @throws InterruptedException if the task is cancelled or the thread interrupted
     */
    void await() throws InterruptedException;

    /** Waits until the count is zero, unless that takes longer than this; false if it did. */
    boolean await(Duration timeout) throws InterruptedException;

    /** How many are missing. */
    long count();

    default boolean isOpen() {
        return count() == 0;
    }

    Snapshot snapshot();

    /**
     * A latch as it was at one moment.
     *
     * @param waiting how many wait for it to open
     */
    record Snapshot(String name, long count, int waiting) {}
}
