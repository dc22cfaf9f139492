package dev.stint.testkit;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What was wrong with a schedule, and how to see it again.
 *
 * @param kind what kind of thing
 * @param schedule which schedule it was, from 1 on
 * @param seed the seed of the exploration
 * @param strategy how the schedule was chosen
 * @param step after how many steps it went wrong
 * @param summary what went wrong, in a line
 * @param cause what was thrown; null if nothing was
 * @param where who was where at that moment: the tree of nurseries, with what each task waits for
 * @param story what happened, step by step, after shrinking
 * @param trace the file that {@link Strategy#replay} takes; null if it could not be written
 */
public record SimFailure(
        Kind kind,
        long schedule,
        long seed,
        String strategy,
        int step,
        String summary,
        @Nullable Throwable cause,
        String where,
        List<String> story,
        @Nullable Path trace) {

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
        /** The books of a nursery were wrong. */
        LEDGER,
        /** The same decisions gave another run. */
        NONDETERMINISM,
        /** A history of operations that no sequential order explains. */
        NOT_LINEARIZABLE
    }

    public SimFailure {
        story = List.copyOf(story);
    }
}
