package dev.stint.internal.worker;

/** Carries an error that struck scheduler code out of a worker's step. */
final class WorkerDeath extends Error {
    private static final long serialVersionUID = 1L;

    WorkerDeath(Throwable cause) {
        super(cause);
    }
}
