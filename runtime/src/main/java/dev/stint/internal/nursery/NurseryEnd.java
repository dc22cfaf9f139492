package dev.stint.internal.nursery;

import dev.stint.event.TaskFailure;
import dev.stint.internal.SchedulerBug;
import dev.stint.internal.stack.Headroom;
import dev.stint.internal.stack.Points;
import dev.stint.internal.task.EndNode;
import dev.stint.internal.task.Family;
import dev.stint.internal.task.Opener;
import dev.stint.internal.task.Outside;
import dev.stint.internal.task.TaskImpl;
import dev.stint.internal.task.Waits;
import dev.stint.internal.wait.TimerHeap;
import dev.stint.internal.wait.WaitNode;
import dev.stint.nursery.CancelReason;
import dev.stint.nursery.ChildError;
import dev.stint.nursery.NurseryConfig;
import dev.stint.nursery.NurseryResult;
import dev.stint.task.CancelledException;
import dev.stint.task.NurseryCancelledException;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The end of a nursery: who brings it about, waits for it, and leaves its block. */
abstract class NurseryEnd extends NurseryMoney {
    private volatile boolean isResultSeen;
    private volatile boolean isLeft; // its block is, by its opener or because another closed it

    NurseryEnd(
            NurseryHome home,
            TenantImpl tenant,
            @Nullable NurseryImpl above,
            @Nullable TaskImpl<?> owner,
            @Nullable Opener opener,
            boolean hasBlock,
            NurseryConfig config) {
        super(home, tenant, above, owner, opener, hasBlock, config);
    }

    public final NurseryResult awaitAll() throws InterruptedException {
        return awaitAll(TimerHeap.NONE).orElseThrow();
    }

    public final Optional<NurseryResult> awaitAll(Duration timeout) throws InterruptedException {
        Objects.requireNonNull(timeout, "timeout of a wait");
        return awaitAll(TaskImpl.toNanos(timeout));
    }

    private Optional<NurseryResult> awaitAll(long timeoutNanos) throws InterruptedException {
        Headroom.ensureForSeveral();
        TaskImpl<?> me = TaskImpl.currentOrNull();
        ensureMaySee(me, this, null);
        ensureMayWait(me);
        InterruptedException interrupt = null;
        if (timeoutNanos == TimerHeap.NONE) {
            interrupt = awaitEnd(me, isOpener(me));
        } else if (!awaitEndFor(me, timeoutNanos)) {
            return Optional.empty();
        }
        isResultSeen = true;
        NurseryResult result = result();
        if (result instanceof NurseryResult.ChildFailed) {
            if (interrupt != null) {
                Thread.currentThread().interrupt();
            }
            return Optional.of(result); // an error says more than a cancellation
        }
        if (interrupt != null) {
            throw interrupt;
        }
        if (me != null) {
            me.throwIfEnding("awaitAll");
        }
        return Optional.of(result);
    }

    /** True if whoever calls stands, or stood, in its block. */
    private boolean isOpener(@Nullable TaskImpl<?> me) {
        return opener != null && opener == (me != null ? me : Outside.openerOrNull());
    }

    /**
     * Waits for the end. An opener that is cancelled or interrupted has the nursery cancelled and
     * waits on; so has a thread outside that is interrupted. Returns the interrupt.
     *
     * @throws InterruptedException if another task that waits is cancelled or interrupted
     */
    final @Nullable InterruptedException awaitEnd(@Nullable TaskImpl<?> me, boolean toTheEnd)
            throws InterruptedException {
        if (isOpener(me)) {
            closeInner(me);
        }
        seal();
        InterruptedException interrupt = null;
        while (!state().isFinal()) {
            var node = new EndNode(me != null ? me : Waits.current(), self());
            if (!enlist(node)) {
                break;
            }
            if (me != null && !toTheEnd) {
                me.await(node, TimerHeap.NONE, "awaitAll");
                continue;
            }
            if (interrupt != null && me != null) {
                me.waitThrough(node);
            } else if (isInterruptedWaiting(me, node)) {
                interrupt =
                        new InterruptedException(
                                Outside.caller()
                                        + " was interrupted while it waited for the end of "
                                        + this
                                        + ", which was cancelled");
                cancel();
            }
        }
        leave(me);
        return interrupt;
    }

