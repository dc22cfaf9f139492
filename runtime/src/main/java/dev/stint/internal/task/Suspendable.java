package dev.stint.internal.task;

import dev.stint.budget.Bill;
import dev.stint.budget.Budget;
import dev.stint.env.Clock;
import dev.stint.error.BudgetExhaustedException;
import dev.stint.internal.money.Payer;
import dev.stint.internal.money.Settings;
import dev.stint.internal.stack.Core;
import dev.stint.internal.stack.Headroom;
import dev.stint.internal.stack.LiveStack;
import dev.stint.internal.stack.Points;
import dev.stint.internal.stack.Processor;
import dev.stint.internal.wait.NodeTimeout;
import dev.stint.internal.wait.TimerHeap;
import dev.stint.internal.wait.WaitNode;
import dev.stint.task.CancelledException;
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
 *   waitingOn   what it parks for; for people, racy; for a drain, exact while the task is parked
 *   owned       the innermost nursery it has open; written by the task, read by cancellers
 *   lateFrom    when it may not wait in the JDK any more, because it must end; 0: not known.
 *               Written by its workers and the monitor, forgotten by the task
 * </pre>
 */
public abstract class Suspendable extends Payer implements Opener {
    /** A task that is late and waits again may do so for this long, in nanoseconds. */
    private static final long PAUSE = 1_000_000;

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

    private volatile @Nullable WaitNode waitingOn; // written plainly: the park's CAS publishes it
    private volatile @Nullable Family owned;
    private volatile long lateFrom;

    Suspendable(Family nursery, Budget upTo) {
        super(nursery, upTo);
    }

    public final Family nursery() {
        return (Family) pool();
    }

    abstract TaskImpl<?> self();

    public abstract void ensureMaySee(@Nullable TaskImpl<?> me);

    @Override
    protected final Settings terms() {
        return nursery().home();
    }

    /** The stack that it runs on, for the task itself. */
    private Core stack() {
        return Objects.requireNonNull(core());
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
        me.stack().park(node);
        WAITING_ON.set(me, null);
    }

    /**
     * Waits until the node is claimed, and returns the reason. A task that must end withdraws by
     * claiming the node itself; so does a passed deadline. An interrupt is left for later.
     */
    public final int awaitNode(WaitNode node, long deadline) {
        return awaitNode(node, deadline, false);
    }

    private int awaitNode(WaitNode node, long deadline, boolean heedsInterrupt) {
        TimerHeap.Entry timeout = null;
        TimerHeap.Entry grace = null;
        if (deadline != TimerHeap.NONE) {
            timeout = new NodeTimeout(node, WaitNode.TIMEOUT);
            Processor.current().timers().add(timeout, deadline);
        }
        try {
            if (heedsInterrupt) {
                listen();
            }
            while (node.isWaiting()) {
                if (mustEndWait(node)) {
                    if (!isInGrace()) {
                        node.claim(WaitNode.CANCEL);
                        continue; // claimed, by this or by somebody who was faster
                    }
                    if (grace == null) {
                        grace = new NodeTimeout(node, WaitNode.CANCEL);
                        Processor.current().timers().add(grace, purse().graceUntil());
                    }
                } else if (heedsInterrupt && isInterrupted() && node.claim(WaitNode.CANCEL)) {
                    continue;
                }
                parkIf(node);
            }
        } finally {
            if (timeout != null && node.reason() != WaitNode.TIMEOUT) {
                TimerHeap.cancel(timeout);
            }
            if (grace != null) {
                TimerHeap.cancel(grace);
            }
        }
        return node.reason();
    }

    /**
     * Waits until the node is claimed, or for so long; whoever is interrupted or must end meanwhile
     * withdraws it and throws. Never returns CANCEL.
     */
    public final int await(WaitNode node, long timeoutNanos, String where)
            throws InterruptedException {
        boolean timed = timeoutNanos != TimerHeap.NONE;
        long deadline = timed ? nursery().home().clock().after(timeoutNanos) : TimerHeap.NONE;
        int reason = awaitNode(node, deadline, true);
        if (reason == WaitNode.CANCEL) {
            throwIfEnding(where);
            throwIfInterrupted(where);
            throw new TaskCancelledException(this + " ran out of grace in " + where + "()");
        }
        return reason;
    }

