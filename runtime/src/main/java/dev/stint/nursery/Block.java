package dev.stint.nursery;

import org.jspecify.annotations.Nullable;

/**
 * The block of a nursery: what its opener does while the nursery is open. It ends, like the
 * children, when the nursery is cancelled.
 */
@FunctionalInterface
public interface Block<T extends @Nullable Object> {
    T run(Nursery nursery) throws Exception;

    /** A block that has no value to give back. */
    @FunctionalInterface
    interface Action {
        void run(Nursery nursery) throws Exception;

        /** The same with a value, which is null. */
        @SuppressWarnings("NullAway") // the checker does not take the type argument's word for it
        default Block<@Nullable Void> asBlock() {
            return nursery -> {
                run(nursery);
                return null;
            };
        }
    }
}
