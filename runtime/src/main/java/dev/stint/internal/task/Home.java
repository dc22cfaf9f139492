package dev.stint.internal.task;

import dev.stint.budget.Bill;
import dev.stint.env.CoarseClock;
import dev.stint.internal.money.Settings;
import dev.stint.internal.stack.Points;
import dev.stint.internal.wait.WaitNode;
import org.jspecify.annotations.Nullable;

/** What a task asks of the scheduler that it belongs to. */
public interface Home extends Settings {
    /** Queues a task whose control word the caller has just moved to QUEUED. Any thread. */
    void enqueueWoken(TaskImpl<?> task);

    /** Has a task not wait for its scheduling context any more, since it must end. Any thread. */
    void mustEnd(TaskImpl<?> task);

    /** What a task that is about to call somebody could lend; null if nothing. */
    @Nullable Lending lend(TaskImpl<?> caller);

    /**
     * The calling task has taken up a call, for which this was lent, or nothing; true if another
     * should pay for it now than does.
     */
    boolean serves(TaskImpl<?> server, @Nullable Lending lent);

    /**
     * Blocks the calling thread, which is not one of our workers', until the node is claimed;
     * claims it itself as TIMEOUT after {@code timeoutNanos}. Returns the reason.
     */
    int awaitOutside(WaitNode node, long timeoutNanos) throws InterruptedException;

    /**
     * Whether the running task, which calls, is to be unmounted now: if it yields of its own will
     * always, unless a simulation lets it go on; otherwise only if a simulation says so.
     */
    boolean givesWay(TaskImpl<?> task, Points.Why why);

    /** Tells whoever listens that a task cannot pay. */
    void exhausted(TaskImpl<?> task, Bill bill);

    /** Somebody was told that this task has failed, which it is marked with. Any thread. */
    void seen(TaskImpl<?> task);

    /** True if a task needs a capability for what others may do without. */
    boolean needsCapabilities();

    /** True once the scheduler gives up on what has not ended: nothing is started any more. */
    boolean isCancelling();

    /** What accounts take the time from. */
    CoarseClock coarseClock();

    /** True once the scheduler has ended. */
    boolean isClosed();
}
