package dev.stint;

import dev.stint.budget.Budget;
import dev.stint.budget.Cost;
import dev.stint.capability.CapBudget;
import dev.stint.capability.Capabilities;
import dev.stint.context.ContextConfig;
import dev.stint.context.SchedulingContext;
import dev.stint.error.CapabilityMissingException;
import dev.stint.internal.nursery.Blocks;
import dev.stint.internal.nursery.NurseryImpl;
import dev.stint.internal.stack.Headroom;
import dev.stint.internal.supervisor.SupervisorImpl;
import dev.stint.internal.task.TaskImpl;
import dev.stint.internal.worker.Engine;
import dev.stint.lease.CpuLease;
import dev.stint.lease.LeaseConfig;
import dev.stint.nursery.Block;
import dev.stint.nursery.Nursery;
import dev.stint.nursery.NurseryConfig;
import dev.stint.supervisor.SupervisorConfig;
import dev.stint.task.Action;
import dev.stint.task.Task;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeoutException;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** What code inside a task may ask of the scheduler that runs it. */
public final class Stint {
    private Stint() {}

    /** The task that the calling code belongs to; empty on a thread outside any scheduler. */
    public static Optional<Task<?>> currentTask() {
        return Optional.ofNullable(TaskImpl.currentOrNull());
    }

    /**
     * Gives way to the other runnable tasks of its worker; those in queues that workers share get
     * their turn after a bounded number of yields. Free: a yield costs no budget.
     *
     * @throws InterruptedException if the task was cancelled
     */
    @SuppressWarnings("NamedLikeContextualKeyword") // the word; it is always called qualified
    public static void yield() throws InterruptedException {
        TaskImpl.ensureCurrent("yield").yieldNow();
    }

    /**
     * Suspends the calling task on the scheduler's clock, which is virtual under a seed.
     *
     * @throws InterruptedException if the task is cancelled or its thread interrupted
     */
    public static void sleep(Duration duration) throws InterruptedException {
        Objects.requireNonNull(duration, "duration of a sleep");
        TaskImpl.ensureCurrent("sleep").sleep(duration);
    }

    /** As {@link #inNursery(UnaryOperator, Block)}, with the defaults. */
    public static <T extends @Nullable Object, X extends Exception> T inNursery(Block<T, X> block)
            throws X, InterruptedException {
        return inNursery(UnaryOperator.identity(), block);
    }

    /** As {@link #inNursery(Block)}, without a value. */
    public static <X extends Exception> void runInNursery(Block.Action<X> block)
            throws X, InterruptedException {
        runInNursery(UnaryOperator.identity(), block);
    }

    /** As {@link #inNursery(UnaryOperator, Block)}, without a value. */
    public static <X extends Exception> void runInNursery(
            UnaryOperator<NurseryConfig> configure, Block.Action<X> block)
            throws X, InterruptedException {
        Objects.requireNonNull(block, "block of the nursery");
        inNursery(configure, block.asBlock());
    }

    /**
     * Opens a nursery, runs the block in the calling task, waits for all children and returns what
     * the block has returned: {@code Stint.inNursery(n -> n.withDeadline(...), nursery -> ...)}.
     *
     * <p>The block belongs to the nursery. If the block throws, the children are cancelled first.
     * If a child fails, the deadline passes or somebody cancels the nursery, then the block's waits
     * end, too, by a {@link dev.stint.task.NurseryCancelledException}, and what is thrown here is
     * why the nursery was cancelled. A block that looks at the result itself, by {@code
     * awaitAll()}, has dealt with it: then nothing more is thrown.
     *
     * @throws dev.stint.error.TaskFailedException if a child failed
     * @throws dev.stint.error.NurseryDeadlineExceededException if the time was up
     * @throws java.util.concurrent.CancellationException if the nursery was cancelled
     * @throws X what the block throws of its own
     * @throws InterruptedException if the task is cancelled or interrupted
     */
    public static <T extends @Nullable Object, X extends Exception> T inNursery(
            UnaryOperator<NurseryConfig> configure, Block<T, X> block)
            throws X, InterruptedException {
        Objects.requireNonNull(block, "block of the nursery");
        Headroom.ensureForBlock();
        return Blocks.run(NurseryImpl.openHere(configure), block);
    }

    /** Opens a nursery in the calling task, which owns it. Close it by try-with-resources. */
    public static Nursery nursery() {
        return nursery(UnaryOperator.identity());
    }

    /**
     * Opens a nursery in the calling task, which owns it: {@code Stint.nursery(n ->
     * n.withDeadline(...))}. Its budget, if it is given one, is taken from the task's own.
     *
     * <p>Prefer {@link #inNursery}. With try-with-resources a body that throws is not seen by
     * {@code close()}, which therefore waits for the children and does not cancel them; and when
     * the nursery is cancelled, what the body throws is the signal, with the nursery's own error
     * suppressed in it.
     */
    public static Nursery nursery(UnaryOperator<NurseryConfig> configure) {
        return NurseryImpl.openHere(configure);
    }

    /**
     * Runs something in the calling task for at most so long: when the time is up, its waits end.
     *
     * @throws TimeoutException if the time was up first
     * @throws X what the body throws of its own
     * @throws InterruptedException if the task is cancelled or interrupted
     */
    public static <T extends @Nullable Object, X extends Exception> T within(
            Duration limit, ScopedValue.CallableOp<? extends T, X> body)
            throws X, InterruptedException, TimeoutException {
        Objects.requireNonNull(limit, "the limit");
        Objects.requireNonNull(body, "the body");
        return Blocks.within(limit, body);
    }

