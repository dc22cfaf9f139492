package dev.stint.host.run;

import dev.stint.budget.Budget;
import dev.stint.weave.WeaveReport;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How a run ended, and what it has cost.
 *
 * @param cause what it failed with; null if it did not
 * @param spent by all its tasks
 * @param debt how much of that is more than it was given
 * @param tasks how many ran, the one that runs main included
 * @param hash equal for runs in which equally named tasks spent the same
 * @param wall how long it took on the wall clock
 * @param report of the classes that it has loaded
 */
public record Ended(
        How how,
        @Nullable Throwable cause,
        Budget spent,
        Budget debt,
        long tasks,
        long hash,
        Duration wall,
        WeaveReport report) {
    /** The ways in which a run ends. */
    public enum How {
        COMPLETED(0),
        FAILED(1),
        /** It could not pay. */
        EXHAUSTED(3),
        /** Its time was up, or somebody has interrupted it. */
        STOPPED(4);

        private final int exitCode;

        How(int exitCode) {
            this.exitCode = exitCode;
        }

        public int exitCode() {
            return exitCode;
        }
    }
}