    /**
     * Waits until the node is claimed, and nothing else; true if interrupted, with no flag left.
     */
    private boolean isInterruptedWaiting(@Nullable TaskImpl<?> me, WaitNode node) {
        if (me != null) {
            return me.waitUnlessInterrupted(node) && Thread.interrupted();
        }
        try {
            home.awaitOutside(node, TimerHeap.NONE); // of its own accord: no cut ends it
            return false;
        } catch (InterruptedException e) {
            return true;
        }
    }

    /** Takes no more children, and waits for the end for so long; false if the time is up first. */
    private boolean awaitEndFor(@Nullable TaskImpl<?> me, long timeoutNanos)
            throws InterruptedException {
        long deadline = home.clock().after(timeoutNanos);
        if (isOpener(me) && opener != null && isBlockOpen()) {
            for (NurseryImpl at = NurseryImpl.ownedBy(opener);
                    at != null && at != this;
                    at = at.outer) {
                at.seal(); // it waits for those inside, too
            }
        }
        seal();
        while (!state().isFinal()) {
            var node = new EndNode(me != null ? me : Waits.current(), self());
            long left = Math.max(0, deadline - home.clock().nanos());
            if (enlist(node) && Waits.await(home, node, left, "awaitAll") == WaitNode.TIMEOUT) {
                return false;
            }
        }
        if (isOpener(me)) {
            closeInner(me);
        }
        leave(me);
        return true;
    }

    /** It has ended. Its opener is no longer in its block. */
    private void leave(@Nullable TaskImpl<?> me) {
        isLeft = true;
        if (!isOpener(me)) {
            return;
        }
        if (me == null) {
            Outside.left();
        } else if (me.owned() == this) {
            me.setOwned(outer);
            if (isCut()) {
                me.leftCutBlock(hasInterruptedOpener());
            }
        }
    }

    /** True if somebody has looked at how it went. */
    final boolean isResultSeen() {
        return isResultSeen;
    }

    /** True if nobody stands in its block any more. */
    @Override
    public final boolean isLeft() {
        return isLeft || home.isClosed() || tenant.root().state().isFinal();
    }

    /** What ends a wait in its block after it was cancelled. */
    @Override
    public final NurseryCancelledException signal(String who, String where) {
        CancelReason why = Objects.requireNonNull(reason());
        ChildError error = firstError();
        String late = passedDeadline();
        String because =
                error != null ? error.who() + " failed" : late.isEmpty() ? why.inWords() : late;
        return new NurseryCancelledException(
                who
                        + " stands in the block of "
                        + this
                        + ", which was cancelled because "
                        + because
                        + "; it learns of it in "
                        + where
                        + "()",
                error == null ? null : error.cause());
    }

    /** Those around it are looked at, too: it may have been cancelled with one of them. */
    @Override
    public final String passedDeadline() {
        NurseryImpl at = self();
        while (at != null && at.reason() == CancelReason.PARENT) {
            at = at.outer != null && at.outer.reason() != null ? at.outer : at.above;
        }
        return at != null && at.reason() == CancelReason.DEADLINE
                ? at + " has passed its deadline" + at.lengthOfDeadline()
                : "";
    }

    /** Nurseries that the opener, who calls, has opened after this one end first. */
    private void closeInner(@Nullable TaskImpl<?> me) throws InterruptedException {
        Opener who = opener;
        if (who == null || !isBlockOpen()) {
            return;
        }
        NurseryImpl innermost;
        while ((innermost = NurseryImpl.ownedBy(who)) != this && innermost != null) {
            innermost.awaitEnd(me, true);
        }
    }

