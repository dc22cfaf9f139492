package dev.stint.channel;

import dev.stint.hooks.Foreign;
import java.util.Objects;
import java.util.Optional;

/** What a receive came to: a value, or the news that there will be no more. */
public sealed interface Received<T> {
    /** A value, now the receiver's. */
    record Value<T>(T value) implements Received<T> {
        public Value {
            Objects.requireNonNull(value, "a received value");
        }
    }

    /** The channel is closed, and all that was sent has been received. */
    record Done<T>() implements Received<T> {}

    /** The channel was closed for this reason, and all that was sent has been received. */
    record Failed<T>(Throwable cause) implements Received<T> {
        public Failed {
            Objects.requireNonNull(cause, "the reason for a close");
        }

        /** In words that run none of a tenant's code. */
        @Override
        public String toString() {
            return "Failed[cause=" + Foreign.inWords(cause) + ']';
        }
    }

    /** The value; empty if the channel is closed. */
    default Optional<T> toOptional() {
        return this instanceof Value<T>(T value) ? Optional.of(value) : Optional.empty();
    }
}
