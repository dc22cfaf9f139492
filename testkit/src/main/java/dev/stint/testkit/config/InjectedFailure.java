package dev.stint.testkit.config;

/** The failure that {@link Fault#failTask} throws at a task. */
public final class InjectedFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public InjectedFailure(String message) {
        super(message);
    }
}