    /** Its owner has ended and left it open, or cannot be waited for any other way. */
    @Override
    public final void abandon(TaskImpl<?> me) {
        cancel(CancelReason.PARENT);
        try {
            awaitEnd(me, true);
        } catch (InterruptedException e) {
            throw new SchedulerBug("a wait to the end was cancelled: " + e);
        }
        if (hasBlock && !isResultSeen && result() instanceof NurseryResult.ChildFailed failed) {
            isResultSeen = true;
            report(failed.first());
            failed.others().forEach(this::report);
        }
    }

    /** Whoever should have been told is not in the block any more. */
    private void report(ChildError error) {
        home.failedUnseen(
                new TaskFailure(
                        error.task(), error.name(), toString(), tenant.name(), error.cause()));
    }

    private void ensureMayWait(@Nullable TaskImpl<?> me) {
        if (me == null || me == owner) {
            return;
        }
        for (Family at = me.nursery(); at != null; at = at.above()) {
            if (at == this) {
                throw new IllegalStateException(
                        me
                                + " cannot wait for the end of "
                                + this
                                + ": it runs in it and would wait for itself. Wait where the"
                                + " nursery was opened.");
            }
        }
    }

    public final Optional<NurseryResult> tryGetResult() {
        ensureMaySee(TaskImpl.currentOrNull(), this, null);
        if (!state().isFinal()) {
            return Optional.empty();
        }
        isResultSeen = true;
        return Optional.of(result());
    }

    public final boolean cancel() {
        Headroom.ensure();
        Points.pass();
        return cancel(CancelReason.REQUESTED);
    }

    public final Optional<CancelReason> cancelReason() {
        return Optional.ofNullable(reason());
    }

    public final void close() {
        ensureMaySee(TaskImpl.currentOrNull(), this, null);
        if (!closeQuietly() || isResultSeen) {
            return;
        }
        isResultSeen = true;
        switch (result()) {
            case NurseryResult.ChildFailed failed -> failed.orThrow();
            case NurseryResult.Cancelled late when late.reason() == CancelReason.DEADLINE ->
                    late.orThrow();
            case NurseryResult.Cancelled _, NurseryResult.Success _ -> {}
        }
    }

    /** As {@link #close}, without a look at the result; false if the waiter was cancelled. */
    final boolean closeQuietly() {
        Headroom.ensureForSeveral();
        TaskImpl<?> me = TaskImpl.currentOrNull();
        ensureMayWait(me);
        boolean interrupted;
        boolean cancelled = false;
        try {
            interrupted = awaitEnd(me, isOpener(me)) != null;
        } catch (InterruptedException e) { // a task that has not opened it
            cancelled = e instanceof CancelledException;
            interrupted = !cancelled;
            cancel();
            abandon(Objects.requireNonNull(me));
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return !cancelled;
    }

    /** Waits for the end without bringing it about; false if the time is up first. */
    final boolean awaitFinal(long timeoutNanos) throws InterruptedException {
        Headroom.ensure();
        TaskImpl<?> me = TaskImpl.currentOrNull();
        var node = new EndNode(me != null ? me : Waits.current(), self());
        if (enlist(node)
                && Waits.await(home, node, timeoutNanos, "awaitTermination") != WaitNode.DATA
                && !state().isFinal()) {
            return false;
        }
        leave(me);
        NurseryImpl open = NurseryImpl.ownedBy(me);
        while (me != null && open != null && !open.hasBlock() && open.state().isFinal()) {
            open = open.outer; // executors are closed in any order
            me.setOwned(open);
        }
        return true;
    }

    /** Cancels it, waits for the end, and says how it went. */
    final NurseryResult cancelAndAwait() {
        cancel(CancelReason.REQUESTED);
        closeQuietly();
        isResultSeen = true;
        return result();
    }
}
