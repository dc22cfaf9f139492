package dev.stint.sync;

import java.time.Duration;

/**
 * Something about what a mutex guards, for which those who have the mutex wait. Made by {@link
 * Mutex#condition}.
 *
 * <pre>{@code
 * try (var _ = mutex.lock()) {
 *     while (queue.isEmpty()) {
 *         notEmpty.await();
 *     }
 *     ...
 * }
 * }</pre>
 *
 * <p>Whoever waits lets go of the mutex meanwhile. A signal goes to the one that has waited
 * longest; that one then stands in line for the mutex behind those who stand there already, and is
 * handed it in its turn. Between the signal and that turn others may have had the mutex, so look
 * again in a loop. Nobody is woken without a signal.
 *
 * <p>When a wait ends, the caller has the mutex again, also when it throws: what is around it can
 * rely on that. So a wait that is cancelled or late still has to wait until it is its turn. A
 * signal is never lost: a wait that it was for returns normally, whatever came meanwhile; one that
 * was given up before leaves it to the next.
 *
 * <p>To wait costs a task one operation, paid before; to signal is free.
 */
public sealed interface Condition permits ConditionImpl {
    /** Names it, for errors and reports, and returns it. */
    Condition named(String name);

    /**
     * Waits for a signal.
     *
     * @throws IllegalStateException if the caller does not have the mutex
     * @throws InterruptedException if the task is cancelled or the thread interrupted; the caller
     *     has the mutex again
     */
    void await() throws InterruptedException;

    /**
     * Waits for a signal, unless that takes longer than this; false if it did. A timeout of 0 or
     * less keeps the mutex and does not wait.
     */
    boolean await(Duration timeout) throws InterruptedException;

    /**
     * Ends the wait of the one that has waited longest; nothing if nobody waits. Never waits, and
     * the caller keeps the mutex.
     *
     * @throws IllegalStateException if the caller does not have the mutex
     */
    void signal();

    /** Ends the waits of all that wait now; they get the mutex in the order of their waits. */
    void signalAll();

    Snapshot snapshot();

    /**
     * A condition as it was at one moment.
     *
     * @param waiting how many wait for a signal
     */
    record Snapshot(String name, int waiting) {}
}
