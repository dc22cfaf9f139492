package dev.stint.testkit.config;

/** The failure that {@link Fault#failTask} throws at a task. */
public final class InjectedFailureException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public InjectedFailureException(String message) {
        super(message);
    }
}
