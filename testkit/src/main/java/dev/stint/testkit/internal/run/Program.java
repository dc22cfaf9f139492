package dev.stint.testkit.internal.run;

import dev.stint.Scheduler;

/** The program that is explored: runs once for each schedule, and makes all its state itself. */
@FunctionalInterface
public interface Program {
    /** Runs it once. On the simulating thread. */
    void run(Scheduler scheduler, DecisionStream decisions) throws Exception;

    /** Nothing of a run is left. */
    default void ended(DecisionStream decisions) {}
}
