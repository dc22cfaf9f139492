package dev.stint.error;

import dev.stint.budget.Bill;

/** A nursery's pool has no spawn left. */
public final class SpawnBudgetExhaustedException extends BudgetExhaustedException {
    private static final long serialVersionUID = 1L;

    SpawnBudgetExhaustedException(Bill bill) {
        super(bill, "Open the nursery with more spawns, withBudget(...), or recharge it.");
    }
}
