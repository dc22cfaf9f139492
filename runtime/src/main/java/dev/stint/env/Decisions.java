package dev.stint.env;

import java.util.List;
import java.util.Optional;

/**
 * The source of every choice that a run makes: which worker steps, which victim is robbed, which
 * clause of a select is done. Under the seeded driver there is exactly one per scheduler.
 */
@FunctionalInterface
public interface Decisions {
    /** What a choice is about. */
    enum Kind {
        /** Which worker makes the next step. */
        WORKER,
        /** Which task goes on; see {@link TaskDecisions}. */
        TASK,
        /** Where a worker looks for its next task first. */
        LOOK,
        /** Whom an idle worker steals from. */
        VICTIM,
        /** Which of several possible clauses of a select is done. */
        CLAUSE,
        /**
         * Which of several timers that are due together fires first; the last alternative, if tasks
         * could run, is that they do so before.
         */
        TIMER,
        /** What goes wrong, and when. */
        FAULT,
        /** Something that the program under test has asked for. */
        VALUE,
        /** After how many looks of its task the timer ends a slice, less one. */
        SLICE
    }

    /** A number from 0 to {@code alternatives - 1}; called only with at least two alternatives. */
    int choose(Kind kind, int alternatives);

    /**
     * Which worker makes the next step.
     *
     * @param ids the ids of those that could, in order; at least two, valid during the call
     */
    default int chooseWorker(List<Integer> ids) {
        return choose(Kind.WORKER, ids.size());
    }

    /** This, if it also says which task goes on; empty if it is workers that are chosen between. */
    default Optional<TaskDecisions> ofTasks() {
        return Optional.empty();
    }

    /** Asked before each step; false ends the run there, and whoever waits for it is told so. */
    default boolean goesOn() {
        return true;
    }

    /** Choices drawn from a seed, the same on every machine. */
    static Decisions seeded(long seed) {
        var random = new Xoshiro256(seed);
        return (kind, alternatives) -> random.nextInt(alternatives);
    }
}
