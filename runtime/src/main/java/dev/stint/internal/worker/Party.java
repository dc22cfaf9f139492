package dev.stint.internal.worker;

import org.jspecify.annotations.Nullable;

/**
 * A tenant on one worker. Its groups share among themselves what it gets; while there is but one at
 * a time there is nothing to share. The worker's own.
 */
final class Party extends Share {
    GlobalQueues.@Nullable Lane lane; // the tenant's own; none: nobody's
    boolean hasTasks; // one of its groups has

    // ---- Standing's
    long seen; // of what it had of all workers
    boolean waits; // has more than is served here; counted with the tenant

    // ---- its groups
    @Nullable RunQueues only; // while there is no order
    @Nullable FairOrder groups;
    int waiting; // those with tasks that are not current, if there is an order
}
