package dev.stint.internal.money;

import dev.stint.env.Clock;

/**
 * What a scheduler says of spending: how often to look, how long to go on, what is left at the end.
 */
public interface Settings {
    /** How many operations a task may do between two looks at its cancel flag and slice. */
    int yieldInterval();

    /** After how many operations a task gives up its worker, if anything else can run. */
    long slice();

    /** True if a timer ends slices, and no count of operations. */
    boolean isTimed();

    /** True if each charge is to be a point at which a simulation may switch. */
    boolean isSimulated();

    /** How many operations a task that must end may do to clean up, and for how long. */
    long graceOps();

    long graceNanos();

    Clock clock();
}
