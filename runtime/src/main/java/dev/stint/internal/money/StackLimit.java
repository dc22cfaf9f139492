package dev.stint.internal.money;

import dev.stint.hooks.Meter;
import dev.stint.hooks.TraceCost;
import org.jspecify.annotations.Nullable;

/**
 * The limit of a task's stack: when it is measured, and what becomes of a task that uses more.
 *
 * <p>Every call is an operation, and so is every step of what recurses in the JDK's place; so a
 * stack can grow only so much between two measurements: less than the carriers have. If it came to
 * their end, whatever is there would break, and some of it for good and for all: a class of the JDK
 * whose initialiser fails is not tried again.
 */
final class StackLimit {
    /** Operations of metered code after which its stack is measured. */
    private static final int MEASURED_AFTER = 1 << 16;

    /** How often it may be found shallow instead, in a row. A hundred frames can be large. */
    private static final int TRUSTED = 31;

    /** How often a stack that is not shallow is measured without asking whether it is. */
    private static final int KNOWN_DEEP = 8;

    /** What code whose stack is counted may use of the real one: the count is to decide. */
    private static final int MOST_COUNTED = 32 * Meter.STACK;

    private final Payer task;
    private long unmeasured; // operations since it was measured, but for rounds of loops
    private boolean refused; // its last suspension: what was measured before is old
    private int shallow; // how often in a row; below zero: how often it need not be asked
    private @Nullable StackOverflowError overflow; // what the task was ended with

    StackLimit(Payer task) {
        this.task = task;
    }

    /** So many operations were done that may have let it grow. */
    void count(long operations) {
        unmeasured = Math.min(MEASURED_AFTER, unmeasured) + Math.min(MEASURED_AFTER, operations);
    }

    /** It could not be suspended, perhaps because it is too large for that. */
    void refused() {
        refused = true;
        unmeasured = MEASURED_AFTER;
    }

    /** True if there were so many that it must be measured. */
    boolean isDue() {
        return unmeasured >= MEASURED_AFTER;
    }

    /**
     * Measures it, if that is due or costs nothing, and cancels the task if it is too large.
     *
     * @param justSuspended whether the task has just been suspended
     * @param isCounted whether it is counted in the model, too
     * @return what to end the task with; null if all is well
     */
    @Nullable StackOverflowError look(boolean justSuspended, boolean isCounted) {
        int most = isCounted ? MOST_COUNTED : Meter.STACK;
        boolean tooDeep = false;
        if (justSuspended && !refused) {
            tooDeep = task.stackInUse() > most;
        } else if (isDue()) {
            boolean mayBeShallow = !refused;
            unmeasured = 0;
            refused = false;
            tooDeep = !(mayBeShallow && isShallow()) && task.isDeeper(most);
        }
        if (!tooDeep) {
            return null;
        }
        overflow = new StackOverflowError("more than the " + most + " bytes of a task");
        task.cancel();
        return overflow;
    }

    @Nullable StackOverflowError overflow() {
        return overflow;
    }

    /** To ask for the number of frames takes half as long as to suspend the task, or less. */
    private boolean isShallow() {
        if (shallow < 0) {
            shallow++;
            return false;
        }
        if (!TraceCost.isShallow()) {
            shallow = -KNOWN_DEEP;
            return false;
        }
        shallow = shallow == TRUSTED ? 0 : shallow + 1;
        return shallow > 0;
    }
}
