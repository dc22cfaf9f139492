package dev.stint.internal.task;

import org.jspecify.annotations.Nullable;

/**
 * What the runtime itself does with a channel, on whatever stack it happens to stand: it costs
 * nobody anything, never waits, and is no cancellation point.
 */
public interface Unpaid {
    /** Adds a value as far as the channel does without waiting; false if it was not taken. */
    boolean putUnpaid(Object value);

    /** Takes the next value; null if there is none. */
    @Nullable Object takeUnpaid();
}
