package dev.stint.task;

/**
 * The signal that whoever waits is to stop waiting: its task was cancelled, or a nursery in whose
 * block it stands.
 *
 * <p>It is an {@link InterruptedException}, so that one catch serves runtime calls and blocking
 * calls of the JDK alike. Catching it does not end the cancellation: every later suspension point
 * throws it again, until the task has ended or the block was left.
 */
public abstract sealed class CancelledException extends InterruptedException
        permits TaskCancelledException, NurseryCancelledException {
    private static final long serialVersionUID = 1L;

    CancelledException(String message) {
        super(message);
    }

    /**
     * It has no stack trace: cancelling a million tasks is ordinary, and the message says where.
     */
    @Override
    @SuppressWarnings("UnsynchronizedOverridesSynchronized") // there is nothing to guard
    public final Throwable fillInStackTrace() {
        return this;
    }
}
