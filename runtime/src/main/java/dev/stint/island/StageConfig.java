package dev.stint.island;

import java.time.Duration;
import java.util.List;
import java.util.Objects;

/**
 * How a stage of an island is set up. Immutable; the {@code with} methods return a changed copy.
 *
 * @param name unique within the island
 * @param time how long it may take in an activation, at worst
 * @param reads the links that it takes from: it comes after those who write them
 * @param writes the links that it puts into
 * @param work what it does
 */
public record StageConfig(
        String name, Duration time, List<Link<?>> reads, List<Link<?>> writes, Stage work) {
    public StageConfig {
        Objects.requireNonNull(name, "name of a stage");
        Objects.requireNonNull(time, "time of a stage");
        reads = List.copyOf(reads);
        writes = List.copyOf(writes);
        Objects.requireNonNull(work, "work of a stage");
        if (name.isBlank()) {
            throw new IllegalArgumentException("a stage needs a name: errors call it by it.");
        }
        if (time.isNegative() || time.isZero()) {
            throw new IllegalArgumentException(
                    "stage '"
                            + name
                            + "' has a time of "
                            + time
                            + "; it must be more than nothing: the island is admitted by it.");
        }
    }

    /** A stage without links. */
    public static StageConfig of(String name, Duration time, Stage work) {
        return new StageConfig(name, time, List.of(), List.of(), work);
    }

    public StageConfig withReads(Link<?>... links) {
        return new StageConfig(name, time, List.of(links), writes, work);
    }

    public StageConfig withWrites(Link<?>... links) {
        return new StageConfig(name, time, reads, List.of(links), work);
    }
}
