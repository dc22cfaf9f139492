package dev.stint.internal.fiber;

import dev.stint.internal.task.TaskImpl;

/** What code that answers for others asks of the task that it is called in. */
public final class Here {
    private Here() {}

    /** True if the caller runs in a task. */
    public static boolean isTask() {
        return TaskImpl.currentOrNull() != null;
    }

    /** The id of the calling task. */
    public static long id() {
        return TaskImpl.ensureCurrent("ask for its id").id();
    }

    /** True if the calling task must end, or leave the block of a nursery that was cancelled. */
    public static boolean mustEnd() {
        return TaskImpl.ensureCurrent("ask whether it must end").mustEnd();
    }
}
