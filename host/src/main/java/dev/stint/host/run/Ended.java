package dev.stint.host.run;

import dev.stint.budget.Budget;
import dev.stint.weave.WeaveReport;
import java.time.Duration;
import java.util.Optional;

/**
 * How a run ended, and what it has cost.
 *
 * @param cause what it, or its main method before it was stopped, failed with, if either did
 * @param waiting lines that tell what its tasks waited for when nothing could run until its time
 *     was up, each after a line break; empty if that was not so or is not known
 * @param spent by all its tasks
 * @param debt how much of that is more than it was given
 * @param tasks how many ran, the one that runs main included
 * @param hash equal for runs in which equally named tasks spent the same
 * @param wall how long it took on the wall clock
 * @param report of the classes that it has loaded
 */
public record Ended(
        How how,
        Optional<Throwable> cause,
        String waiting,
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
        /** A guard has stopped it, or refused it something. */
        GUARDED(5),
        /** Its time was up. */
        STOPPED(4),
        /** The JVM was told to end, by Ctrl-C or another signal. */
        INTERRUPTED(4);

        private final int exitCode;

        How(int exitCode) {
            this.exitCode = exitCode;
        }

        public int exitCode() {
            return exitCode;
        }
    }
}
