package dev.stint.internal.money;

import dev.stint.budget.Bill;
import dev.stint.budget.Budget;
import dev.stint.budget.Receipt;
import dev.stint.internal.stack.Headroom;
import dev.stint.internal.stack.Job;
import dev.stint.internal.stack.Lender;
import dev.stint.internal.stack.Processor;
import dev.stint.internal.stack.UsageSum;
import dev.stint.task.CancelledException;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The part of a task that has money: what it was given, what it holds, what it has come to; and
 * what its purse asks of the rest of it.
 *
 * <pre>
 *   field       who may touch it
 *   allowance   the nursery, before the task is queued
 *   isMember    guarded by the nursery's lock: whether it is in the list of its children
 *   purse       the task's own stack; its nursery after the end. None until the first charge
 *   credit      guarded by the nursery's lock: what others gave the task and it has not taken in
 *               yet, and what the nurseries that it opened came to
 * </pre>
 */
public abstract class Payer extends Job {
    private final Pool pool;
    private Budget allowance;
    private boolean isMember;
    private @Nullable Purse purse;
    private @Nullable Account credit;

    protected Payer(Pool pool, Budget upTo) {
        this.pool = pool;
        this.allowance = upTo;
    }

    // ---- what its purse asks

    protected abstract String nameForReceipt();

    /** What its scheduler says of spending. */
    protected abstract Settings terms();

    public abstract long id();

    /** True if it must end what it does: all of it, or the block that it stands in. */
    protected abstract boolean mustEnd();

    /** True if all of it must end. */
    protected abstract boolean mustEndItself();

    /** Throws if it must end, unless it may still clean up. */
    protected abstract void throwIfEnding(String where) throws CancelledException;

    /** Cancels the nurseries around it whose time is up. */
    protected abstract void lookForDeadline();

    /** True if a nursery that it is in, or has open, has a deadline. */
    protected abstract boolean hasDeadline();

    /** Gives way to the other runnable tasks because it must. */
    protected abstract void giveWay() throws CancelledException;

    /** The same for one that must end and is told so at every look. Throws nothing. */
    protected abstract void giveWayAtEnd();

    /** True if it stands where it must not be suspended to wait for money (R10). */
    protected abstract boolean isBound();

    /** Bytes of its stack when it was last suspended. */
    protected abstract long stackInUse();

    /** True if its stack is larger. Gives way: only a suspended stack can be measured. */
    protected abstract boolean isDeeper(int bytes);

    public abstract boolean cancel();

    /**
     * Suspends until somebody gives it something. Returns DATA, or CLOSE if it was told that nobody
     * will, or PINNED if it cannot be suspended here.
     */
    protected abstract int awaitRecharge(Bill bill) throws CancelledException;

    /** Tells whoever listens that it cannot pay. */
    protected abstract void exhausted(Bill bill);

    /** More of a component by one of its rights: at least {@code need}; null if none allows it. */
    protected abstract long @Nullable [] drawByRight(int component, long need, long want);

    // ---- its money

    /** Where it gets its money from: that of its nursery. */
    protected final Pool pool() {
        return pool;
    }

    public final Budget allowance() {
        return allowance;
    }

    /** The nursery, before the task is queued. */
    public final void setAllowance(Budget given) {
        allowance = given;
    }

    /** Lock of the nursery held. */
    public final boolean isMember() {
        return isMember;
    }

    /** Lock of the nursery held. */
    public final void setMember(boolean isMember) {
        this.isMember = isMember;
    }

    public final Purse purse() {
        Purse p = purse;
        if (p == null) {
            p = new Purse(this, allowance);
            purse = p;
        }
        return p;
    }

    @Override
    protected final @Nullable Lender lender() {
        return isDone() ? null : purse();
    }

    /** Books what it has spent; it is about to end. On its own stack. */
    protected final void settlePurse() {
        if (purse != null) {
            purse.end();
        }
    }

