package dev.stint.error;

import dev.stint.budget.Bill;

/** A task has allocated all the bytes it was given. */
public final class MemoryBudgetExhaustedException extends BudgetExhaustedException {
    private static final long serialVersionUID = 1L;

    MemoryBudgetExhaustedException(Bill bill) {
        super(bill, "Start it with more memory, or allocate less.");
    }
}
