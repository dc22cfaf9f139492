package dev.stint.lease;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.function.UnaryOperator;

/**
 * How a lease is set up. Immutable; the {@code with} methods return a changed copy.
 *
 * @param name shown in snapshots, events and errors
 * @param workers how many of the scheduler's own workers it takes
 * @param confined whether the owner's tasks run on these workers only; otherwise also, by its fair
 *     share, where all run
 * @param processors the processors to keep the workers on, one for each worker; none: the operating
 *     system decides
 * @param maxRevocation how long it may take, once it was revoked, until its workers serve everybody
 *     again. It depends on how often the owner's tasks look around; more is reported
 */
public record LeaseConfig(
        String name,
        int workers,
        boolean confined,
        List<Integer> processors,
        Duration maxRevocation) {
    /** As many as the operating system's sets of processors have room for. */
    public static final int MAX_PROCESSOR = 1_023;

    private static final LeaseConfig DEFAULT =
            new LeaseConfig("lease", 1, false, List.of(), Duration.ofMillis(10));

    public LeaseConfig {
        Objects.requireNonNull(name, "name of a lease");
        processors = List.copyOf(processors);
        Objects.requireNonNull(maxRevocation, "longest revocation of a lease");
        if (name.isBlank()) {
            throw new IllegalArgumentException("a lease needs a name: errors call it by it.");
        }
        if (workers < 1) {
            throw new IllegalArgumentException(
                    "lease '"
                            + name
                            + "' asks for "
                            + workers
                            + " workers; it must be at least 1.");
        }
        if (maxRevocation.isNegative() || maxRevocation.isZero()) {
            throw new IllegalArgumentException(
                    "lease '"
                            + name
                            + "' allows "
                            + maxRevocation
                            + " for its revocation; workers go back when their tasks look around,"
                            + " so it must be more than nothing.");
        }
        for (int processor : processors) {
            if (processor < 0 || processor > MAX_PROCESSOR) {
                throw new IllegalArgumentException(
                        "lease '"
                                + name
                                + "' asks for processor "
                                + processor
                                + "; they are numbered from 0 to "
                                + MAX_PROCESSOR
                                + ".");
            }
        }
        if (new HashSet<>(processors).size() < processors.size()) {
            throw new IllegalArgumentException(
                    "lease '"
                            + name
                            + "' names a processor twice: "
                            + processors
                            + ". Two workers on one processor take turns; name one for each.");
        }
    }

    /** The configuration that others are made from, by {@code with...}. */
    public static LeaseConfig defaults() {
        return DEFAULT;
    }

    /** The defaults, changed by whoever opens one. */
    public static LeaseConfig of(UnaryOperator<LeaseConfig> configure) {
        Objects.requireNonNull(configure, "the configuration function");
        return Objects.requireNonNull(
                configure.apply(DEFAULT),
                "the configuration function returned null; return the changed configuration");
    }

    public LeaseConfig withName(String name) {
        return new LeaseConfig(name, workers, confined, processors, maxRevocation);
    }

    public LeaseConfig withWorkers(int workers) {
        return new LeaseConfig(name, workers, confined, processors, maxRevocation);
    }

    public LeaseConfig withConfined(boolean confined) {
        return new LeaseConfig(name, workers, confined, processors, maxRevocation);
    }

    /** Keeps each worker on a processor of its own; name as many as there are workers. */
    public LeaseConfig withProcessors(List<Integer> processors) {
        return new LeaseConfig(name, workers, confined, processors, maxRevocation);
    }

    public LeaseConfig withMaxRevocation(Duration maxRevocation) {
        return new LeaseConfig(name, workers, confined, processors, maxRevocation);
    }
}
