package dev.stint.budget;

/**
 * What happens to a task of a nursery that cannot pay, or to a spawn that the pool cannot pay. A
 * nursery {@code withSelfRecharge(true)} has a task that would wait or fail draw by its own {@link
 * dev.stint.capability.CapBudget} first.
 */
public enum OnExhaustion {
    /** It fails, with the bill. */
    FAIL,
    /** It is suspended as {@code BUDGET_EXHAUSTED} until somebody recharges it. */
    WAIT,
    /**
     * It takes more from the nursery's pool, and fails when that is empty. The pool of a nursery
     * that was opened without a budget of its own fills itself from its parent's in the same way.
     */
    DRAW
}
