package dev.stint.internal.task;

import dev.stint.internal.stack.Headroom;
import dev.stint.internal.wait.Cell;
import dev.stint.internal.wait.Line;
import dev.stint.internal.wait.SpinLock;
import dev.stint.internal.wait.TimerHeap;
import dev.stint.internal.wait.WaitNode;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Something that is waited for in lines which its lock guards.
 *
 * <p>Inside a section nothing waits, runs foreign code or wakes anybody: who is to be woken is
 * claimed inside and woken after.
 *
 * <pre>
 *   an operation that waits     who ends it, by the one claim on its cell
 *   WAITING -> DATA             whoever serves it, lock held; it has got what it waited for
 *   WAITING -> CLOSE            a close, lock held
 *   WAITING -> TIMEOUT          the timer that the operation has armed
 *   WAITING -> CANCEL           the waiting task or thread itself, on its way out
 * </pre>
 */
public abstract class WaitPlace extends SpinLock {
    static {
        Headroom.ensure(); // so that it is not made at the end of somebody's stack
    }

    private static final int LONGEST = 256; // characters of a name

    private volatile String name = "";

    /**
     * Before anything is touched: a task pays one operation, and both it and a thread outside that
     * may wait notice that they are to end. Returns the task; null for a thread outside.
     */
    protected static @Nullable TaskImpl<?> payOp(boolean mayWait, String where)
            throws InterruptedException {
        Headroom.ensure();
        TaskImpl<?> me = TaskImpl.currentOrNull();
        if (me != null) {
            me.payOp(where);
            if (mayWait) {
                me.throwIfInterrupted(where);
            }
        } else if (mayWait) {
            Outside.throwIfEnding(where);
        }
        return me;
    }

    /** As {@link #payOp}, for an operation and a channel operation. */
    protected static @Nullable TaskImpl<?> payChannelOp(boolean mayWait, String where)
            throws InterruptedException {
        Headroom.ensure();
        TaskImpl<?> me = TaskImpl.currentOrNull();
        if (me != null) {
            me.payChannelOp(where);
            if (mayWait) {
                me.throwIfInterrupted(where);
            }
        } else if (mayWait) {
            Outside.throwIfEnding(where);
        }
        return me;
    }

    /** A cell for whoever calls; adds it to the line. Lock held. */
    protected final Cell join(
            Line line, @Nullable TaskImpl<?> me, @Nullable Object item, String what) {
        var cell = new Cell(me != null ? me : Waits.current(), item, what, this);
        line.add(cell);
        return cell;
    }

    /**
     * Waits to be served, as the owner of a cell in the line; returns DATA, CLOSE or TIMEOUT. Who
     * was served is served, whatever else has happened to it (ruling R1); who was not has left the
     * line. No lock held.
     */
    protected final int await(Line line, Cell cell, long timeoutNanos, String where)
            throws InterruptedException {
        int result;
        try {
            result = Waits.await(cell, timeoutNanos, where);
        } catch (Throwable e) {
            if (cell.claim(WaitNode.CANCEL) || cell.reason() == WaitNode.CANCEL) {
                leave(line, cell);
                throw e;
            }
            result = cell.reason(); // somebody was faster
        }
        if (result == WaitNode.TIMEOUT) {
            leave(line, cell);
        }
        return result;
    }

    /**
     * Waits to be served and nothing else: a task that is cancelled meanwhile goes on waiting. A
     * thread outside that is interrupted has left the line, and gets true. No lock held.
     */
    protected final boolean awaitThrough(Line line, Cell cell) {
        if (cell.waiter() instanceof TaskImpl<?> me) {
            me.waitThrough(cell);
            return false;
        }
        try {
            Outside.awaitThrough(cell);
            return false;
        } catch (InterruptedException e) {
            leave(line, cell);
            return true;
        }
    }

    /** Takes a cell out of its line. No lock held. */
    protected final void leave(Line line, Cell cell) {
        acquire();
        try {
            line.remove(cell);
        } finally {
            release();
        }
    }

    protected static void wake(@Nullable Cell served) {
        if (served != null) {
            served.wake();
        }
    }

    protected static long nanosOf(Duration timeout) {
        return TaskImpl.toNanos(Objects.requireNonNull(timeout, "timeout of a wait"));
    }

    /** What is left of a timeout that began when the clock of whoever calls showed this. */
    protected static long left(long timeoutNanos, long since) {
        return timeoutNanos == TimerHeap.NONE
                ? TimerHeap.NONE
                : Math.max(0, timeoutNanos - (Outside.clock().nanos() - since));
    }

    protected final void setName(String name) {
        Objects.requireNonNull(name, "a name");
        // It is in the text of all that is thrown here.
        this.name = name.length() <= LONGEST ? name : name.substring(0, LONGEST) + "...";
    }

    protected final String name() {
        return name;
    }

    /** This, for a message. */
    protected final String called(String kind) {
        if (!name.isEmpty()) {
            return kind + " '" + name + "'";
        }
        return (kind.startsWith("o") ? "an " : "a ") + kind;
    }
}
