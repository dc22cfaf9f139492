package dev.stint.nursery;

import dev.stint.budget.Bill;
import dev.stint.budget.Budget;
import dev.stint.budget.Ledger;
import dev.stint.budget.Receipt;
import dev.stint.capability.CapBudget;
import dev.stint.internal.nursery.NurseryImpl;
import dev.stint.task.Action;
import dev.stint.task.Task;
import dev.stint.task.TaskOptions;
import dev.stint.task.Usage;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadFactory;
import org.jspecify.annotations.Nullable;

/**
 * A scope that owns tasks and a pool of budget. It ends only when all its tasks have, and
 * cancelling it cancels them and everything below them.
 *
 * <pre>{@code
 * String page = Stint.inNursery(nursery -> {
 *     Task<String> left = nursery.spawn("left", () -> fetch(a));
 *     Task<String> right = nursery.spawn("right", () -> fetch(b));
 *     return left.await() + right.await();
 * });
 * }</pre>
 *
 * <p>The block belongs to the nursery: when the nursery is cancelled, because a child failed, its
 * deadline passed or somebody called {@link #cancel}, the opener's waits inside the block end, too,
 * by a {@link dev.stint.task.NurseryCancelledException}; only waits for the end of its own children
 * go on. The block ends when its opener has closed or awaited the nursery.
 *
 * <p>On virtual cores, children find bound what the opener had bound as scoped values when it
 * opened the nursery.
 *
 * <p>Handles are given out by the runtime; the interface is not meant to be implemented elsewhere.
 * Every call may be made in any state, any number of times, by any thread. How it went is for its
 * own tenant, for threads outside and for whoever opened it: to tasks of other tenants, also those
 * of other schedulers, {@code awaitAll}, {@code join}, {@code close}, {@code tryGetResult}, {@code
 * receipt} and {@code usage} throw a {@link dev.stint.error.CapabilityMissingException}.
 */
public sealed interface Nursery extends AutoCloseable permits NurseryImpl {
    /** Unique among the tasks and nurseries of its scheduler; the same again under a seed. */
    long id();

    /** The name it was opened with; empty if none. */
    String name();

    NurseryState state();

    // ---- starting tasks

    /**
     * Starts a task.
     *
     * @throws dev.stint.error.NurseryNotActiveException if the nursery takes no more children
     * @throws dev.stint.error.BudgetExhaustedException if the pool cannot pay for it, unless the
     *     policy is to wait
     * @throws dev.stint.error.CapabilityRefusedException if the caller may not start tasks
     * @throws java.util.concurrent.CancellationException if the calling task was cancelled; that
     *     wins over all others
     */
    <T extends @Nullable Object> Task<T> spawn(TaskOptions options, Callable<? extends T> body);

    default <T extends @Nullable Object> Task<T> spawn(Callable<? extends T> body) {
        return spawn(TaskOptions.defaults(), body);
    }

    /** Starts a task with a name, for dumps, errors and traces. */
    default <T extends @Nullable Object> Task<T> spawn(String name, Callable<? extends T> body) {
        return spawn(TaskOptions.named(name), body);
    }

    /** Starts a task that has no value to give back. */
    default Task<@Nullable Void> spawn(TaskOptions options, Action body) {
        return spawn(options, Action.asCallable(body));
    }

    default Task<@Nullable Void> spawn(Action body) {
        return spawn(TaskOptions.defaults(), body);
    }

    default Task<@Nullable Void> spawn(String name, Action body) {
        return spawn(TaskOptions.named(name), body);
    }

    /** As {@code spawn}; empty if the nursery takes no more children or its pool cannot pay. */
    <T extends @Nullable Object> Optional<Task<T>> trySpawn(
            TaskOptions options, Callable<? extends T> body);

    /**
     * The children that had not ended at one moment, the oldest first. A list of its own: it does
     * not change when children come and go, and those in it may have ended when it is looked at.
     *
     * @throws dev.stint.error.CapabilityMissingException if a task of another tenant asks
     */
    List<Task<?>> children();

    // ---- ending

