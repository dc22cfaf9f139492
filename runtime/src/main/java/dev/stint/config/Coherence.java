package dev.stint.config;

import java.time.Duration;
import java.util.Optional;

/** What values of a configuration say together, which none of them shows alone. */
final class Coherence {
    private Coherence() {}

    static void ensure(SchedulerConfig config) {
        Optional<Duration> time = config.effectiveSliceTime();
        if (time.isPresent()) {
            ensureTimed(config, time.get());
        } else if (config.sliceTime().isPresent()) {
            throw refusal(
                    config,
                    "has a sliceTime, but under profile "
                            + config.profile()
                            + " a slice ends after operations. Write"
                            + " withProfile(Profile.REALTIME), or withSlice in the place of"
                            + " withSliceTime.");
        }
    }

    private static void ensureTimed(SchedulerConfig config, Duration time) {
        if (config.slice() != SchedulerConfig.defaults().slice()) {
            throw refusal(
                    config,
                    "has a slice of "
                            + config.slice()
                            + " operations, but under profile REALTIME a timer ends slices. Write"
                            + " withSliceTime in the place of withSlice, or take another profile.");
        }
        Duration patience = config.sysmon().stallAfter();
        if (time.compareTo(patience) >= 0) {
            throw refusal(
                    config,
                    "has a sliceTime of "
                            + time
                            + ", but a worker that makes no step for "
                            + patience
                            + " counts as stalled. Make sliceTime shorter, or sysmon.stallAfter"
                            + " longer.");
        }
        long fit = config.effectiveSlice();
        if (config.effectiveYieldInterval() > fit) {
            throw refusal(
                    config,
                    "has a yieldInterval of "
                            + config.effectiveYieldInterval()
                            + " operations, but "
                            + fit
                            + " fit into its sliceTime of "
                            + time
                            + ", and a task sees the end of its slice when it looks. Make"
                            + " yieldInterval smaller, or sliceTime longer.");
        }
    }

    private static IllegalArgumentException refusal(SchedulerConfig config, String why) {
        return new IllegalArgumentException(
                "scheduler '" + config.name() + "' cannot be opened: it " + why);
    }
}
