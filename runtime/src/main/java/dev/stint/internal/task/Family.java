package dev.stint.internal.task;

import dev.stint.budget.Budget;
import dev.stint.budget.OnExhaustion;
import dev.stint.internal.money.Pool;
import dev.stint.task.NurseryCancelledException;
import org.jspecify.annotations.Nullable;

/** A nursery as its tasks know it, those that run in it and the one that has opened it. */
public abstract class Family extends Pool {
    protected Family(
            @Nullable Pool parent, OnExhaustion onExhaustion, Budget childBudget, boolean walled) {
        super(parent, onExhaustion, childBudget, walled);
    }

    public abstract Home home();

    /** Whose it is. */
    public abstract Domain domain();

    /** Which queues its tasks wait in: a number that no other tenant or group has. */
    public abstract int lane();

    /** The one that it is in; null for a root. */
    public abstract @Nullable Family above();

    /** The one that its opener had open before; null if none. */
    public abstract @Nullable Family outer();

    /** The task that has opened it; null for a thread outside, and for a root. */
    public abstract @Nullable TaskImpl<?> owner();

    /** What its children find bound; null if nothing. */
    public abstract @Nullable Object scopedValues();

    /** True if it is the other one, or below it. */
    public final boolean isWithin(Family other) {
        for (Family at = this; at != null; at = at.above()) {
            if (at == other) {
                return true;
            }
        }
        return false;
    }

    // ---- its block

    /** True if whoever stands in its block must leave it. */
    public abstract boolean isCut();

    /** True if nobody stands in its block any more. */
    public abstract boolean isLeft();

    /** What ends a wait in its block after it was cancelled. */
    public abstract NurseryCancelledException signal(String who, String where);

    /** Its owner, who calls, has ended and left it open: cancels it and waits for its end. */
    public abstract void abandon(TaskImpl<?> owner);

    /** Cancels it because whoever has opened it is cancelled. */
    public abstract void cancelWithParent();

    /** Which deadline it was cancelled for, and how long that was; empty if for none. */
    public abstract String passedDeadline();

    // ---- its children

    public abstract boolean hasDeadline();

    /** Cancels this and those above whose time is up; for a task that looks around. */
    public abstract void lookForDeadline();

    /** A task in it waits to be recharged. */
    public abstract void presentBill();

    /** More of a component for a child, which calls, by one of its rights; null if none allows. */
    public abstract long @Nullable [] drawByRight(
            TaskImpl<?> child, int component, long need, long want);

    /** Throws if a task may not see who belongs to whom. */
    public abstract void ensureMaySee(String what);

    /** Throws if a task may not see how something ended. */
    public abstract void ensureMaySee(
            @Nullable TaskImpl<?> me, Object what, @Nullable Domain startedBy);
}
