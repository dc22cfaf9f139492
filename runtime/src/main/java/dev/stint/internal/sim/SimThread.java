package dev.stint.internal.sim;

import dev.stint.internal.stack.Access;
import dev.stint.internal.stack.Carrier;
import dev.stint.internal.stack.Core;
import dev.stint.internal.stack.Points;
import dev.stint.internal.task.Outside;
import dev.stint.internal.task.TaskImpl;
import dev.stint.internal.task.Waits;
import dev.stint.internal.wait.TimerHeap;
import java.time.Duration;

/**
 * The thread that simulates: it runs the body of a simulation, and all tasks of the schedulers that
 * the body opens. Here is what the code on it can do: pass points, let time go by.
 */
public final class SimThread {
    private static final StackWalker WALKER =
            StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE);

    private SimThread() {}

    /**
     * Such a thread, not started yet.
     *
     * @throws IllegalStateException if this JVM does not let the runtime schedule; says which flags
     *     to add
     */
    public static Thread create(Runnable body, String name) {
        Access.ensureOpen(); // before a class is used that needs it
        return new Carrier(body, name);
    }

    // ---- points

    /** The calling task is about to do something that others can notice, and that cannot fail. */
    public static void pass() {
        Points.pass();
    }

    /** The same for something that may fail: a simulation may have it do so here. */
    public static void passOrFail() {
        Points.passOrFail();
    }

    /** The calling task lets others run. */
    public static void giveWay() {
        Points.giveWay();
    }

    /** Runs foreign code in the middle of a decision, where nothing may wait. */
    public static void pinned(Runnable action) {
        Core.pinned(action);
    }

    // ---- time

    /** Nanoseconds on the clock of the calling task or body. */
    public static long nanos() {
        return Outside.clock().nanos();
    }

    /** Suspends the calling task or body for so long on its clock. */
    public static void sleep(long nanos) throws InterruptedException {
        TaskImpl<?> me = TaskImpl.currentOrNull();
        if (me != null) {
            me.sleep(Duration.ofNanos(nanos));
        } else {
            Waits.await(Waits.newNode(), nanos, "sleep");
        }
    }

    /** True if the calling code runs because a timer fires. */
    public static boolean isInTimer() {
        return WALKER.walk(frames -> frames.anyMatch(SimThread::firesTimer));
    }

    private static boolean firesTimer(StackWalker.StackFrame frame) {
        return frame.getMethodName().equals("fire")
                && TimerHeap.Entry.class.isAssignableFrom(frame.getDeclaringClass());
    }
}
