package dev.stint.internal.worker;

import dev.stint.hooks.Foreign;

/** Carries an error that struck scheduler code out of a worker's step. */
final class WorkerDeath extends Error {
    private static final long serialVersionUID = 1L;

    WorkerDeath(Throwable cause) {
        super(Foreign.inWords(cause), cause);
    }
}
