package dev.stint.internal.supervisor;

import dev.stint.internal.task.Home;
import dev.stint.internal.task.TaskImpl;
import dev.stint.internal.task.Waits;
import dev.stint.internal.wait.TimerHeap;
import dev.stint.internal.wait.WaitNode;
import dev.stint.internal.wait.Waiter;
import org.jspecify.annotations.Nullable;

/**
 * What wakes one task when something has happened that it should look at. It does not say what.
 *
 * <p>The task calls {@link #hush}, looks at everything, and calls {@link #await} if there was
 * nothing. Whoever rings changes something first and then rings: the ring sets the flag and then
 * reads the node; the task sets the node and then reads the flag. So one sees the other.
 */
final class Bell {
    private volatile boolean rung;
    private volatile @Nullable WaitNode sleeper;

    /** Any thread, any number of times; never waits. */
    void ring() {
        rung = true;
        WaitNode node = sleeper;
        if (node != null) {
            node.notifyWaiter(WaitNode.DATA);
        }
    }

    /** Forgets rings so far. Before a look. */
    void hush() {
        rung = false;
    }

    /** Waits for a ring since the last {@link #hush}, or for a moment on the clock. */
    void await(TaskImpl<?> me, long until, String what) throws InterruptedException {
        var node = new RingNode(me, what);
        sleeper = node;
        try {
            if (!rung) {
                Home home = me.home();
                long nanos =
                        until == TimerHeap.NONE
                                ? TimerHeap.NONE
                                : Math.max(0, until - home.clock().nanos());
                Waits.await(home, node, nanos, "supervise");
            }
        } finally {
            sleeper = null;
        }
    }

    private static final class RingNode extends WaitNode {
        private final String what;

        RingNode(Waiter waiter, String what) {
            super(waiter);
            this.what = what;
        }

        @Override
        public String describe() {
            return what;
        }
    }
}
