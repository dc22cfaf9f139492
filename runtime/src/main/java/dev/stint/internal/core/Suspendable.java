package dev.stint.internal.core;

import dev.stint.budget.Bill;
import dev.stint.budget.Budget;
import dev.stint.error.BudgetExhausted;
import dev.stint.internal.time.TimerHeap;
import dev.stint.task.TaskCancelledException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The part of a task that waits and gives way. Everything here runs on the task's own stack.
 *
 * <pre>
 *   field       who may touch it
 *   core        the worker that owns the task; null before the start and after the end.
 *               A canceller reads it while INTERRUPTING stands in the word
 *   waitingOn   what it parks for; for people, racy; for a drain, see waitFor
 * </pre>
 */
abstract class Suspendable extends Budgeted {
    private static final VarHandle WAITING_ON;

    static {
        try {
            WAITING_ON =
                    MethodHandles.lookup()
                            .findVarHandle(Suspendable.class, "waitingOn", WaitNode.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    @Nullable Core core;
    private volatile @Nullable WaitNode waitingOn; // written plainly unless a drain must see it

    Suspendable(NurseryImpl nursery, Budget upTo) {
        super(nursery, upTo);
    }

    public final @Nullable WaitNode waitingOn() {
        return waitingOn;
    }

    /**
     * Parks the calling task unless {@code node} has been claimed or a wake is pending. May return
     * for no reason; callers look at the node again.
     */
    public static void parkIf(WaitNode node) {
        Suspendable me = TaskImpl.ensureCurrent("park");
        if (me.consumeWake() || !node.isWaiting()) {
            return;
        }
        WAITING_ON.set(me, node);
        me.endSlice();
        Objects.requireNonNull(me.core).park(node);
        WAITING_ON.set(me, null);
    }

    /**
     * Waits until the node is claimed, and returns the reason. A cancelled task withdraws by
     * claiming the node itself; so does a passed deadline.
     */
    public final int awaitNode(WaitNode node, long deadline) {
        if (deadline == TimerHeap.NONE) {
            waitFor(node);
            return node.reason();
        }
        var timer = new NodeTimeout(node, WaitNode.TIMEOUT);
        Processor.current().timers().add(timer, deadline);
        try {
            waitFor(node);
        } finally {
            if (node.reason() != WaitNode.TIMEOUT) {
                TimerHeap.cancel(timer);
            }
        }
        return node.reason();
    }

    /** As {@link #awaitNode}, with the time from now on. */
    final int awaitFor(WaitNode node, long timeoutNanos) {
        boolean timed = timeoutNanos != TimerHeap.NONE;
        return awaitNode(node, timed ? nursery.home().clock().after(timeoutNanos) : TimerHeap.NONE);
    }

    /** Waits until the node is claimed; a cancelled task that withdraws it throws. */
    final int await(WaitNode node, long timeoutNanos, String where) throws TaskCancelledException {
        int reason = awaitFor(node, timeoutNanos);
        if (reason == WaitNode.CANCEL) {
            throwIfEnding(where);
            throw new TaskCancelledException(this + " ran out of grace in " + where + "()");
        }
        return reason;
    }

    private void waitFor(WaitNode node) {
        boolean sensitive = node.isShutdownSensitive();
        TimerHeap.Entry grace = null;
        while (node.isWaiting()) {
            if (sensitive) {
                // Before the look at draining; Engine.beginDraining sets that and then looks here.
                waitingOn = node;
            }
            if (sensitive && nursery.home().isDraining() && node.claim(WaitNode.CANCEL)) {
                break;
            }
            if (mustEnd() && grace == null) {
                if (!isInGrace()) {
                    if (node.claim(WaitNode.CANCEL)) {
                        break;
                    }
                    continue;
                }
                grace = new NodeTimeout(node, WaitNode.CANCEL);
                Processor.current().timers().add(grace, purse().graceUntil());
            }
            parkIf(node);
        }
        if (grace != null) {
            TimerHeap.cancel(grace);
        }
    }

    /** Waits until the node is claimed, whatever happens to this task meanwhile. */
    final void waitThrough(WaitNode node) {
        while (node.isWaiting()) {
            parkIf(node);
        }
    }

    /** Gives way to the other runnable tasks. */
    public final void yieldNow() throws TaskCancelledException {
        throwIfEnding("yield");
        useGrace();
        endSlice();
        if (!Points.areOn() || nursery.home().givesWay(self(), Points.Why.YIELDS)) {
            Objects.requireNonNull(core).yieldNow();
        }
        throwIfEnding("yield");
    }

    /** True if its stack is larger. Gives way: only a suspended stack can be measured. */
    final boolean isDeeper(int bytes) {
        endSlice();
        return Objects.requireNonNull(core).yieldNow()
                ? stackInUse() > bytes
                : isDeeperUnmoved(bytes);
    }

    /** Bytes of its stack when it was last suspended. */
    final long stackInUse() {
        return Objects.requireNonNull(core).stackInUse();
    }

    /** The same where it cannot be suspended. Bare cores cannot tell; see {@link #isBound}. */
    private boolean isDeeperUnmoved(int bytes) {
        return core instanceof VirtualCore && Stance.isDeeper(bytes);
    }

    /** Lets a simulation go on with another task here. Not a cancellation point. */
    final void pass(Points.Why why) {
        // Between two tasks a core still shows the one that has ended.
        if (isOwned() && nursery.home().givesWay(self(), why)) {
            Objects.requireNonNull(core).yieldNow();
        }
    }

    /** Suspends for the given time on the scheduler's clock. */
    public final void sleep(Duration duration) throws TaskCancelledException {
        throwIfEnding("sleep");
        useGrace();
        var node = new SleepNode(self(), duration);
        awaitNode(node, nursery.home().clock().after(TaskImpl.toNanos(duration)));
        throwIfEnding("sleep");
    }

    /** Throws if the task was cancelled or has failed to pay, unless it may still clean up. */
    final void throwIfEnding(String where) throws TaskCancelledException {
        if (!mustEnd() || isInGrace()) {
            return;
        }
        Points.pass(); // a task that does not heed what is thrown here must not go on for ever
        Bill doom = doom();
        if (doom != null) {
            throw BudgetExhausted.of(doom);
        }
        throw new TaskCancelledException(
                this + " was cancelled; it learns of it in " + where + "()");
    }

    /**
     * True if it stands where it must not be suspended to wait for money (R10). Not asked on bare
     * cores: there the compiler may take the last carrier for the current thread, and the walker of
     * stacks notices; code that holds monitors does not belong there anyway.
     */
    final boolean isBound() {
        return core instanceof VirtualCore && Stance.forbidsWaiting();
    }

    final boolean mustEnd() {
        return isCancelRequested() || doom() != null;
    }
}
