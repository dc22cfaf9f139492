package dev.stint.testkit.config;

import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;

/**
 * The settings of an exploration. Immutable; the {@code with} methods return a changed copy, and
 * every value is checked when it is set.
 *
 * @param name what reports and files call it
 * @param schedules how many schedules are tried at most
 * @param seed from which the seeds of all schedules follow
 * @param strategy how they are chosen
 * @param picks what the strategy chooses between
 * @param workers how many workers the simulated scheduler has
 * @param steps after how many steps a schedule counts as a livelock
 * @param patience after how many steps of others a task that could not go on counts as starving; 0
 *     if that is not looked at
 * @param faults what may go wrong, where the strategy says so
 * @param mostFaults how much of that in one schedule
 * @param twice whether each schedule is run twice and compared, to find what no seed decides
 * @param shrinks whether a failing schedule is made as simple as possible
 * @param files where the files about a failure are written
 * @param replayCommand what a report says to do to see a failure again; {@code {file}} stands for
 *     the trace file
 */
public record SimConfig(
        String name,
        int schedules,
        long seed,
        Strategy strategy,
        Picks picks,
        int workers,
        int steps,
        int patience,
        List<Fault> faults,
        int mostFaults,
        boolean twice,
        boolean shrinks,
        Path files,
        String replayCommand) {

    /** More cannot be asked for. */
    public static final int MOST_SCHEDULES = 1_000_000_000;

    private static final int MOST_WORKERS = 64;

    /** What a strategy chooses between. */
    public enum Picks {
        /** Tasks, at each point where another could go on. For testing programs. */
        TASKS,
        /**
         * Workers, at each step. They take tasks from their own queues and steal as in production.
         * For testing the scheduler.
         */
        WORKERS
    }

    public SimConfig {
        Objects.requireNonNull(name, "name of what is explored");
        Objects.requireNonNull(strategy, "strategy");
        Objects.requireNonNull(picks, "what is picked");
        Objects.requireNonNull(files, "folder for files");
        Objects.requireNonNull(replayCommand, "command that replays a failure");
        faults = List.copyOf(faults);
        inRange("schedules", schedules, 1, MOST_SCHEDULES);
        inRange("workers", workers, 1, MOST_WORKERS);
        inRange("steps", steps, 1, 100_000_000);
        inRange("patience", patience, 0, 100_000_000);
        if (picks == Picks.WORKERS && (patience > 0 || !faults.isEmpty())) {
            throw new IllegalArgumentException(
                    "faults and patience need Picks.TASKS: they look at tasks at their points, and"
                            + " where workers are picked there are none");
        }
        inRange("mostFaults", mostFaults, 0, 1_000);
    }

    /** The defaults: 1000 schedules by {@code pct(3)} from seed 1. */
    public static SimConfig defaults() {
        return new SimConfig(
                "simulation",
                1_000,
                1,
                Strategy.pct(3),
                Picks.TASKS,
                1,
                100_000,
                0,
                List.of(),
                1,
                false,
                true,
                Path.of("target", "sim"),
                "Sim.replay(config, Path.of(\"{file}\"), body)");
    }

    private static void inRange(String what, int value, int least, int most) {
        if (value < least || value > most) {
            throw new IllegalArgumentException(
                    what + " must be from " + least + " to " + most + ", not " + value);
        }
    }

    public SimConfig withName(String name) {
        return copy(c -> c.name = name);
    }

    public SimConfig withSchedules(int schedules) {
        return copy(c -> c.schedules = schedules);
    }

    public SimConfig withSeed(long seed) {
        return copy(c -> c.seed = seed);
    }

    public SimConfig withStrategy(Strategy strategy) {
        return copy(c -> c.strategy = strategy);
    }

    public SimConfig withPicks(Picks picks) {
        return copy(c -> c.picks = picks);
    }

    public SimConfig withWorkers(int workers) {
        return copy(c -> c.workers = workers);
    }

    /** How many steps a schedule may have; a program that needs more counts as a livelock. */
    public SimConfig withSteps(int steps) {
        return copy(c -> c.steps = steps);
    }

    /**
     * How many steps of others a task may be ready, or wait for something that others hold, before
     * it counts as starving. Use a fair strategy: random or round robin.
     */
    public SimConfig withPatience(int steps) {
        return copy(c -> c.patience = steps);
    }

    /** What may go wrong, at points that the strategy chooses; at first at most one in a run. */
    public SimConfig withFaults(Fault... faults) {
        for (Fault fault : faults) {
            Objects.requireNonNull(fault, "a fault");
        }
        return copy(c -> c.faults = List.of(faults));
    }

    /** How many faults may strike in one schedule. */
    public SimConfig withMostFaults(int mostFaults) {
        return copy(c -> c.mostFaults = mostFaults);
    }

    public SimConfig withTwice(boolean twice) {
        return copy(c -> c.twice = twice);
    }

    public SimConfig withShrinks(boolean shrinks) {
        return copy(c -> c.shrinks = shrinks);
    }

    public SimConfig withFiles(Path files) {
        return copy(c -> c.files = files);
    }

    /**
     * What a report says to do to see a failure again: {@code "mvn test -Dstint.replay={file}"}.
     */
    public SimConfig withReplayCommand(String replayCommand) {
        return copy(c -> c.replayCommand = replayCommand);
    }

    private SimConfig copy(Consumer<Draft> change) {
        var draft = new Draft(this);
        change.accept(draft);
        return draft.toConfig();
    }

    /** The fields, loose, while one of them changes. */
    private static final class Draft {
        String name;
        int schedules;
        long seed;
        Strategy strategy;
        Picks picks;
        int workers;
        int steps;
        int patience;
        List<Fault> faults;
        int mostFaults;
        boolean twice;
        boolean shrinks;
        Path files;
        String replayCommand;

        Draft(SimConfig from) {
            name = from.name;
            schedules = from.schedules;
            seed = from.seed;
            strategy = from.strategy;
            picks = from.picks;
            workers = from.workers;
            steps = from.steps;
            patience = from.patience;
            faults = from.faults;
            mostFaults = from.mostFaults;
            twice = from.twice;
            shrinks = from.shrinks;
            files = from.files;
            replayCommand = from.replayCommand;
        }

        SimConfig toConfig() {
            return new SimConfig(
                    name,
                    schedules,
                    seed,
                    strategy,
                    picks,
                    workers,
                    steps,
                    patience,
                    faults,
                    mostFaults,
                    twice,
                    shrinks,
                    files,
                    replayCommand);
        }
    }
}
