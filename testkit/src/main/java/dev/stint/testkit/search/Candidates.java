package dev.stint.testkit.search;

import dev.stint.env.Decisions;

/**
 * The tasks that can run, in the order of their ids, when a {@link Search} decides which of them
 * goes on. Valid during the call that it was passed to. If the settings say that workers are picked
 * and not tasks, read worker for task.
 */
public interface Candidates {
    /** TASK, or WORKER if those are picked. */
    Decisions.Kind kind();

    /** How many tasks can run; at least two. */
    int count();

    /** The id of one of them. Ids are the same whenever the same schedule is run. */
    long task(int index);

    /**
     * The one that runs now and could simply go on; -1 if there is none, because it waits, has
     * ended or gives way. Choosing another one than this is a preemption.
     */
    int running();

    /** The id of the task that has just given way of its own will; -1 if none has. */
    long yielding();

    /**
     * What the task is about to touch: a number for a shared object, the same whenever the same
     * schedule is run; 0 if that is not known.
     */
    int target(int index);

    /** Whether it may change what it touches; true if that is not known. */
    boolean mayWrite(int index);
}
