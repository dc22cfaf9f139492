package dev.stint.internal.task;

import dev.stint.internal.wait.TimerHeap;
import dev.stint.internal.wait.WaitNode;

/** Ways to wait for the end of a task that do not look at how it ended. */
public final class Join {
    private Join() {}

    /** Waits for the end; false if the time is up first. A timeout of 0 means not to wait. */
    public static boolean await(TaskImpl<?> task, long timeoutNanos, String where)
            throws InterruptedException {
        TaskImpl<?> me = TaskImpl.currentOrNull();
        task.ensureMaySee(me);
        if (timeoutNanos <= 0 || task.isDone()) {
            return task.isDone();
        }
        if (me == task) {
            throw new IllegalStateException(
                    task
                            + " cannot "
                            + where
                            + " what it is itself to give: it would wait for ever. Do that in"
                            + " another task.");
        }
        if (me != null) {
            ensureNoCircle(me, task, where);
        }
        var node = new EndNode(me != null ? me : Waits.current(), task);
        if (!task.enlist(node)) {
            return true;
        }
        try {
            Waits.await(task.home(), node, timeoutNanos, where);
        } finally {
            forget(node, task);
        }
        return task.isDone();
    }

    /** A task does not end before those that run in its nurseries, so none of them can await it. */
    static void ensureNoCircle(TaskImpl<?> me, TaskImpl<?> task, String where) {
        for (Family at = me.nursery(); at != null; at = at.above()) {
            if (at.owner() == task) {
                throw new IllegalStateException(
                        me
                                + " cannot "
                                + where
                                + " "
                                + task
                                + ": that one waits for it, because it has opened "
                                + at
                                + ". Return a result instead, or send it through a channel.");
            }
        }
    }

    /**
     * Waits for the end, whatever happens to whoever waits: if that is cancelled or interrupted, it
     * has the task cancelled as well and waits on, as a nursery does for its children.
     */
    public static void toTheEnd(TaskImpl<?> task) {
        TaskImpl<?> me = TaskImpl.currentOrNull();
        boolean interrupted = false;
        while (!task.isDone()) {
            var node = new EndNode(me != null ? me : Waits.current(), task);
            if (!task.enlist(node)) {
                break;
            }
            try {
                if (interrupted && me != null) {
                    me.waitThrough(node);
                } else {
                    Waits.await(task.home(), node, TimerHeap.NONE, "close");
                }
            } catch (InterruptedException e) {
                interrupted = true;
                task.cancel();
            } finally {
                forget(node, task);
            }
        }
        if (interrupted && me == null) {
            Thread.currentThread().interrupt();
        }
    }

    private static void forget(WaitNode node, TaskImpl<?> task) {
        if (node.reason() != WaitNode.DATA) {
            task.forgetWaiter();
        }
    }
}
