package dev.stint.internal.core;

import dev.stint.internal.stack.Job;
import dev.stint.internal.stack.Lender;
import dev.stint.budget.Bill;
import dev.stint.budget.Budget;
import dev.stint.budget.Receipt;
import dev.stint.internal.budget.Account;
import dev.stint.internal.budget.Amounts;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The part of a task that has money: what it was given, what it holds, what it has come to.
 *
 * <pre>
 *   field       who may touch it
 *   allowance   the nursery, before the task is queued
 *   purse       the task's own stack; its nursery after the end. None until the first charge
 *   credit      guarded by the nursery's lock: what others gave the task and it has not taken in
 *               yet, and what the nurseries that it opened came to
 * </pre>
 */
abstract class Budgeted extends Job {
    final NurseryImpl nursery;
    Budget allowance;
    private @Nullable Purse purse;
    private @Nullable Account credit;

    Budgeted(NurseryImpl nursery, Budget upTo) {
        this.nursery = nursery;
        this.allowance = upTo;
    }

    abstract String nameForReceipt();

    abstract TaskImpl<?> self();

    abstract void ensureMaySee(@Nullable TaskImpl<?> me);

    final Purse purse() {
        Purse p = purse;
        if (p == null) {
            p = new Purse(self(), allowance);
            purse = p;
        }
        return p;
    }

    @Override
    protected final @Nullable Lender lender() {
        return isDone() ? null : purse();
    }

    final void endSlice() {
        if (purse != null) {
            purse.sliceEnded();
        }
    }

    final boolean isInGrace() {
        return purse != null && purse.isInGrace();
    }

    final void useGrace() {
        if (purse != null) {
            purse.useGrace();
        }
    }

    final void forgetGrace() {
        if (purse != null) {
            purse.forgetGrace();
        }
    }

    final boolean isShielded() {
        return purse != null && purse.isShielded();
    }

    /** What it was ended with, if its stack was too large. */
    final @Nullable StackOverflowError overflow() {
        return purse == null ? null : purse.overflow();
    }

    final @Nullable Bill doom() {
        return purse == null ? null : purse.doom();
    }

    /** What others have given it, if anything. */
    final long @Nullable [] takeCredit() {
        nursery.acquire();
        try {
            if (!hasCredit()) {
                return null;
            }
            long[] taken = credit().left.clone();
            Arrays.fill(credit().left, 0);
            return taken;
        } finally {
            nursery.release();
        }
    }

    /** Lock of the nursery held. */
    final boolean hasCredit() {
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
    final Account credit() {
        Account c = credit;
        if (c == null) {
            c = new Account();
            credit = c;
        }
        return c;
    }

    /** What it comes to; null if it was never charged and given nothing. Lock held, task ended. */
    final @Nullable Account toAccount() {
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
        nursery.acquire();
        try {
            Purse p = purse;
            Budget given = credit == null ? Budget.ZERO : Amounts.toBudget(credit.left);
            return p == null ? allowance.plus(given) : p.left().plus(given.minus(p.debt()));
        } finally {
            nursery.release();
        }
    }

    public final Optional<Receipt> receipt() {
        ensureMaySee(TaskImpl.currentOrNull());
        if (!isDone()) {
            return Optional.empty();
        }
        Account account;
        nursery.acquire();
        try {
            account = toAccount();
        } finally {
            nursery.release();
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
