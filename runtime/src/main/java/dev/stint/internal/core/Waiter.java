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

    /**
     * Waits until the node is claimed, as the waiter that it was made for, who calls, for something
     * that belongs to no scheduler. Returns what it was claimed with, which is never CANCEL.
     *
     * @throws InterruptedException if the task or thread is interrupted or cancelled
     */
    static int await(WaitNode node, long timeoutNanos, String where) throws InterruptedException {
        return node.waiter() instanceof TaskImpl<?> me
                ? me.await(node, timeoutNanos, where)
                : Outside.await(node, timeoutNanos, where);
    }

    /**
     * Waits until the node is claimed, as the waiter that it was made for, who calls: suspends a
     * task, blocks a thread outside. Returns the reason, which is never CANCEL.
     *
     * @throws InterruptedException if the task or thread is interrupted or cancelled
     */
    static int await(Dispatcher home, WaitNode node, long timeoutNanos, String where)
            throws InterruptedException {
        if (!(node.waiter() instanceof TaskImpl<?> me)) {
            return Outside.await(home, node, timeoutNanos, where);
        }
        return me.await(node, timeoutNanos, where);
    }
}
