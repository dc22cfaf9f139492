package dev.stint.internal.core;

/** Somebody who can be woken: a task, or a thread outside the scheduler. */
public interface Waiter {
    /**
     * Ends the waiter's current park, or leaves one permit that ends its next one. Any thread, any
     * number of times.
     */
    void unpark();

    /** The current task, or the current thread when it is not one of ours. */
    static Waiter current() {
        TaskImpl<?> task = TaskImpl.currentOrNull();
        return task != null ? task : new OutsideThread();
    }
}
