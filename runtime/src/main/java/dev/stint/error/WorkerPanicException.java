package dev.stint.error;

import dev.stint.hooks.Foreign;

/** An error that struck scheduler code on a worker; the worker was restarted with all its work. */
public final class WorkerPanicException extends StintException {
    private static final long serialVersionUID = 1L;

    public WorkerPanicException(String worker, Throwable cause) {
        super(
                worker
                        + " was struck by "
                        + Foreign.inWords(cause)
                        + " in scheduler code and was restarted; no task is lost."
                        + " If memory has not run out, it is a bug: report it with its cause.",
                cause);
    }
}
