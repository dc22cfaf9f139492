package dev.stint.internal.core;

import dev.stint.internal.time.TimerHeap;
import dev.stint.task.TaskCancelledException;

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
     * Waits until the node is claimed, as the waiter that it was made for, who calls: suspends a
     * task, blocks a thread outside. Returns the reason, which is never CANCEL.
     *
     * @throws InterruptedException if the task is cancelled or the thread interrupted
     */
    static int await(Dispatcher home, WaitNode node, long timeoutNanos, String where)
            throws InterruptedException {
        if (!(node.waiter() instanceof TaskImpl<?> me)) {
            return home.awaitOutside(node, timeoutNanos);
        }
        boolean timed = timeoutNanos != TimerHeap.NONE;
        long deadline = timed ? me.home().clock().after(timeoutNanos) : TimerHeap.NONE;
        int reason = me.awaitNode(node, deadline);
        if (reason == WaitNode.CANCEL) {
            me.throwIfEnding(where);
            throw new TaskCancelledException(me + " ran out of grace in " + where + "()");
        }
        return reason;
    }
}