    /**
     * Adds what it has had, and what the nurseries that it opened and that have ended came to. Lock
     * of the nursery held.
     */
    public final void addUsageTo(UsageSum sum, long now) {
        addOwnTo(sum, now);
        if (credit != null) {
            sum.ops += credit.spent[Amounts.OPS];
            sum.runs += credit.runs;
            sum.waited += credit.waited;
            if (credit.usage != null) {
                sum.add(credit.usage);
            }
        }
    }

    /** Adds what it has had itself. Any thread. */
    protected final void addOwnTo(UsageSum sum, long now) {
        addTo(sum, now);
        Purse p = purse;
        sum.ops += p == null ? 0 : p.bookedOps();
    }

    /** Operations that are booked: all of a task that waits or has ended. Any thread. */
    public final long bookedOps() {
        Purse p = purse;
        return p == null ? 0 : p.bookedOps();
    }

    public final void endSlice() {
        if (purse != null) {
            purse.sliceEnded();
        }
    }

    /** It was to give way, and could not. */
    public final void notSuspended() {
        if (purse != null) {
            purse.notSuspended();
        }
        Processor.current().goesOnWithSlice();
    }

    public final boolean isInGrace() {
        return purse != null && purse.isInGrace();
    }

    public final void useGrace() {
        if (purse != null) {
            purse.useGrace();
        }
    }

    public final void forgetGrace() {
        if (purse != null) {
            purse.forgetGrace();
        }
    }

    public final boolean isShielded() {
        return purse != null && purse.isShielded();
    }

    /** What it was ended with, if its stack was too large. */
    public final @Nullable StackOverflowError overflow() {
        return purse == null ? null : purse.overflow();
    }

    public final @Nullable Bill doom() {
        return purse == null ? null : purse.doom();
    }

    /** What others have given it, if anything. */
    final long @Nullable [] takeCredit() {
        pool.acquire();
        try {
            if (!hasCredit()) {
                return null;
            }
            long[] taken = credit().left.clone();
            Arrays.fill(credit().left, 0);
            return taken;
        } finally {
            pool.release();
        }
    }

    /** Lock of the nursery held. */
    public final boolean hasCredit() {
        if (credit != null) {
            for (long amount : credit.left) {
                if (amount != 0) {
                    return true;
                }
            }
        }
        return false;
    }

    /** What others gave it, and what its nurseries came to. Lock of the nursery held. */
    public final Account credit() {
        Account c = credit;
        if (c == null) {
            c = new Account();
            credit = c;
        }
        return c;
    }

    /** What it comes to; null if it was never charged and given nothing. Lock held, task ended. */
    public final @Nullable Account toAccount() {
        if (purse == null && credit == null) {
            return null;
        }
        var all = new Account();
        if (purse == null) {
            Amounts.set(all.left, allowance);
        } else {
            all.add(purse.close());
        }
        if (credit != null) {
            Amounts.add(all.left, credit.left);
        }
        all.repay();
        all.tasks = 1;
        all.hash =
                purse == null
                        ? Account.hashOfNothing(nameForReceipt())
                        : Account.hash(nameForReceipt(), all.spent, all.debt);
        if (credit != null) {
            all.addSpending(credit);
        }
        all.repay();
        return all;
    }

    public final Budget budgetLeft() {
        Headroom.ensure();
        pool.acquire();
        try {
            Purse p = purse;
            Budget given = credit == null ? Budget.ZERO : Amounts.toBudget(credit.left);
            return p == null ? allowance.plus(given) : p.left().plus(given.minus(p.debt()));
        } finally {
            pool.release();
        }
    }

    /** What it came to; empty if it has not ended. */
    protected final Optional<Receipt> toReceipt() {
        Headroom.ensure();
        if (!isDone()) {
            return Optional.empty();
        }
        Account account;
        pool.acquire();
        try {
            account = toAccount();
        } finally {
            pool.release();
        }
        return Optional.of(
                account == null
                        ? new Receipt(
                                nameForReceipt(),
                                1,
                                Budget.ZERO,
                                Budget.ZERO,
                                Account.hashOfNothing(nameForReceipt()))
                        : new Receipt(
                                nameForReceipt(),
                                account.tasks,
                                Amounts.toBudget(account.spent),
                                Amounts.toBudget(account.debt),
                                account.hash));
    }
}
