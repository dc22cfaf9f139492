package dev.stint.testkit.result;

/** Thrown when a schedule fails; its message says which, what went wrong and how to replay it. */
public final class SimFailedError extends AssertionError {
    private static final long serialVersionUID = 1L;

    private final transient SimFailure failure;

    SimFailedError(SimFailure failure, String report) {
        super(report, failure.cause().orElse(null));
        this.failure = failure;
    }

    public SimFailure failure() {
        return failure;
    }
}