    /** As {@link #within(Duration, ScopedValue.CallableOp)}, without a value. */
    public static void within(Duration limit, Action body) throws Exception {
        Callable<@Nullable Void> valued = Action.asCallable(body);
        within(limit, (ScopedValue.CallableOp<@Nullable Void, Exception>) valued::call);
    }

    /**
     * Supervises in the calling task: starts the children and returns when none runs and none is to
     * be restarted. Only under profile CLUSTER. This is also how a supervisor is the child of
     * another one.
     *
     * @throws dev.stint.error.SupervisorFailedException if it would have to restart more often than
     *     it allows; all children have ended then
     * @throws InterruptedException if the task is cancelled
     */
    public static void supervise(UnaryOperator<SupervisorConfig> configure)
            throws InterruptedException {
        SupervisorImpl.runHere(configure);
    }

    /** The rights that the calling task holds. */
    public static Capabilities capabilities() {
        return TaskImpl.ensureCurrent("look at its capabilities").capabilities();
    }

    /** What the calling task may still spend. */
    public static Budget budgetLeft() {
        return TaskImpl.ensureCurrent("look at its budget").budgetLeft();
    }

    /**
     * Gives the calling task more, from its tenant's pool, by right of the {@link CapBudget} that
     * it holds.
     *
     * @throws dev.stint.error.CapabilityRefusedException if it holds none, or one that does not
     *     allow this
     * @throws dev.stint.error.BudgetExhaustedException if the tenant does not have it
     */
    public static void recharge(Budget amount) {
        TaskImpl<?> me = TaskImpl.ensureCurrent("recharge itself");
        CapBudget right =
                me.capabilities()
                        .find(CapBudget.class)
                        .orElseThrow(
                                () ->
                                        new CapabilityMissingException(
                                                me
                                                        + " cannot recharge itself: it holds no"
                                                        + " CapBudget. Start it with one:"
                                                        + " TaskOptions.withCapabilities(...)."));
        NurseryImpl.of(me).recharge(me, amount, right);
    }

    /**
     * Opens a scheduling context for tasks of the caller's tenant, by right of the {@link
     * dev.stint.capability.CapSchedule} that the calling task holds: {@code Stint.openContext(c ->
     * c.withName("sound"))}. It costs some thousand operations, and ends with the right.
     *
     * @throws dev.stint.error.CapabilityRefusedException if it holds none, or one that does not
     *     allow this
     * @throws IllegalArgumentException if it does not fit beside those that are open
     * @throws InterruptedException if the task was cancelled
     */
    public static SchedulingContext openContext(UnaryOperator<ContextConfig> configure)
            throws InterruptedException {
        TaskImpl<?> me = TaskImpl.ensureCurrent("open a context");
        return Engine.of(me).openings().context(me, ContextConfig.of(configure));
    }

    /**
     * Gives the caller's tenant workers of its own, by the same right.
     *
     * @throws dev.stint.error.CapabilityRefusedException if it holds none, or one that does not
     *     allow this
     * @throws IllegalArgumentException if not enough workers are left
     * @throws IllegalStateException if the tenant has a lease
     * @throws InterruptedException if the task was cancelled
     */
    public static CpuLease openLease(UnaryOperator<LeaseConfig> configure)
            throws InterruptedException {
        TaskImpl<?> me = TaskImpl.ensureCurrent("open a lease");
        return Engine.of(me).openings().lease(me, LeaseConfig.of(configure));
    }

    /**
     * Pays for something that code which is not metered does: {@code
     * Stint.charge(Cost.allocation(bytes))}. All is paid, or nothing.
     *
     * @throws dev.stint.error.BudgetExhaustedException if it cannot be paid and the nursery's
     *     policy is not to wait
     * @throws InterruptedException if the task was cancelled
     */
    public static void charge(Budget cost) throws InterruptedException {
        Objects.requireNonNull(cost, "the cost to charge");
        if (cost.spawns() != 0) {
            throw new IllegalArgumentException(
                    "spawns are paid by the nursery's pool when a task is started; they cannot be"
                            + " charged.");
        }
        TaskImpl.ensureCurrent("pay").charge(cost);
    }

    /** Pays for doing something once. */
    public static void charge(Cost cost) throws InterruptedException {
        Objects.requireNonNull(cost, "the cost to charge");
        charge(cost.one());
    }

    /**
     * Runs a clean-up that a task may still do after it was cancelled, or has failed to pay, or its
     * block was cancelled: suspensions, charges, nurseries and spawns inside work as usual, until
     * the grace that the scheduler's configuration states is used up. There is one grace per task,
     * however often this is called; a nursery that was opened inside is cancelled at its end.
     */
    public static void shielded(Action cleanUp) throws Exception {
        Objects.requireNonNull(cleanUp, "the clean-up");
        TaskImpl.ensureCurrent("shield a clean-up").shielded(cleanUp);
    }

    /** Counts one operation; see {@link #checkpoint(long)}. */
    public static void checkpoint() throws InterruptedException {
        checkpoint(1);
    }

    /**
     * Counts operations done by code that is not metered. Every yield interval the task looks
     * whether it was cancelled, and whether it has used up its slice and should give way.
     *
     * @throws InterruptedException if the task was cancelled
     */
    public static void checkpoint(long operations) throws InterruptedException {
        if (operations < 0) {
            throw new IllegalArgumentException(
                    "a checkpoint counts 0 or more operations, not " + operations);
        }
        TaskImpl.ensureCurrent("checkpoint").checkpoint(operations);
    }

    /**
     * Nanoseconds on the clock of the scheduler that runs the calling task, from when it opened.
     */
    public static long nanoTime() {
        return TaskImpl.ensureCurrent("read the clock").home().clock().nanos();
    }
}
