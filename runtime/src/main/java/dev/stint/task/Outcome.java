package dev.stint.task;

import dev.stint.hooks.Foreign;
import org.jspecify.annotations.Nullable;

/** How a task ended: with a value, with a failure, or cancelled. */
public sealed interface Outcome<T extends @Nullable Object> {
    /** The task returned this value. */
    record Success<T extends @Nullable Object>(T value) implements Outcome<T> {}

    /** The task threw this. */
    record Failure<T extends @Nullable Object>(Throwable cause) implements Outcome<T> {
        /** In words that run none of a tenant's code. */
        @Override
        public String toString() {
            return "Failure[cause=" + Foreign.inWords(cause) + ']';
        }
    }

    /** The task was cancelled before it could return. */
    record Cancelled<T extends @Nullable Object>() implements Outcome<T> {}
}
