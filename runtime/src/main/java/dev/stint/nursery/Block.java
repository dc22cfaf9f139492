package dev.stint.nursery;

import org.jspecify.annotations.Nullable;

/**
 * The block of a nursery: what its opener does while the nursery is open. It ends, like the
 * children, when the nursery is cancelled.
 *
 * @param <T> what it returns
 * @param <X> what it may throw of its own
 */
@FunctionalInterface
public interface Block<T extends @Nullable Object, X extends Exception> {
    T run(Nursery nursery) throws X, InterruptedException;

    /** A block that has no value to give back. */
    @FunctionalInterface
    interface Action<X extends Exception> {
        void run(Nursery nursery) throws X, InterruptedException;

        /** The same with a value, which is null. */
        @SuppressWarnings("NullAway") // the checker does not take the type argument's word for it
        default Block<@Nullable Void, X> asBlock() {
            return nursery -> {
                run(nursery);
                return null;
            };
        }
    }
}
