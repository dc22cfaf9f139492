package dev.stint.error;

import dev.stint.budget.Bill;

/** A task has used up its channel operations. */
public final class ChannelBudgetExhaustedException extends BudgetExhaustedException {
    private static final long serialVersionUID = 1L;

    ChannelBudgetExhaustedException(Bill bill) {
        super(bill, "Start it with more channelOps, withBudget(...).");
    }
}
