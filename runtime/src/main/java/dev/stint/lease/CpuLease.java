package dev.stint.lease;

import dev.stint.internal.worker.LeaseImpl;
import dev.stint.tenant.Tenant;

/**
 * A right to workers of one's own: while it holds, some workers run the tasks of one tenant and
 * nothing else. It grants a place and no time: what the tasks may spend is another matter.
 *
 * <p>A worker comes to the lease when it has ended its step, so not at once if a task runs there
 * that never looks around; until then the lease is {@link LeaseState#OPENING} and its owner's tasks
 * run as before. It goes back in the same way.
 *
 * <p>Open one by {@link dev.stint.Scheduler#openLease}. All methods may be called by any thread or
 * task, in any state, any number of times.
 */
public sealed interface CpuLease extends AutoCloseable permits LeaseImpl {
    /** What it was opened with. */
    LeaseConfig config();

    /** Whose tasks its workers run. */
    Tenant owner();

    /** The lease at this moment. */
    LeaseSnapshot snapshot();

    /**
     * Gives the workers back: what runs there gives way at its next look, and from then on they
     * serve everybody. The owner's tasks may run anywhere from now on. Does not wait for that; the
     * snapshot says how long it took.
     */
    @Override
    void close();
}