    /**
     * As {@link #await} for a task that is away from its Java half, one round of it: true if its
     * stack is to be parked for the node now, false if the wait is over. Whoever must end has
     * withdrawn then, with CANCEL. On its carrier.
     */
    public final boolean parksFor(WaitNode node) {
        while (node.isWaiting()) {
            if (mustEndWait(node)) {
                node.claim(WaitNode.CANCEL);
            } else if (!consumeWake() && node.isWaiting()) {
                WAITING_ON.set(this, node);
                endSlice();
                return true;
            }
        }
        WAITING_ON.set(this, null);
        return false;
    }

    /** True if nobody wants it to end, and no simulation wants to decide at every operation. */
    public final boolean isUndisturbed() {
        return !mustEnd() && !Points.areOn();
    }

    /** Waits until the node is claimed, whatever happens to this task meanwhile. */
    public final void waitThrough(WaitNode node) {
        while (node.isWaiting()) {
            parkIf(node);
        }
    }

    /** The same until it is interrupted; true if it was, and the wait is withdrawn. */
    public final boolean waitUnlessInterrupted(WaitNode node) {
        listen();
        while (node.isWaiting()) {
            if (isInterrupted() && !mustEnd() && node.claim(WaitNode.CANCEL)) {
                return true;
            }
            parkIf(node);
        }
        return false;
    }

    // ---- interrupts: of the thread that a virtual core is. Bare cores have none of their own

    /** Has an interrupt of its thread wake this task. Before a look at the flag. */
    private void listen() {
        stack().listen();
    }

    private boolean isInterrupted() {
        return stack().isInterrupted();
    }

    /**
     * Throws, and clears the flag, if its thread was interrupted. A task that must end is told so
     * in another way, and a shielded one is not to be disturbed by what told it.
     */
    public final void throwIfInterrupted(String where) throws InterruptedException {
        if (isInterrupted() && !mustEnd() && Thread.interrupted()) {
            throw new InterruptedException(
                    this + " was interrupted; it learns of it in " + where + "()");
        }
    }

    // ---- waits in the JDK of a task that must end: each is bounded, not only the first

    /**
     * The JDK has unmounted it, in this mount. What told the task to end has interrupted one wait;
     * if it waits again, this bounds it: by the grace at first, and then by next to nothing. Its
     * last worker, which may not own it any more.
     */
    public final void boundWaitInJdk(long epoch) {
        if (mustEnd()) {
            Clock clock = nursery().home().clock();
            long until = Math.max(lateFrom(), clock.after(PAUSE));
            Processor.current().timers().add(new JdkWait(this, epoch), until);
        }
    }

    /** It has held its carrier for long; any thread. */
    public final void interruptIfLate() {
        if (mustEnd() && nursery().home().clock().nanos() >= lateFrom()) {
            interruptWait(epoch());
        }
    }

    private long lateFrom() {
        long known = lateFrom;
        if (known == 0) {
            known = nursery().home().clock().after(terms().graceNanos());
            lateFrom = known;
        }
        return known;
    }

    /** True if it waits in the JDK since this mount. */
    final boolean isInWait(long epoch) {
        return isBlockedInJdk() && epoch() == epoch;
    }

    /** Interrupts it, unless it was mounted anew since. */
    final void interruptWait(long epoch) {
        if (mustEnd() && beginInterrupting(epoch)) {
            interruptHeld();
        }
    }

    /** The caller keeps it from ending, which ends here. */
    final void interruptHeld() {
        try {
            Core c = coreForOther();
            if (c != null) {
                c.interrupt();
            }
        } finally {
            endInterrupting();
        }
    }

    // ---- the nurseries it has open

    @Override
    public final @Nullable Family owned() {
        return owned;
    }

    @Override
    public final void setOwned(@Nullable Family innermost) {
        owned = innermost;
    }

    /** True if it stands in the block of a nursery that was cancelled. */
    public final boolean isCut() {
        return owned != null && Opener.cutAt(owned, null) != null;
    }

