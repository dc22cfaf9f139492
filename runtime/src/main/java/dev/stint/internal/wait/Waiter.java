package dev.stint.internal.wait;

/** Somebody who can be woken: a task, or a thread outside the scheduler. */
public interface Waiter {
    /**
     * Ends the waiter's current park, or leaves one permit that ends its next one. Any thread, any
     * number of times.
     */
    void unpark();
}
