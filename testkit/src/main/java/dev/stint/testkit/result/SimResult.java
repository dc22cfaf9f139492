package dev.stint.testkit.result;

import dev.stint.testkit.config.SimConfig;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * The result of an exploration.
 *
 * @param config how it was done
 * @param schedules how many schedules were run
 * @param distinct how many of them differed from all others
 * @param steps how many steps they had together
 * @param complete whether all schedules that the strategy names were tried
 * @param elapsed how long it took
 * @param failure the first schedule that failed
 * @param uncontrolled waits inside the JDK that no strategy decides, by task; a replay may differ
 */
public record SimResult(
        SimConfig config,
        long schedules,
        long distinct,
        long steps,
        boolean complete,
        Duration elapsed,
        Optional<SimFailure> failure,
        List<String> uncontrolled) {

    public SimResult {
        uncontrolled = List.copyOf(uncontrolled);
    }

    /** True if no schedule failed. */
    public boolean isGreen() {
        return failure.isEmpty();
    }

    public double schedulesPerSecond() {
        return schedules / Math.max(1e-9, elapsed.toNanos() / 1e9);
    }

    /**
     * What makes the result less certain than it looks, in words: waits inside the JDK, which no
     * strategy decides, with task and stack. Empty if there were none.
     */
    public Optional<String> warning() {
        return uncontrolled.isEmpty() ? Optional.empty() : Optional.of(Report.uncontrolled(this));
    }

    /** Throws if a schedule failed. */
    public void throwIfFailed() {
        if (failure.isPresent()) {
            throw new SimFailedError(failure.get(), Report.of(this, failure.get()));
        }
    }
}
