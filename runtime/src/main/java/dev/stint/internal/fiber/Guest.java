package dev.stint.internal.fiber;

import dev.stint.channel.Channel;
import dev.stint.internal.stack.FiberCore;
import dev.stint.internal.stack.FiberCore.Then;
import dev.stint.internal.task.GuestBody;
import dev.stint.internal.task.Stepwise;
import dev.stint.internal.task.TaskImpl;
import dev.stint.internal.wait.Cell;
import dev.stint.task.CancelledException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The body of a task whose code runs on a stack that is not Java's, asks for everything by stopping
 * with a wish, and is resumed with an answer.
 *
 * <p>Its Java half answers in the ordinary way. The frequent wishes, which are to give way, to send
 * and to receive, it leaves to the carrier by {@link #wander}: there they are answered without a
 * Java stack, as long as nothing is in the way: the task must not end, can pay from what it was
 * lent, and no simulation decides at every operation.
 *
 * <p>Belongs to whichever half is running.
 */
public abstract class Guest<T extends @Nullable Object> extends GuestBody<T> {
    /** What the code stopped for, as far as it can be answered without a Java stack. */
    public enum Wish {
        OTHER,
        YIELD,
        SEND,
        RECEIVE
    }

    private @Nullable TaskImpl<?> task;
    private @Nullable Cell cell; // the wish waits in it
    private boolean gaveWay; // for the wish

    /** Runs the code until it stops. */
    protected abstract Wish resume();

    /** The channel of a SEND or RECEIVE for ever; null if it is to be answered by the Java half. */
    protected abstract @Nullable Channel<Long> channel();

    /** What a SEND sends. */
    protected abstract Long value();

    /** What a RECEIVE has received, before it is answered. */
    protected abstract void received(Long value);

    /** The answer to what the code stopped for. */
    protected abstract void answer(Answer how);

    /** Operations that the code has done since the last wish, and has not paid for. */
    protected abstract long unpaid();

    /** They are paid for. */
    protected abstract void paid();

    /** How a wish was granted. */
    public enum Answer {
        DONE,
        CLOSED
    }

    // ---- for the Java half

    /** The calling task begins to run the code. */
    protected final void begin() {
        task = TaskImpl.ensureCurrent("run a C function");
    }

    private TaskImpl<?> me() {
        return Objects.requireNonNull(task);
    }

    /**
     * Leaves the pending wish and those after it to the carrier. False if nothing was done, because
     * the task runs on another kind of core; otherwise there is a wish that only the caller can
     * answer.
     */
    protected final boolean wander() {
        return me().core() instanceof FiberCore core
                && me().isUndisturbed()
                && core.leave(this::goOn);
    }

    /** Counts operations; see {@code Stint.checkpoint}. */
    protected final void pay(long operations) throws CancelledException {
        me().checkpoint(operations);
    }

    /** True if the task must end, and not only a block that it stands in. */
    protected final boolean mustEnd() {
        return me().mustEndItself();
    }

    /** The task was told that it must end: from now on it has its grace, and no more. */
    protected final void beginGrace(Throwable why) {
        me().purse().stop(why);
    }

    /** How many operations the code may do before it asks again. */
    protected final long lendable() {
        return Math.min(me().home().yieldInterval(), me().purse().opsLeft());
    }

    /** The task, in words. */
    protected final String who() {
        return me().toString();
    }

    // ---- on the carrier, while the Java half is away

    private Then goOn(FiberCore core) {
        Wish wish = pending();
        while (true) {
            Then then =
                    switch (wish) {
                        case YIELD -> giveWay();
                        case SEND -> send(core);
                        case RECEIVE -> receive(core);
                        case OTHER -> Then.RETURN;
                    };
            if (then != null) {
                return then;
            }
            wish = resume();
        }
    }

    /** What the code stopped for last. */
    protected abstract Wish pending();

    /** Pays for what the code has done meanwhile; false if the purse must look first. */
    private boolean settle() {
        long operations = unpaid();
        if (operations == 0) {
            return true;
        }
        if (operations < 0 || !me().purse().tryOps(operations)) {
            return false;
        }
        paid();
        return true;
    }

    /** Null if the code is to go on. */
    private @Nullable Then giveWay() {
        if (gaveWay) {
            gaveWay = false;
            if (!me().isUndisturbed()) {
                return Then.RETURN; // who learns of it as in any other yield
            }
            answer(Answer.DONE);
            return null;
        }
        if (!me().isUndisturbed() || !settle()) {
            return Then.RETURN;
        }
        gaveWay = true;
        me().endSlice();
        return Then.YIELD;
    }

    private @Nullable Then send(FiberCore core) {
        Stepwise channel = (Stepwise) channel();
        if (channel == null) {
            return Then.RETURN;
        }
        Object outcome;
        Cell mine = cell;
        if (mine == null) {
            if (!channel.suspends() || !payForOne()) {
                return Then.RETURN;
            }
            outcome = channel.beginPut(me(), value());
        } else {
            if (me().parksFor(mine)) {
                core.parkFor(mine);
                return Then.PARK;
            }
            cell = null;
            outcome = channel.endPut(mine);
        }
        if (outcome instanceof Cell joined) {
            return parkIn(joined, core);
        }
        if (outcome == Stepwise.WITHDRAWN) {
            return Then.RETURN;
        }
        answer(outcome == Stepwise.DONE ? Answer.DONE : Answer.CLOSED);
        return null;
    }

    private @Nullable Then receive(FiberCore core) {
        Stepwise channel = (Stepwise) channel();
        if (channel == null) {
            return Then.RETURN;
        }
        Object outcome;
        Cell mine = cell;
        if (mine == null) {
            if (!payForOne()) {
                return Then.RETURN;
            }
            outcome = channel.beginTake(me());
        } else {
            if (me().parksFor(mine)) {
                core.parkFor(mine);
                return Then.PARK;
            }
            cell = null;
            outcome = channel.endTake(mine);
        }
        if (outcome instanceof Cell joined) {
            return parkIn(joined, core);
        }
        if (outcome == Stepwise.WITHDRAWN) {
            return Then.RETURN;
        }
        if (outcome == Stepwise.CLOSED) {
            answer(Answer.CLOSED);
        } else {
            received((Long) outcome);
            answer(Answer.DONE);
        }
        return null;
    }

    private boolean payForOne() {
        return me().isUndisturbed() && settle() && me().purse().tryChannelOp();
    }

    /** Parks, unless the wait is over by now; then the wish is looked at once more. */
    private @Nullable Then parkIn(Cell joined, FiberCore core) {
        cell = joined;
        if (me().parksFor(joined)) {
            core.parkFor(joined);
            return Then.PARK;
        }
        return pending() == Wish.SEND ? send(core) : receive(core);
    }
}
