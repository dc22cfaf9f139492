package dev.stint.hooks;

/**
 * A wake-up that one task waits for and others give. One that comes before the wait is kept, as the
 * permit of a {@code LockSupport} is.
 */
public interface Wakeup {
    /** For a wait without an end. */
    long NO_LIMIT = -1;

    /**
     * Waits until it is woken; false if the time was up first. May return for no reason. By one
     * task at a time.
     *
     * @param nanos how long, or {@link #NO_LIMIT}
     * @param isIdle if nothing is left to be done unless others bring it: a nursery of which all
     *     wait like that has ended
     */
    boolean await(long nanos, boolean isIdle) throws InterruptedException;

    /** Ends the wait, or the next one. Any number of times, by any task. */
    void wake();
}
