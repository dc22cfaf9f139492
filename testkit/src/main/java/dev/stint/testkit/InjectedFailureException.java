package dev.stint.testkit;

/** Thrown at a task by {@link Fault#failTask}. */
public final class InjectedFailureException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public InjectedFailureException(String message) {
        super(message);
    }
}
