package dev.stint.task;

/** Where a task is in its life, as its users see it. */
public enum TaskState {
    /** Can run, waits for a worker. */
    READY,
    /** Is being run by a worker. */
    RUNNING,
    /** Waits: for another task, a channel, time, or inside a blocking call of the JDK. */
    BLOCKED,
    /** Has used up a component of its budget and waits for a recharge. */
    BUDGET_EXHAUSTED,
    /** Has ended by returning or by throwing; its outcome says which. */
    COMPLETED,
    /** Has ended because it was cancelled. */
    CANCELLED;

    public boolean isFinal() {
        return this == COMPLETED || this == CANCELLED;
    }
}
