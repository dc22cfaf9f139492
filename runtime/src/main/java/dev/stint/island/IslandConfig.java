package dev.stint.island;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * How a realtime island is set up. Immutable; the {@code with} methods return a changed copy.
 *
 * @param name shown in snapshots, events and errors
 * @param period after which the graph runs again
 * @param deadline how long after the beginning of a period it must have run; absent: the period
 * @param stages of the graph, in any order
 * @param memory how many bytes an activation may allocate
 * @param overrun what happens after an activation that did what it may not
 * @param leased whether it has a worker of its own; otherwise it runs on those of all, before
 *     others
 * @param processor on which that worker is kept; absent: the operating system decides
 * @param rehearsals how often the graph runs before the first period, without a measure, so that
 *     its classes are there and its code is warm
 */
public record IslandConfig(
        String name,
        Duration period,
        Optional<Duration> deadline,
        List<StageConfig> stages,
        long memory,
        IslandOverrun overrun,
        boolean leased,
        OptionalInt processor,
        int rehearsals) {
    private static final IslandConfig DEFAULT =
            new IslandConfig(
                    "island",
                    Duration.ofMillis(10),
                    Optional.empty(),
                    List.of(),
                    0,
                    IslandOverrun.SKIP,
                    true,
                    OptionalInt.empty(),
                    4);

    public IslandConfig {
        Objects.requireNonNull(name, "name of an island");
        Objects.requireNonNull(period, "period of an island");
        Objects.requireNonNull(deadline, "deadline of an island");
        stages = List.copyOf(stages);
        Objects.requireNonNull(overrun, "what an island does on overrun");
        Objects.requireNonNull(processor, "processor of an island");
        if (name.isBlank()) {
            throw new IllegalArgumentException("an island needs a name: errors call it by it.");
        }
        if (memory < 0 || rehearsals < 0) {
            throw new IllegalArgumentException(
                    "island '"
                            + name
                            + "' has a reservation of "
                            + memory
                            + " bytes and "
                            + rehearsals
                            + " rehearsals; neither may be below 0.");
        }
    }

    /** The configuration that others are made from, by {@code with...}. */
    public static IslandConfig defaults() {
        return DEFAULT;
    }

    /** When in a period it must have run. */
    public Duration deadlineOrDefault() {
        return deadline.orElse(period);
    }

    public IslandConfig withName(String name) {
        return new IslandConfig(
                name, period, deadline, stages, memory, overrun, leased, processor, rehearsals);
    }

    public IslandConfig withPeriod(Duration period) {
        return new IslandConfig(
                name, period, deadline, stages, memory, overrun, leased, processor, rehearsals);
    }

    public IslandConfig withDeadline(Duration deadline) {
        return new IslandConfig(
                name,
                period,
                Optional.of(deadline),
                stages,
                memory,
                overrun,
                leased,
                processor,
                rehearsals);
    }

    /** With one more stage. */
    public IslandConfig withStage(StageConfig stage) {
        var more = new ArrayList<>(stages);
        more.add(stage);
        return new IslandConfig(
                name, period, deadline, more, memory, overrun, leased, processor, rehearsals);
    }

    public IslandConfig withMemory(long bytes) {
        return new IslandConfig(
                name, period, deadline, stages, bytes, overrun, leased, processor, rehearsals);
    }

    public IslandConfig withOverrun(IslandOverrun overrun) {
        return new IslandConfig(
                name, period, deadline, stages, memory, overrun, leased, processor, rehearsals);
    }

    public IslandConfig withLeased(boolean leased) {
        return new IslandConfig(
                name, period, deadline, stages, memory, overrun, leased, processor, rehearsals);
    }

    public IslandConfig withProcessor(int processor) {
        return new IslandConfig(
                name,
                period,
                deadline,
                stages,
                memory,
                overrun,
                leased,
                OptionalInt.of(processor),
                rehearsals);
    }

    public IslandConfig withRehearsals(int rehearsals) {
        return new IslandConfig(
                name, period, deadline, stages, memory, overrun, leased, processor, rehearsals);
    }
}
