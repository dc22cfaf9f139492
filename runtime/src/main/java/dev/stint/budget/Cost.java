package dev.stint.budget;

import java.util.Objects;

/**
 * Something that costs, and what: one operation each, and one unit of what it uses. An allocation
 * also costs its size.
 */
public enum Cost {
    LOOP_ITERATION(Budget.ofOps(1)),
    CALL(Budget.ofOps(1)),
    /** Of one byte; for others see {@link #allocation}. */
    ALLOCATION(Budget.ofOps(1).withMemory(1)),
    SPAWN(Budget.ofOps(1).withSpawns(1)),
    CHANNEL_SEND(Budget.ofOps(1).withChannelOps(1)),
    CHANNEL_RECEIVE(Budget.ofOps(1).withChannelOps(1)),
    FILE_IO(Budget.ofOps(1).withSyscalls(1)),
    NETWORK_IO(Budget.ofOps(1).withSyscalls(1));

    @SuppressWarnings("ImmutableEnumChecker") // a record of longs
    private final Budget one;

    Cost(Budget one) {
        this.one = Objects.requireNonNull(one);
    }

    /** What doing it once costs; for an allocation, of one byte. */
    public Budget one() {
        return one;
    }

    /** What doing it {@code count} times costs. */
    public Budget times(long count) {
        return one.times(count);
    }

    /** What one allocation of this many bytes costs. */
    public static Budget allocation(long bytes) {
        return ALLOCATION.one.withMemory(bytes);
    }
}
