package dev.stint.internal.money;

import dev.stint.budget.Component;

/**
 * The grace of a task that must end: what it may still do in shielded sections to clean up, or
 * after it was stopped, if it is metered code. It begins when it is first needed.
 */
abstract class PurseGrace {
    final Payer task;
    int shields; // sections that the task is in
    boolean stopped; // metered code was told to end
    private long graceOps = -1; // -1: not begun
    private long graceUntil;

    PurseGrace(Payer task) {
        this.task = task;
    }

    public final void enterShield() {
        shields++;
    }

    final boolean isShielded() {
        return shields > 0;
    }

    /** The task need not end any more: what it had to leave was a block, and it has. */
    final void forgetGrace() {
        stopped = false;
        graceOps = -1;
    }

    /** True if the task, which must end, is in a shielded section and has grace left. */
    final boolean isInGrace() {
        if ((shields == 0 && !stopped) || !task.mustEnd()) {
            return false;
        }
        if (graceOps < 0) {
            graceOps = task.terms().graceOps();
            graceUntil = task.terms().clock().after(task.terms().graceNanos());
        }
        // Metered code has no use for the time: it could not be told apart by its receipt
        // otherwise.
        return graceOps > 0 && (stopped || task.terms().clock().nanos() < graceUntil);
    }

    /** When the grace of a task that is in it ends. */
    public final long graceUntil() {
        return graceUntil;
    }

    /** A suspension costs nothing, but a task in grace must come to an end. */
    final void useGrace() {
        if (isInGrace()) {
            graceOps--;
        }
    }

    /** Counts what a task that is in grace has done. */
    final void useGrace(long operations) {
        graceOps = Math.max(0, graceOps - operations);
    }

    /** How much of a component a task may borrow in grace, in all. */
    final long mostInGrace(int c) {
        long ops = task.terms().graceOps();
        return Amounts.component(c) == Component.MEMORY ? ops << 4 : ops;
    }
}
