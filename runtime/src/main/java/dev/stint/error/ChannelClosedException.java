package dev.stint.error;

import org.jspecify.annotations.Nullable;

/**
 * Thrown by an operation on a channel that has been closed; the cause is the reason that was given
 * with the close, if one was.
 */
public final class ChannelClosedException extends StintException {
    private static final long serialVersionUID = 1L;

    @SuppressWarnings("NullAway") // a null cause means none
    public ChannelClosedException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
