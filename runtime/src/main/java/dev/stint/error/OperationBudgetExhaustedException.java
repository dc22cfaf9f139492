package dev.stint.error;

import dev.stint.budget.Bill;

/** A task has used up its operations. */
public final class OperationBudgetExhaustedException extends BudgetExhaustedException {
    private static final long serialVersionUID = 1L;

    OperationBudgetExhaustedException(Bill bill) {
        super(
                bill,
                "Start it with more, withBudget(...), or let its nursery draw or wait,"
                        + " withOnExhaustion(...).");
    }
}
