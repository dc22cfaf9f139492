package dev.stint.error;

import dev.stint.budget.Bill;

/** A task has used up its system calls. */
public final class SyscallBudgetExhaustedException extends BudgetExhaustedException {
    private static final long serialVersionUID = 1L;

    SyscallBudgetExhaustedException(Bill bill) {
        super(bill, "Start it with more syscalls, withBudget(...).");
    }
}
