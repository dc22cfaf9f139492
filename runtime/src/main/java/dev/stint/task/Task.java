package dev.stint.task;

import dev.stint.budget.Budget;
import dev.stint.budget.Receipt;
import dev.stint.internal.task.TaskImpl;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * A unit of work on a scheduler: an identity, a state, and in the end an outcome.
 *
 * <p>Handles are given out by the scheduler; the interface is not meant to be implemented
 * elsewhere. Every method may be called by any thread, inside or outside the scheduler. The {@code
 * await} methods suspend a task and block an outside thread.
 *
 * <p>How a task ended is for its own tenant, for threads outside, and for whoever started it or
 * opened its nursery: to tasks of other tenants, also those of other schedulers, {@code await},
 * {@code awaitOutcome}, {@code tryOutcome}, {@code receipt} and {@code usage} throw a {@link
 * dev.stint.error.CapabilityMissingException}.
 */
public sealed interface Task<T extends @Nullable Object> permits TaskImpl {
    /** Unique within its scheduler, and the same again under the same seed. */
    long id();

    /** The name it was started with; empty if none. */
    String name();

    Priority priority();

    TaskState state();

    /** The nursery that owns it. */
    long nurseryId();

    /**
     * The task that has opened the nursery which owns this one; empty if a thread outside has, or
     * if it is a nursery of the scheduler or a tenant itself. It is always the same, also when both
     * have ended.
     *
     * @throws dev.stint.error.CapabilityMissingException if a task of another tenant asks
     */
    Optional<Task<?>> parent();

    /** What it may still spend. A moving number while it runs. */
    Budget budgetLeft();

    /** What it and everything below it has spent; empty until it has ended. */
    Optional<Receipt> receipt();

    /** What it has had of the workers so far, itself and not what it has started. */
    Usage usage();

    /**
     * Waits for the task and returns its value.
     *
     * @throws dev.stint.error.TaskFailedException if it threw; the cause is what it threw
     * @throws java.util.concurrent.CancellationException if it was cancelled
     * @throws NurseryCancelledException if it was cancelled because its nursery was, and the waiter
     *     stands in the block of that nursery; says why
     * @throws InterruptedException if the waiter is cancelled or interrupted
     */
    T await() throws InterruptedException;

    /** As {@link #await()}, for at most {@code timeout}. */
    T await(Duration timeout) throws InterruptedException, TimeoutException;

    /** Waits for the task and returns how it ended, without throwing its failure. */
    Outcome<T> awaitOutcome() throws InterruptedException;

    /**
     * As {@link #awaitOutcome()}, for at most {@code timeout}; empty if it has not ended by then.
     */
    Optional<Outcome<T>> awaitOutcome(Duration timeout) throws InterruptedException;

    /** How the task ended, or empty while it has not. Never waits. */
    Optional<Outcome<T>> tryOutcome();

    /**
     * Asks the task to end. It does so at its next suspension point, where {@link
     * TaskCancelledException} is thrown; a blocking call of the JDK is interrupted; a task that has
     * not started never will. True if this call made the request.
     */
    boolean cancel();
}
