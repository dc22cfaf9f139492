package dev.stint.testkit.internal.woven;

import dev.stint.internal.task.Outside;
import dev.stint.internal.task.TaskImpl;
import dev.stint.internal.task.WaitPlace;
import dev.stint.internal.wait.Cell;
import dev.stint.internal.wait.Line;
import dev.stint.internal.wait.TimerHeap;
import dev.stint.internal.wait.WaitNode;
import dev.stint.testkit.SharedLock;
import dev.stint.testkit.internal.run.DecisionStream;
import org.jspecify.annotations.Nullable;

/**
 * The monitor of one object of woven code, for as long as somebody has it or wants it. As the JVM's
 * it may be entered again by its holder, and the wait for it cannot be ended by a cancel.
 *
 * <p>It promises no order, like {@link SharedLock}: when it becomes free all that want it try
 * again. A notify is for the one that has waited longest.
 *
 * <pre>
 *   field    who may touch it
 *   holder   written under the lock; anyone may compare it with himself
 *   holds    the holder
 *   users    guarded by the table of monitors
 * </pre>
 */
final class Monitor extends WaitPlace {
    private final Line entering = new Line();
    private final Line waiting = new Line();
    private volatile @Nullable Object holder; // a task or a thread
    private int holds;
    int users; // how often it is entered, or about to be

    /** Enters it; waits until nobody else is in it. */
    void enter(@Nullable TaskImpl<?> me, @Nullable DecisionStream stream, int times) {
        boolean interrupted = false;
        while (true) {
            Cell cell;
            acquire();
            try {
                if (takeIfFree(times)) {
                    break;
                }
                if (stream != null && stream.isCleaning()) {
                    throw new Unwound();
                }
                cell = join(entering, me, null, "");
            } finally {
                release();
            }
            interrupted |= awaitTurn(cell, stream);
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private boolean awaitTurn(Cell cell, @Nullable DecisionStream stream) {
        boolean interrupted;
        begin(cell, stream);
        try {
            interrupted = awaitThrough(entering, cell);
        } catch (Throwable e) { // a thread outside may learn that nobody can go on
            leave(entering, cell);
            throw e;
        } finally {
            end(cell, stream);
        }
        if (cell.reason() == WaitNode.CLOSE) {
            leave(entering, cell);
            throw new Unwound();
        }
        return interrupted;
    }

    private boolean takeIfFree(int times) {
        Object me = caller();
        if (holder != null && holder != me) {
            return false;
        }
        holder = me;
        holds += times;
        return true;
    }

    void exit() {
        ensureMine("leave");
        holds--;
        if (holds == 0) {
            free();
        }
    }

    private void free() {
        Cell all;
        acquire();
        try {
            holder = null;
            all = entering.takeAll();
        } finally {
            release();
        }
        Line.wakeAll(all);
    }

    /** Leaves it, waits for a notify, and enters it again, also if it throws. */
    void await(@Nullable TaskImpl<?> me, @Nullable DecisionStream stream, long nanos)
            throws InterruptedException {
        ensureMine("wait for a notify of");
        if (Thread.interrupted()) {
            throw new InterruptedException(Outside.caller() + " was interrupted before it waited");
        }
        Cell cell;
        acquire();
        try {
            cell = join(waiting, me, null, "a notify of ");
        } finally {
            release();
        }
        int times = holds;
        holds = 0;
        free(); // after joining, or a notify in between would be lost
        try {
            begin(cell, stream);
            int reason = await(waiting, cell, nanos == 0 ? TimerHeap.NONE : nanos, "wait");
            if (reason == WaitNode.CLOSE) {
                leave(waiting, cell);
                throw new Unwound();
            }
        } finally {
            end(cell, stream);
            enter(me, stream, times);
        }
    }

    void giveNotice(boolean toAll) {
        ensureMine("notify those who wait for");
        Cell served;
        acquire();
        try {
            served = toAll ? waiting.takeAll() : waiting.take();
        } finally {
            release();
        }
        Line.wakeAll(served);
    }

    private static void begin(Cell cell, @Nullable DecisionStream stream) {
        if (stream != null) {
            stream.beginsWait(cell);
        }
    }

    private static void end(Cell cell, @Nullable DecisionStream stream) {
        if (stream != null) {
            stream.endsWait(cell);
        }
    }

    // ---- whose it is

    boolean isMine() {
        return holder == caller();
    }

    @Nullable Object holder() {
        return holder;
    }

    void call(String name) {
        setName(name);
    }

    private static Object caller() {
        TaskImpl<?> me = TaskImpl.currentOrNull();
        return me != null ? me : Thread.currentThread();
    }

    private void ensureMine(String tried) {
        if (!isMine()) {
            throw new IllegalMonitorStateException(
                    Outside.caller() + " cannot " + tried + " a monitor that it is not in");
        }
    }

    @Override
    public String toString() {
        Object now = holder;
        String of = name().isEmpty() ? "a monitor" : "the monitor of " + name();
        return now == null
                ? of
                : of
                        + ", held by "
                        + (now instanceof Thread thread
                                ? "thread '" + thread.getName() + "'"
                                : now.toString());
    }
}
