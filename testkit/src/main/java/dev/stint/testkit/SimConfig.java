package dev.stint.testkit;

import java.nio.file.Path;
import java.util.Objects;

/**
 * How a program is explored. Immutable; the {@code with} methods return a changed copy, and every
 * value is checked when it is set.
 *
 * @param name what reports and files call it
 * @param schedules how many schedules are tried at most
 * @param seed from which the seeds of all schedules follow
 * @param strategy how they are chosen
 * @param workers how many workers the simulated scheduler has
 * @param steps after how many steps a schedule counts as a livelock
 * @param twice whether each schedule is run twice and compared, to find what no seed decides
 * @param shrinks whether a failing schedule is made as simple as possible
 * @param files where the files about a failure are written
 */
public record SimConfig(
        String name,
        int schedules,
        long seed,
        Strategy strategy,
        int workers,
        int steps,
        boolean twice,
        boolean shrinks,
        Path files) {

    private static final int MOST_WORKERS = 64;

    public SimConfig {
        Objects.requireNonNull(name, "name of what is explored");
        Objects.requireNonNull(strategy, "strategy");
        Objects.requireNonNull(files, "folder for files");
        inRange("schedules", schedules, 1, 1_000_000_000);
        inRange("workers", workers, 1, MOST_WORKERS);
        inRange("steps", steps, 1, 100_000_000);
    }

    /** The defaults: 1000 schedules by {@code pct(3)} from seed 1. */
    public static SimConfig defaults() {
        return new SimConfig(
                "simulation",
                1_000,
                1,
                Strategy.pct(3),
                1,
                100_000,
                false,
                true,
                Path.of("target", "sim"));
    }

    private static void inRange(String what, int value, int least, int most) {
        if (value < least || value > most) {
            throw new IllegalArgumentException(
                    what + " must be from " + least + " to " + most + ", not " + value);
        }
    }

    public SimConfig withName(String name) {
        return new SimConfig(
                name, schedules, seed, strategy, workers, steps, twice, shrinks, files);
    }

    public SimConfig withSchedules(int schedules) {
        return new SimConfig(
                name, schedules, seed, strategy, workers, steps, twice, shrinks, files);
    }

    public SimConfig withSeed(long seed) {
        return new SimConfig(
                name, schedules, seed, strategy, workers, steps, twice, shrinks, files);
    }

    public SimConfig withStrategy(Strategy strategy) {
        return new SimConfig(
                name, schedules, seed, strategy, workers, steps, twice, shrinks, files);
    }

    public SimConfig withWorkers(int workers) {
        return new SimConfig(
                name, schedules, seed, strategy, workers, steps, twice, shrinks, files);
    }

    /** How many steps a schedule may have; a program that needs more counts as a livelock. */
    public SimConfig withSteps(int steps) {
        return new SimConfig(
                name, schedules, seed, strategy, workers, steps, twice, shrinks, files);
    }

    public SimConfig withTwice(boolean twice) {
        return new SimConfig(
                name, schedules, seed, strategy, workers, steps, twice, shrinks, files);
    }

    public SimConfig withShrinks(boolean shrinks) {
        return new SimConfig(
                name, schedules, seed, strategy, workers, steps, twice, shrinks, files);
    }

    public SimConfig withFiles(Path files) {
        return new SimConfig(
                name, schedules, seed, strategy, workers, steps, twice, shrinks, files);
    }
}
