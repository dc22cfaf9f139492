package dev.stint.task;

/** Thrown inside a task, at its next suspension point, when the task has been cancelled. */
public final class TaskCancelledException extends CancelledException {
    private static final long serialVersionUID = 1L;

    public TaskCancelledException(String message) {
        super(message);
    }
}
