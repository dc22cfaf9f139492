package dev.stint.channel;

import dev.stint.hooks.Foreign;
import java.util.Objects;

/** What a send came to: the value is the channel's or a receiver's, or it is still the sender's. */
public sealed interface Sent {
    /** The channel has taken the value, or a receiver has, or the channel has dropped it. */
    record Taken() implements Sent {}

    /** The channel is closed; the value was not sent. */
    record Done() implements Sent {}

    /** The channel was closed for this reason; the value was not sent. */
    record Failed(Throwable cause) implements Sent {
        public Failed {
            Objects.requireNonNull(cause, "the reason for a close");
        }

        /** In words that run none of a tenant's code. */
        @Override
        public String toString() {
            return "Failed[cause=" + Foreign.inWords(cause) + ']';
        }
    }
}
