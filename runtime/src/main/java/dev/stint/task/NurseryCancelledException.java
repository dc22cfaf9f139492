package dev.stint.task;

import org.jspecify.annotations.Nullable;

/**
 * Thrown where a task or thread waits in the block of a nursery that it has opened, when that
 * nursery has been cancelled: because a child failed, its time was up, or somebody said so. The
 * cause is the failure of the child, if there was one.
 *
 * <p>Waits outside the block are not concerned: once the nursery was closed or awaited, whoever had
 * opened it goes on as usual.
 */
public final class NurseryCancelledException extends CancelledException {
    private static final long serialVersionUID = 1L;

    public NurseryCancelledException(String message, @Nullable Throwable cause) {
        super(message);
        initCause(cause);
    }
}
