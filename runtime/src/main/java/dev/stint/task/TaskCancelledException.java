package dev.stint.task;

/**
 * Thrown inside a task, at its next suspension point, when it has been cancelled.
 *
 * <p>It is an {@link InterruptedException}, so that one catch serves runtime calls and blocking
 * calls of the JDK alike. Catching it does not end the cancellation: every later suspension point
 * throws it again.
 *
 * <p>It has no stack trace: cancelling a million tasks is ordinary, and the message says who learns
 * of it where.
 */
public final class TaskCancelledException extends InterruptedException {
    private static final long serialVersionUID = 1L;

    public TaskCancelledException(String message) {
        super(message);
    }

    @Override
    @SuppressWarnings("UnsynchronizedOverridesSynchronized") // there is nothing to guard
    public Throwable fillInStackTrace() {
        return this;
    }
}
