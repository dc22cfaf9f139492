package dev.stint.host.sim;

import dev.stint.testkit.config.SimConfig;
import dev.stint.testkit.config.Strategy;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What {@code ./stint sim} was asked for. What is null is as the method says, or the default.
 *
 * @param names of methods, or of classes for all their methods
 * @param replay the trace file of the one schedule to run
 * @param replayCommand what a failure says to type; {@code {file}} stands for the trace
 */
public record Search(
        List<String> names,
        List<Path> classpath,
        @Nullable Integer schedules,
        @Nullable Long seed,
        @Nullable Strategy strategy,
        @Nullable Integer workers,
        @Nullable Duration time,
        boolean json,
        @Nullable Path replay,
        boolean list,
        String replayCommand) {

    public Search {
        names = List.copyOf(names);
        classpath = List.copyOf(classpath);
    }

    SimConfig apply(SimConfig config) {
        SimConfig changed = config.withReplayCommand(replayCommand);
        if (schedules != null || time != null) {
            // As many as can be counted, where only the time is limited.
            changed =
                    changed.withSchedules(schedules == null ? SimConfig.MOST_SCHEDULES : schedules);
        }
        if (seed != null) {
            changed = changed.withSeed(seed);
        }
        if (strategy != null) {
            changed = changed.withStrategy(strategy);
        }
        return workers == null ? changed : changed.withWorkers(workers);
    }
}
