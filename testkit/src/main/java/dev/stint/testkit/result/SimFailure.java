package dev.stint.testkit.result;

import dev.stint.testkit.config.Strategy;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * A schedule that has failed: what was wrong with it, and how to see it again.
 *
 * @param kind what kind of thing
 * @param schedule which schedule it was, from 1 on
 * @param seed the seed of the exploration
 * @param strategy how the schedule was chosen
 * @param step after how many steps it went wrong
 * @param summary what went wrong, in a line
 * @param cause what was thrown, if anything
 * @param where who was where at that moment: the tree of nurseries, with what each task waits for
 * @param story what happened, step by step, after shrinking
 * @param shrunk how much simpler the schedule was made; the step, the cause and everything below
 *     are those of the simple one
 * @param files what was written about it
 */
public record SimFailure(
        Kind kind,
        long schedule,
        long seed,
        String strategy,
        int step,
        String summary,
        Optional<Throwable> cause,
        String where,
        List<String> story,
        Shrunk shrunk,
        Files files) {

    /** What may be wrong with a schedule. */
    public enum Kind {
        /** The program, or one of its tasks, threw. */
        FAILED,
        /** Nothing could run, and somebody waited. */
        DEADLOCK,
        /** More steps than allowed. */
        LIVELOCK,
        /** A task waited, or was ready, too long while others got on. */
        STARVATION,
        /** The program had ended, and a task had not. */
        LEFTOVER,
        /** A nursery had ended, and one of its tasks had not. */
        ORPHAN,
        /** The books of a nursery were wrong. */
        LEDGER,
        /** The same decisions gave another run. */
        NONDETERMINISM,
        /** A history of operations that no sequential order explains. */
        NOT_LINEARIZABLE
    }

    /**
     * How much simpler the schedule was made.
     *
     * @param before how many times a task was interrupted for another, as found
     * @param after how many times it is now
     * @param runs how many schedules were tried for it
     * @param least whether it is certain that fewer do not do
     */
    public record Shrunk(int before, int after, int runs, boolean least) {}

    /**
     * The files about a failure, as far as there are any.
     *
     * @param trace the schedule, as {@link Strategy#replay} takes it
     * @param original the schedule as it was found, if the other is a simpler one
     * @param timeline a picture of the run, to be opened in a browser
     * @param perfetto the run as the Perfetto viewer and Chrome's tracing show it
     * @param problem why some could not be written; empty if all were
     */
    public record Files(
            Optional<Path> trace,
            Optional<Path> original,
            Optional<Path> timeline,
            Optional<Path> perfetto,
            String problem) {}

    public SimFailure {
        story = List.copyOf(story);
    }

    /** The file that replays it; empty if it could not be written. */
    public Optional<Path> trace() {
        return files.trace();
    }
}
