package dev.stint.internal.sim;

import dev.stint.env.Decisions;
import dev.stint.env.TaskDecisions;
import dev.stint.internal.stack.Core;
import dev.stint.internal.stack.Processor;
import dev.stint.internal.task.Causes;
import dev.stint.internal.task.Ending;
import dev.stint.internal.task.Outside;
import dev.stint.internal.task.TaskImpl;
import dev.stint.internal.wait.Cell;
import dev.stint.internal.wait.WaitNode;
import dev.stint.task.Task;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a simulation knows of a task beyond its public face. The simulating thread only. */
public final class SimTask {
    private SimTask() {}

    private static TaskImpl<?> ours(Task<?> task) {
        return (TaskImpl<?>) task;
    }

    /** The calling task; null if the caller is none. Any thread. */
    public static @Nullable Task<?> current() {
        return TaskImpl.currentOrNull();
    }

    /** Who calls, for a message: a task or a thread. Any thread. */
    public static String caller() {
        return Outside.caller();
    }

    /** Who decides which task goes on in its scheduler; null if nobody does. Any thread. */
    public static @Nullable TaskDecisions decidedBy(Task<?> task) {
        return SimScheduler.engineOf(ours(task))
                .config()
                .decisions()
                .flatMap(Decisions::ofTasks)
                .orElse(null);
    }

    // ---- what it does

    /** What it waits for, in words; null if it does not wait. */
    public static @Nullable String waitsFor(Task<?> task) {
        WaitNode on = ours(task).waitingOn();
        return on == null ? null : on.describe();
    }

    /**
     * True if it could run, or waits for what others hold. Who sleeps, or waits for others to end,
     * has all the time there is.
     */
    public static boolean isHeldUp(Task<?> task) {
        WaitNode on = ours(task).waitingOn();
        return on == null ? ours(task).isQueued() : on instanceof Cell;
    }

    /** True until it runs for the first time. */
    public static boolean isUnstarted(Task<?> task) {
        return ours(task).isUnstarted();
    }

    /** True once it was asked to end. */
    public static boolean isCancelRequested(Task<?> task) {
        return ours(task).isCancelRequested();
    }

    /** The worker that it last ran on; 0 if it never ran. */
    public static int workerOf(Task<?> task) {
        Processor last = ours(task).last();
        return last == null ? 0 : last.id();
    }

    /** Its stack, the innermost frame first; null if it has none. Any thread. */
    public static @Nullable List<StackTraceElement> stackOf(Task<?> task) {
        Core core = ours(task).core();
        return core == null ? null : List.of(core.stackTrace());
    }

    /** True of the class below which, on a stack, is what the task was given to do. */
    public static boolean isBottomOfStack(String className) {
        return className.equals(Ending.class.getName());
    }

    /** Ends its current wait for no reason, or its next one. Any thread. */
    public static void wake(Task<?> task) {
        ours(task).unpark();
    }

    // ---- what it has thrown

    /** What it has failed with; null if it has not. */
    public static @Nullable Throwable failureOf(Task<?> task) {
        return ours(task).failure();
    }

    /** Something that was thrown, its cause, the cause of that, and so on; empty for null. */
    public static List<Throwable> causesOf(@Nullable Throwable thrown) {
        return Causes.of(thrown);
    }
}
