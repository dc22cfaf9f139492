package dev.stint.guard;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The limits of a tenant's guards. Immutable; the {@code with} methods return a changed copy.
 *
 * @param unchargedMemory bytes that its tasks may allocate beyond what they are charged; empty: as
 *     much again as its budget has of memory, but at least {@link #LEAST_UNCHARGED}, and no limit
 *     if the budget has none
 * @param processorTime how long processors may work for it; empty for no limit
 * @param files how many files it may have open at once, by all its rights
 * @param sockets how many connections, by all its rights
 * @param output characters that it may write, all in all
 * @param heap how much of the heap it may keep alive; empty if that is not watched
 */
public record Limits(
        OptionalLong unchargedMemory,
        Optional<Duration> processorTime,
        int files,
        int sockets,
        long output,
        Optional<HeapLimit> heap) {
    /** As a limit: there is none. */
    public static final long UNLIMITED = Long.MAX_VALUE;

    /**
     * What the runtime and the JVM allocate for a small program that does nothing wrong: classes of
     * the JDK that are used for the first time, call sites that are linked.
     */
    public static final long LEAST_UNCHARGED = 64L << 20;

    private static final Limits DEFAULT =
            new Limits(
                    OptionalLong.empty(), Optional.empty(), 256, 256, 64L << 20, Optional.empty());

    public Limits {
        Objects.requireNonNull(unchargedMemory, "limit of uncharged memory");
        Objects.requireNonNull(processorTime, "limit of processor time");
        Objects.requireNonNull(heap, "limit of what it keeps alive");
        ensureNotNegative("uncharged memory", unchargedMemory.orElse(0));
        ensureNotNegative("open files", files);
        ensureNotNegative("open connections", sockets);
        ensureNotNegative("output", output);
        if (processorTime.isPresent() && !processorTime.get().isPositive()) {
            throw new IllegalArgumentException(
                    "a limit of "
                            + processorTime.get()
                            + " on processor time lets nothing run. Give more, or leave it out.");
        }
    }

    private static void ensureNotNegative(String what, long limit) {
        if (limit < 0) {
            throw new IllegalArgumentException(
                    "a limit of " + limit + " on " + what + " cannot be kept; the least is 0.");
        }
    }

    /** The limits that others are made from, by {@code with...}. */
    public static Limits defaults() {
        return DEFAULT;
    }

    /** {@link #UNLIMITED} takes the guard away. */
    public Limits withUnchargedMemory(long bytes) {
        return new Limits(OptionalLong.of(bytes), processorTime, files, sockets, output, heap);
    }

    public Limits withProcessorTime(Duration time) {
        return new Limits(unchargedMemory, Optional.of(time), files, sockets, output, heap);
    }

    public Limits withFiles(int open) {
        return new Limits(unchargedMemory, processorTime, open, sockets, output, heap);
    }

    public Limits withSockets(int open) {
        return new Limits(unchargedMemory, processorTime, files, open, output, heap);
    }

    public Limits withOutput(long characters) {
        return new Limits(unchargedMemory, processorTime, files, sockets, characters, heap);
    }

    /**
     * How much of the heap it may keep alive. That is estimated by the library of the module
     * native; a tenant with this limit cannot be opened without.
     */
    public Limits withHeap(HeapLimit most) {
        return new Limits(
                unchargedMemory, processorTime, files, sockets, output, Optional.of(most));
    }
}
