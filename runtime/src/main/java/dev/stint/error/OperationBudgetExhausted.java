package dev.stint.error;

import dev.stint.budget.Bill;

/** A task has used up its operations. */
public final class OperationBudgetExhausted extends BudgetExhausted {
    private static final long serialVersionUID = 1L;

    OperationBudgetExhausted(Bill bill) {
        super(
                bill,
                "Start it with more, withBudget(...), or let its nursery draw or wait,"
                        + " withOnExhaustion(...).");
    }
}
