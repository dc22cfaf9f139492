package dev.stint.internal.task;

import dev.stint.internal.wait.Cell;

/**
 * A channel's operations in two steps, for a task that has no Java stack to wait on: it begins one,
 * parks while the cell that it got is waiting, and ends it. It has paid before.
 */
public interface Stepwise {
    /** The value was sent. */
    Object DONE = new Object();

    /** The channel is closed, and empty if it was to be received from. */
    Object CLOSED = new Object();

    /** The operation was withdrawn: the task must end. */
    Object WITHDRAWN = new Object();

    /** True if a send waits where there is no room; otherwise it cannot be done in steps. */
    boolean suspends();

    /** DONE, CLOSED, or the cell that the task waits in. */
    Object beginPut(TaskImpl<?> me, Object value);

    /** The value, CLOSED, or the cell that the task waits in. */
    Object beginTake(TaskImpl<?> me);

    /** After the wait: DONE, CLOSED, or WITHDRAWN. */
    Object endPut(Cell mine);

    /** After the wait: the value, CLOSED, or WITHDRAWN. */
    Object endTake(Cell mine);
}
