package dev.stint.testkit.search;

import dev.stint.env.Decisions;
import java.util.Optional;

/** One exploration by a strategy: makes the decisions of one schedule after another. */
public interface Search {
    /**
     * Begins a schedule; false if there is none left to try.
     *
     * @param seed different for each schedule, and the same again for the same exploration
     */
    boolean begin(long seed);

    /** Which task goes on. */
    int next(Candidates candidates);

    /** Any other choice: a number from 0 to {@code alternatives - 1}. */
    int choose(Decisions.Kind kind, int alternatives);

    /** A task went on because no other could; nothing was to be decided. */
    default void ranAlone(long task) {}

    /** The schedule has ended, after so many decisions. */
    default void end(int decisions) {}

    /** Asked when there is none left to try: whether really all were that the strategy names. */
    default boolean isComplete() {
        return true;
    }

    /**
     * How the schedule that has just ended shows that the program is not repeatable, for a search
     * that begins schedules as earlier ones began; empty if it does not.
     */
    default Optional<String> strayed() {
        return Optional.empty();
    }
}
