package dev.stint.error;

import dev.stint.hooks.Foreign;

/**
 * Thrown to whoever awaits a task that failed, or joins a nursery of which a child failed. The
 * cause is what the task threw; what failed later in the same nursery is suppressed.
 */
public final class TaskFailedException extends StintException {
    private static final long serialVersionUID = 1L;

    public TaskFailedException(String task, Throwable cause) {
        super(task + " failed: " + Foreign.inWords(cause), cause);
    }
}
