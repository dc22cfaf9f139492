package dev.stint.error;

import dev.stint.budget.Bill;

/** A nursery's pool has no spawn left. */
public final class SpawnBudgetExhausted extends BudgetExhausted {
    private static final long serialVersionUID = 1L;

    SpawnBudgetExhausted(Bill bill) {
        super(bill, "Open the nursery with more spawns, withBudget(...), or recharge it.");
    }
}
