package dev.stint.budget;

import java.util.Objects;
import java.util.function.LongBinaryOperator;

/**
 * An amount of each of the five things that tasks spend. Immutable, never negative; sums stop at
 * {@link #MOST} and differences at 0, so no amount can wrap around.
 *
 * @param ops operations
 * @param memory bytes allocated
 * @param spawns tasks started
 * @param channelOps channel operations
 * @param syscalls system calls
 */
public record Budget(long ops, long memory, long spawns, long channelOps, long syscalls) {
    /** The most of any component. Large enough never to be used up; still counted exactly. */
    public static final long MOST = Long.MAX_VALUE;

    public static final Budget ZERO = new Budget(0, 0, 0, 0, 0);

    public static final Budget UNLIMITED = new Budget(MOST, MOST, MOST, MOST, MOST);

    /** What a task gets unless it is started with something else. No spawns. */
    public static final Budget DEFAULT = new Budget(1_000_000, 64L << 20, 0, 10_000, 1_000);

    public Budget {
        ensureNotNegative(Component.OPS, ops);
        ensureNotNegative(Component.MEMORY, memory);
        ensureNotNegative(Component.SPAWNS, spawns);
        ensureNotNegative(Component.CHANNEL_OPS, channelOps);
        ensureNotNegative(Component.SYSCALLS, syscalls);
    }

    private static void ensureNotNegative(Component component, long amount) {
        if (amount < 0) {
            throw new IllegalArgumentException(
                    "a budget cannot hold "
                            + component.inWords(amount)
                            + ": amounts are from 0 to Budget.MOST.");
        }
    }

    /** So many of one component, and none of the others. */
    public static Budget of(Component component, long amount) {
        return ZERO.with(component, amount);
    }

    public static Budget ofOps(long ops) {
        return ZERO.withOps(ops);
    }

    public long get(Component component) {
        return switch (component) {
            case OPS -> ops;
            case MEMORY -> memory;
            case SPAWNS -> spawns;
            case CHANNEL_OPS -> channelOps;
            case SYSCALLS -> syscalls;
        };
    }

    public Budget with(Component component, long amount) {
        return switch (component) {
            case OPS -> withOps(amount);
            case MEMORY -> withMemory(amount);
            case SPAWNS -> withSpawns(amount);
            case CHANNEL_OPS -> withChannelOps(amount);
            case SYSCALLS -> withSyscalls(amount);
        };
    }

    public Budget withOps(long ops) {
        return new Budget(ops, memory, spawns, channelOps, syscalls);
    }

    public Budget withMemory(long bytes) {
        return new Budget(ops, bytes, spawns, channelOps, syscalls);
    }

    public Budget withSpawns(long spawns) {
        return new Budget(ops, memory, spawns, channelOps, syscalls);
    }

    public Budget withChannelOps(long channelOps) {
        return new Budget(ops, memory, spawns, channelOps, syscalls);
    }

    public Budget withSyscalls(long syscalls) {
        return new Budget(ops, memory, spawns, channelOps, syscalls);
    }

    public Budget plus(Budget other) {
        return combine(other, Budget::add);
    }

    public Budget minus(Budget other) {
        return combine(other, (a, b) -> a > b ? a - b : 0);
    }

    public Budget min(Budget other) {
        return combine(other, Math::min);
    }

    /** So many times this. */
    public Budget times(long factor) {
        if (factor < 0) {
            throw new IllegalArgumentException(
                    "a budget cannot be taken "
                            + factor
                            + " times; the factor must not be negative.");
        }
        return new Budget(
                multiply(ops, factor),
                multiply(memory, factor),
                multiply(spawns, factor),
                multiply(channelOps, factor),
                multiply(syscalls, factor));
    }

    /** True if every component of {@code other} could be paid from this. */
    public boolean covers(Budget other) {
        Objects.requireNonNull(other, "the other budget");
        return ops >= other.ops
                && memory >= other.memory
                && spawns >= other.spawns
                && channelOps >= other.channelOps
                && syscalls >= other.syscalls;
    }

    public boolean isZero() {
        return (ops | memory | spawns | channelOps | syscalls) == 0;
    }

    private Budget combine(Budget other, LongBinaryOperator how) {
        Objects.requireNonNull(other, "the other budget");
        return new Budget(
                how.applyAsLong(ops, other.ops),
                how.applyAsLong(memory, other.memory),
                how.applyAsLong(spawns, other.spawns),
                how.applyAsLong(channelOps, other.channelOps),
                how.applyAsLong(syscalls, other.syscalls));
    }

    private static long add(long a, long b) {
        long sum = a + b;
        return sum < 0 ? MOST : sum;
    }

    private static long multiply(long a, long factor) {
        long high = Math.multiplyHigh(a, factor);
        long low = a * factor;
        return high != 0 || low < 0 ? MOST : low;
    }
}
