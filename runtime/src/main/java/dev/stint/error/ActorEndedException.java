package dev.stint.error;

import org.jspecify.annotations.Nullable;

/**
 * Thrown to whoever tells or asks something of an actor that takes no more messages, or that ends
 * before it answers; the cause is why it failed, if it did.
 */
public final class ActorEndedException extends StintException {
    private static final long serialVersionUID = 1L;

    @SuppressWarnings("NullAway") // a null cause means none
    public ActorEndedException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
