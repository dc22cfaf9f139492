package dev.stint.error;

import org.jspecify.annotations.Nullable;

/**
 * Thrown by a spawn into a nursery that takes no more children; the cause is why it ended, if an
 * error did.
 */
public final class NurseryNotActiveException extends StintException {
    private static final long serialVersionUID = 1L;

    @SuppressWarnings("NullAway") // a null cause means none
    public NurseryNotActiveException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
