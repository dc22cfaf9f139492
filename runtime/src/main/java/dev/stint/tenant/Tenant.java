package dev.stint.tenant;

import dev.stint.budget.Budget;
import dev.stint.budget.Ledger;
import dev.stint.capability.Issuer;
import dev.stint.error.GuardExceededException;
import dev.stint.guard.GuardReading;
import dev.stint.guard.KeptHeap;
import dev.stint.internal.nursery.TenantImpl;
import dev.stint.nursery.Block;
import dev.stint.nursery.Nursery;
import dev.stint.nursery.NurseryConfig;
import dev.stint.task.Usage;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Somebody who is billed and has a fair share of the workers: an id, a ledger, a root nursery, a
 * weight. Every nursery and every task belongs to one.
 *
 * <p>Holding the object is the authority over the tenant: it can grant money and issue rights. Do
 * not hand it to the tenant's own code.
 */
public sealed interface Tenant extends AutoCloseable permits TenantImpl {
    /** Its number within the scheduler: 0 for the one that every scheduler has. */
    int id();

    String name();

    int weight();

    /** The nursery above all others of this tenant. It ends with the tenant. */
    Nursery root();

    /** Opens a nursery and runs a block in it; see {@code Scheduler.inNursery}. */
    <T extends @Nullable Object, X extends Exception> T inNursery(
            UnaryOperator<NurseryConfig> configure, Block<T, X> block)
            throws X, InterruptedException;

    /**
     * Opens a nursery. In a task of this tenant it belongs to that task; otherwise it is a child of
     * the nursery of this tenant that the calling thread has open, or else of the root.
     */
    Nursery nursery(UnaryOperator<NurseryConfig> configure);

    /**
     * Opens a nursery as an executor, in a task of this tenant as that task's own, otherwise below
     * the root: each command is a task of its own, and one that fails fails alone. Close it as a
     * nursery, by try-with-resources; {@code shutdown()} and {@code awaitTermination(...)} do as
     * well.
     */
    ExecutorService executor(String name);

    /** As {@link #executor}, for what is to run later or again and again. */
    ScheduledExecutorService scheduledExecutor(String name);

    /** The books of the whole tenant. */
    Ledger ledger();

    /**
     * What all its tasks have had of the workers so far. A sum over workers, however many tasks
     * there are; what a task does counts when it looks around, and at the end of a run.
     */
    Usage usage();

    /** Lets the tenant spend more. */
    void grant(Budget amount);

    /** What its guards show now: measured, charged, allowed. A moving picture, never a receipt. */
    List<GuardReading> guards();

    /**
     * What it keeps alive, by estimate, and of which classes; empty if it has no {@linkplain
     * TenantConfig#withHeapLimit limit} on that. What no collection has looked at yet is left out.
     */
    Optional<KeptHeap> kept();

    /** What a guard has stopped it with; empty if none has. It takes no more tasks then. */
    Optional<GuardExceededException> stoppedBy();

    /** Where the rights of this tenant's tasks come from. */
    Issuer issuer();

    /** Cancels everything the tenant runs and waits until it has ended. */
    @Override
    void close();
}
