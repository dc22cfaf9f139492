package dev.stint.testkit.config;

/** Thrown at a task by {@link Fault#failTask}. */
public final class InjectedFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public InjectedFailure(String message) {
        super(message);
    }
}
