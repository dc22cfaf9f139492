package dev.stint.task;

/** Thrown to whoever awaits a task that failed; the cause is what the task threw. */
public final class TaskFailedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public TaskFailedException(String task, Throwable cause) {
        super(task + " failed: " + cause, cause);
    }
}
