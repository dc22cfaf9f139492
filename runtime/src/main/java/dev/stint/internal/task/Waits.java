package dev.stint.internal.task;

import dev.stint.internal.wait.WaitNode;
import dev.stint.internal.wait.Waiter;
import dev.stint.task.CancelledException;
import java.util.concurrent.CancellationException;

/** How whoever calls waits: a task is suspended, a thread outside all schedulers is blocked. */
public final class Waits {
    private static final int LOOKED_AT = 32; // for an operation

    private Waits() {}

    /** The current task, or the current thread when it is not one of ours. */
    public static Waiter current() {
        TaskImpl<?> task = TaskImpl.currentOrNull();
        return task != null ? task : new OutsideThread();
    }

    /** A node for whoever calls. */
    public static WaitNode newNode() {
        return new WaitNode(current());
    }

    /**
     * Waits until the node is claimed, as the waiter that it was made for, who calls, for something
     * that belongs to no scheduler. Returns what it was claimed with, which is never CANCEL.
     *
     * @throws InterruptedException if the task or thread is interrupted or cancelled
     */
    public static int await(WaitNode node, long timeoutNanos, String where)
            throws InterruptedException {
        return node.waiter() instanceof TaskImpl<?> me
                ? me.await(node, timeoutNanos, where)
                : Outside.await(node, timeoutNanos, where);
    }

    /**
     * Waits until the node is claimed, as the waiter that it was made for, who calls. Returns the
     * reason, which is never CANCEL.
     *
     * @throws InterruptedException if the task or thread is interrupted or cancelled
     */
    public static int await(Home home, WaitNode node, long timeoutNanos, String where)
            throws InterruptedException {
        if (!(node.waiter() instanceof TaskImpl<?> me)) {
            return Outside.await(home, node, timeoutNanos, where);
        }
        return me.await(node, timeoutNanos, where);
    }

    /** The caller has looked through so many that wait. A lock must not be held. */
    public static void payForLook(int waiting) {
        TaskImpl<?> me = TaskImpl.currentOrNull();
        if (me == null || waiting < LOOKED_AT) {
            return;
        }
        try {
            me.checkpoint(waiting / LOOKED_AT);
        } catch (CancelledException e) {
            var cancelled = new CancellationException(e.getMessage());
            cancelled.initCause(e);
            throw cancelled;
        }
    }
}
