package dev.stint.internal.core;

import dev.stint.env.Clock;

/** What a task and its core ask of the scheduler they belong to. */
public interface Dispatcher {
    /** Queues a task whose control word the caller has just moved to QUEUED. Any thread. */
    void enqueueWoken(TaskImpl<?> task);

    /**
     * Blocks the calling thread, which is not one of our workers', until the node is claimed;
     * claims it itself as TIMEOUT after {@code timeoutNanos}. Returns the reason.
     */
    int awaitOutside(WaitNode node, long timeoutNanos) throws InterruptedException;

    Clock clock();

    /** How many operations a task may do between two looks at its cancel flag and slice. */
    int yieldInterval();

    /** After how many operations a task gives up its worker, if anything else can run. */
    long slice();

    /** True once the scheduler drains: waits that nobody may ever answer are then cancelled. */
    boolean isDraining();

    /** True once the scheduler gives up on what has not ended: nothing is started any more. */
    boolean isCancelling();

    String name();
}
