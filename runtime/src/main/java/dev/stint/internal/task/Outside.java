package dev.stint.internal.task;

import dev.stint.env.Clock;
import dev.stint.env.Parking;
import dev.stint.env.SystemClock;
import dev.stint.internal.wait.Cell;
import dev.stint.internal.wait.TimerHeap;
import dev.stint.internal.wait.WaitNode;
import dev.stint.task.NurseryCancelledException;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * How a thread outside all schedulers waits for something that belongs to none, such as a channel.
 *
 * <p>A scheduler under a seed makes steps only while somebody waits for it. So a thread that has
 * opened one waits through it, and the run goes on meanwhile; if it has opened several, through the
 * one opened last.
 */
public final class Outside {
    private static final Clock REAL = new SystemClock();
    private static final ThreadLocal<@Nullable Deque<Home>> DRIVEN = new ThreadLocal<>();
    private static final ThreadLocal<@Nullable OutsideOpener> OPENER = new ThreadLocal<>();

    private Outside() {}

    /** The calling thread has opened a scheduler that runs only while somebody waits for it. */
    public static void opened(Home driven) {
        Deque<Home> mine = DRIVEN.get();
        if (mine == null) {
            mine = new ArrayDeque<>();
            DRIVEN.set(mine);
        }
        mine.push(driven);
    }

    /** Lets go of those that have been closed. */
    public static void forgetClosed() {
        driven();
    }

    private static @Nullable Home driven() {
        Deque<Home> mine = DRIVEN.get();
        while (mine != null && !mine.isEmpty() && mine.peek().isClosed()) {
            mine.pop();
        }
        return mine == null ? null : mine.peek();
    }

    /** Who calls, for a message: a task or a thread. */
    public static String caller() {
        TaskImpl<?> task = TaskImpl.currentOrNull();
        return task != null ? task.toString() : "thread '" + Thread.currentThread().getName() + "'";
    }

    /** The clock by which the calling task or thread waits for something that belongs to none. */
    public static Clock clock() {
        TaskImpl<?> task = TaskImpl.currentOrNull();
        Home home = task != null ? task.home() : driven();
        return home == null ? REAL : home.clock();
    }

    // ---- the nurseries that the calling thread has opened

    /** The calling thread as an opener. */
    public static OutsideOpener opener() {
        OutsideOpener me = OPENER.get();
        if (me == null) {
            me = new OutsideOpener();
            OPENER.set(me);
        }
        return me;
    }

    /** The calling thread as an opener; null if it has no nursery open. */
    public static @Nullable OutsideOpener openerOrNull() {
        return OPENER.get();
    }

    /** The calling thread has left a block. */
    public static void left() {
        OutsideOpener me = opener();
        Family innermost = me.owned();
        me.setOwned(innermost);
        if (innermost == null) {
            OPENER.remove();
        }
    }

    // ---- waiting

    /**
     * For an operation that may wait, before it does anything: it always notices an interrupt, and
     * that a nursery was cancelled in whose block it stands, not only when it happens to wait.
     */
    public static void throwIfEnding(String where) throws InterruptedException {
        OutsideOpener me = OPENER.get();
        if (me != null) {
            me.throwIfCut(null, where);
        }
        if (Thread.interrupted()) {
            throw new InterruptedException(
                    caller() + " was interrupted; it learns of it in " + where + "()");
        }
    }

    /** Blocks the calling thread until the node is claimed, for something that belongs to none. */
    static int await(WaitNode node, long timeoutNanos, String where) throws InterruptedException {
        return await(driven(), node, timeoutNanos, where);
    }

    /**
     * Blocks the calling thread until the node is claimed; see {@link Home#awaitOutside}. Never
     * returns CANCEL.
     *
     * @throws InterruptedException if the thread is interrupted, or a nursery is cancelled in whose
     *     block it stands
     */
    public static int await(@Nullable Home home, WaitNode node, long timeoutNanos, String where)
            throws InterruptedException {
        OutsideOpener me = OPENER.get();
        if (me == null) {
            return await(home, node, timeoutNanos);
        }
        WaitNode before = me.begin(node);
        int reason;
        try {
            reason = await(home, node, timeoutNanos);
        } finally {
            me.end(before);
        }
        if (Cell.reasonOf(reason) == WaitNode.CANCEL) {
            me.throwIfCut(node, where);
            throw new NurseryCancelledException(
                    caller()
                            + " stood in the block of a nursery that was cancelled, and has ended"
                            + " with its scheduler or tenant; it learns of it in "
                            + where
                            + "()",
                    null);
        }
        return reason;
    }

    /** The same whatever happens to the nurseries in whose blocks the thread stands. */
    public static void awaitThrough(WaitNode node) throws InterruptedException {
        await(driven(), node, TimerHeap.NONE);
    }

    private static int await(@Nullable Home home, WaitNode node, long timeoutNanos)
            throws InterruptedException {
        return home == null
                ? park(node, timeoutNanos, REAL)
                : home.awaitOutside(node, timeoutNanos);
    }

    /** Parks the calling thread until the node is claimed or the time is up. */
    public static int park(WaitNode node, long timeoutNanos, Clock clock)
            throws InterruptedException {
        boolean timed = timeoutNanos != TimerHeap.NONE;
        long deadline = timed ? clock.after(timeoutNanos) : TimerHeap.NONE;
        while (node.isWaiting()) {
            if (Thread.interrupted()) {
                if (node.claim(WaitNode.CANCEL)) {
                    throw new InterruptedException();
                }
                Thread.currentThread().interrupt(); // the wait was over before: it is for later
                break;
            }
            if (!timed) {
                Parking.park(node);
                continue;
            }
            long left = deadline - clock.nanos();
            if (left <= 0) {
                node.claim(WaitNode.TIMEOUT);
            } else {
                Parking.parkNanos(node, left);
            }
        }
        return node.reason();
    }
}