    /**
     * Takes no more children and waits until all have ended. Says how it went.
     *
     * @throws InterruptedException if the waiting task or thread was cancelled or interrupted, and
     *     no child has failed; to the opener it is thrown when all children have ended
     */
    NurseryResult awaitAll() throws InterruptedException;

    /**
     * As {@link #awaitAll()}, for at most so long; empty if a child still lives by then. Children
     * are not cancelled: neither when the time is up, nor when the waiter is cancelled or
     * interrupted, which is told at once.
     */
    Optional<NurseryResult> awaitAll(Duration timeout) throws InterruptedException;

    /** Takes no more children; never waits. True if it was open. */
    boolean seal();

    /**
     * As {@link #awaitAll}, and throws unless all went well.
     *
     * @throws dev.stint.error.TaskFailedException if a child failed: the first, with the others as
     *     suppressed
     * @throws dev.stint.error.NurseryDeadlineExceededException if the time was up
     * @throws java.util.concurrent.CancellationException if the nursery was cancelled
     */
    default void join() throws InterruptedException {
        awaitAll().orThrow();
    }

    /** How it went; empty while a child lives or new ones are taken. Never waits. */
    Optional<NurseryResult> tryGetResult();

    /**
     * Cancels all children, and what they own, and takes no new ones; and ends the waits of the
     * opener, as long as it is in the nursery's block. True for the first call.
     */
    boolean cancel();

    /** Why it was cancelled; empty if it was not. */
    Optional<CancelReason> cancelReason();

    /**
     * Takes no more children and waits until all have ended. Throws the first failure, or the
     * passed deadline, if nobody has seen the result yet. A waiting task or thread that is
     * cancelled or interrupted cancels the children and goes on waiting for them. To take no more
     * children without waiting, call {@link #seal}.
     */
    @Override
    void close();

    // ---- money

    /** The books at this moment. */
    Ledger ledger();

    /** What all that ran below has spent; empty until the nursery has ended. */
    Optional<Receipt> receipt();

    /**
     * What all that ran below has had of the workers so far. While tasks live below, it asks each
     * of them.
     */
    Usage usage();

    /** The bills of the children that wait to be recharged. */
    List<Bill> bills();

    /**
     * Gives a child more, from this nursery's pool. Only the opener may; a child cannot recharge
     * itself or a sibling in this way. False if the child has ended.
     *
     * @throws dev.stint.error.BudgetExhaustedException if the pool does not have it
     */
    boolean recharge(Task<?> child, Budget amount);

    /**
     * Gives a child more, from the tenant's pool, by right of a capability. False if the child has
     * ended.
     */
    boolean recharge(Task<?> child, Budget amount, CapBudget right);

    /** Puts more into the pool, from the budget of the opener. Only the opener may. */
    void recharge(Budget amount);

    // ---- doors

    /**
     * This nursery as an executor, for code that wants one. Its tasks are children of the nursery.
     * What a submitted one throws is for the holder of its future; what an executed one throws is
     * told to the scheduler's uncaught handler, and ends nothing else. {@code shutdown()} takes no
     * more tasks, {@code shutdownNow()} cancels the nursery, {@code close()} closes it and leaves
     * the failures of spawned ones to whoever closes or joins the nursery itself.
     *
     * <p>Cancelling a future cancels its task; the future is cancelled at once, the task ends at
     * its next suspension point. {@code cancel(false)} only keeps a task from starting.
     */
    ExecutorService asExecutor();

    /**
     * This nursery as a scheduled executor: what is scheduled is a task that sleeps until it is
     * due, by the scheduler's clock. As with the JDK's own, a shutdown ends periodic tasks and lets
     * delayed ones run. Shut it down before the nursery is closed, which waits for periodic ones.
     */
    ScheduledExecutorService asScheduledExecutor();

    /**
     * This nursery as a maker of threads, for code that wants to start, join and interrupt them.
     * Each is a virtual thread of the JDK that starts a task here, waits for its end, and ends as
     * it has; an interrupt cancels the task. When the nursery takes no more tasks it makes none.
     */
    ThreadFactory asThreadFactory();
}
