package dev.stint.host.sim;

import dev.stint.testkit.config.SimConfig;
import dev.stint.testkit.config.Strategy;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * What {@code ./stint sim} was asked for. What is empty is as the method says, or the default.
 *
 * @param names of methods, or of classes for all their methods
 * @param replay the trace file of the one schedule to run
 * @param replayCommand what a failure says to type; {@code {file}} stands for the trace
 */
public record Search(
        List<String> names,
        List<Path> classpath,
        OptionalInt schedules,
        OptionalLong seed,
        Optional<Strategy> strategy,
        OptionalInt workers,
        Optional<Duration> time,
        boolean json,
        Optional<Path> replay,
        boolean list,
        String replayCommand) {

    public Search {
        names = List.copyOf(names);
        classpath = List.copyOf(classpath);
    }

    SimConfig apply(SimConfig config) {
        SimConfig changed = config.withReplayCommand(replayCommand);
        if (schedules.isPresent() || time.isPresent()) {
            // As many as can be counted, where only the time is limited.
            changed = changed.withSchedules(schedules.orElse(SimConfig.MOST_SCHEDULES));
        }
        if (seed.isPresent()) {
            changed = changed.withSeed(seed.getAsLong());
        }
        if (strategy.isPresent()) {
            changed = changed.withStrategy(strategy.get());
        }
        return workers.isPresent() ? changed.withWorkers(workers.getAsInt()) : changed;
    }
}
