package dev.stint.internal.core;

import dev.stint.internal.money.Terms;
import dev.stint.internal.stack.Points;
import dev.stint.internal.wait.WaitNode;
import dev.stint.budget.Bill;
import dev.stint.budget.Ledger;
import dev.stint.internal.wait.TimerHeap;
import dev.stint.nursery.NurseryState;
import org.jspecify.annotations.Nullable;

/** What a task and its core ask of the scheduler they belong to. */
public interface Dispatcher extends Terms {
    /** Queues a task whose control word the caller has just moved to QUEUED. Any thread. */
    void enqueueWoken(TaskImpl<?> task);

    /**
     * Blocks the calling thread, which is not one of our workers', until the node is claimed;
     * claims it itself as TIMEOUT after {@code timeoutNanos}. Returns the reason.
     */
    int awaitOutside(WaitNode node, long timeoutNanos) throws InterruptedException;

    /** What became of a new task. */
    enum Launched {
        STARTED,
        /** The nursery's pool cannot pay for it. */
        CANNOT_PAY,
        /** The nursery takes no more children. */
        NOT_ACTIVE
    }

    /**
     * Publishes a new task, has its nursery adopt it, and puts it into a queue. Any thread.
     *
     * @throws java.util.concurrent.RejectedExecutionException if the scheduler takes no more tasks
     */
    Launched launch(TaskImpl<?> task);

    /**
     * Has the calling worker, if it is one, report the ends that it keeps back to go together; true
     * if there were any, and with them perhaps money.
     */
    boolean reportEnded();

    /** An id for a new task or nursery. Any thread. */
    long nextId();

    /** Arms a timer. Any thread. */
    void arm(TimerHeap.Entry timer, long deadline);

    /**
     * Whether the running task, which calls, is to be unmounted now: if it yields of its own will
     * always, unless a simulation lets it go on; otherwise only if a simulation says so.
     */
    boolean givesWay(TaskImpl<?> task, Points.Why why);

    /** Tells whoever listens that a task cannot pay. */
    void exhausted(TaskImpl<?> task, Bill bill);

    /** Tells whoever listens that a nursery has changed its state. */
    void changed(NurseryImpl nursery, NurseryState to);

    /** The books of this nursery are wrong: a bug of ours that must not pass unseen. */
    void unbalanced(String nursery, Ledger ledger);

    /** Takes a tenant, whose nurseries have all ended, out of the rotation. */
    void dismiss(TenantImpl tenant);

    /** The profile, in words for a message, if it has no supervisors; null if it has. */
    @Nullable String withoutSupervisors();

    /** True if a task needs a capability to start others. */
    boolean needsCapabilities();

    /** What random numbers of tenants are drawn from: the run's seed, or what nobody foretells. */
    long chanceSeed();

    /** True once the scheduler gives up on what has not ended: nothing is started any more. */
    boolean isCancelling();

    /** True once the scheduler has ended. */
    boolean isClosed();

    String name();
}