    /** It has left a block that was cut; {@code interrupted}: by whoever cut it. */
    public final void leftCutBlock(boolean interrupted) {
        if (mustEnd()) {
            return;
        }
        if (interrupted && isInterrupted()) {
            Thread.interrupted();
        }
        lateFrom = 0;
        forgetGrace();
    }

    /** Gives way to the other runnable tasks, of its own will. */
    public final void yieldNow() throws CancelledException {
        yieldNow(true);
    }

    @Override
    protected final void giveWay() throws CancelledException {
        yieldNow(false);
    }

    /** Simulations decide for themselves how long an ending task goes on. */
    @Override
    protected final void giveWayAtEnd() {
        endSlice();
        if (!Points.areOn() && !stack().giveWay()) {
            notSuspended();
        }
    }

    private void yieldNow(boolean isVoluntary) throws CancelledException {
        Headroom.ensure();
        throwIfEnding("yield");
        useGrace();
        endSlice();
        if (!Points.areOn() || nursery().home().givesWay(self(), Points.Why.YIELDS)) {
            if (!(isVoluntary ? stack().yieldNow() : stack().giveWay())) {
                notSuspended();
            }
        }
        throwIfEnding("yield");
    }

    /** True if its stack is larger. Gives way: only a suspended stack can be measured. */
    @Override
    public final boolean isDeeper(int bytes) {
        endSlice();
        return stack().giveWay() ? stackInUse() > bytes : isDeeperUnmoved(bytes);
    }

    /** Bytes of its stack when it was last suspended. */
    @Override
    public final long stackInUse() {
        return stack().stackInUse();
    }

    /** The same where it cannot be suspended. Bare cores cannot tell; see {@link #isBound}. */
    private boolean isDeeperUnmoved(int bytes) {
        return stack().isThread() && LiveStack.isDeeper(bytes);
    }

    /** Lets a simulation go on with another task here. Not a cancellation point. */
    @Override
    public final void pass(Points.Why why) {
        // Between two tasks a core still shows the one that has ended.
        if (isOwned() && nursery().home().givesWay(self(), why)) {
            stack().giveWay();
        }
    }

    /** Suspends for the given time on the scheduler's clock. */
    public final void sleep(Duration duration) throws InterruptedException {
        Headroom.ensure();
        throwIfEnding("sleep");
        throwIfInterrupted("sleep");
        useGrace();
        var node = new SleepNode(self(), duration);
        await(node, TaskImpl.toNanos(duration), "sleep");
    }

    /**
     * Throws if the task was cancelled or has failed to pay, or stands in the block of a nursery
     * that was cancelled, unless it may still clean up.
     */
    @Override
    public final void throwIfEnding(String where) throws CancelledException {
        if (!mustEnd() || isInGrace()) {
            return;
        }
        Points.pass(); // a task that does not heed what is thrown here must not go on for ever
        Bill doom = doom();
        if (doom != null) {
            throw BudgetExhaustedException.of(doom);
        }
        Family cut = isCancelRequested() ? null : Opener.cutAt(owned, null);
        if (cut != null) {
            throw cut.signal(toString(), where);
        }
        throw new TaskCancelledException(
                this + cancelledInWords() + "; it learns of it in " + where + "()");
    }

    /** That it was cancelled, and for which deadline, if that is why. */
    final String cancelledInWords() {
        String late = nursery().passedDeadline();
        return late.isEmpty() ? " was cancelled" : " was cancelled: " + late;
    }

    /**
     * True if it stands where it must not be suspended to wait for money (R10). Not asked on bare
     * cores: there the compiler may take the last carrier for the current thread, and the walker of
     * stacks notices; code that holds monitors does not belong there anyway.
     */
    @Override
    public final boolean isBound() {
        return stack().isThread() && LiveStack.forbidsWaiting(Ending.class);
    }

    /** True if it must end what it does: all of it, or the block that it stands in. */
    @Override
    public final boolean mustEnd() {
        return mustEndItself() || isCut();
    }

    @Override
    public final boolean mustEndItself() {
        return isCancelRequested() || doom() != null;
    }

    private boolean mustEndWait(WaitNode node) {
        return mustEndItself() || (owned != null && Opener.cutAt(owned, node) != null);
    }
}
