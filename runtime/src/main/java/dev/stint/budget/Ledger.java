package dev.stint.budget;

/**
 * The books of a nursery or a tenant at one moment. Nothing is created and nothing is lost: {@code
 * granted + debt = spent + held + pooled + refunded}, in every component, always.
 *
 * @param granted what it was given
 * @param debt what its tasks have spent beyond what they were given
 * @param spent what its finished tasks have spent, those of nested nurseries included
 * @param held what its live tasks and nested nurseries were given and have not accounted for yet
 * @param pooled what is left to give
 * @param refunded what it has given back to where it came from
 */
public record Ledger(
        Budget granted, Budget debt, Budget spent, Budget held, Budget pooled, Budget refunded) {
    /** True if the books balance. */
    public boolean isBalanced() {
        for (Component c : Component.values()) {
            // Two amounts fit an unsigned long; four need not, so they are taken from it in turn.
            long rest = granted.get(c) + debt.get(c);
            for (Budget part : new Budget[] {spent, held, pooled, refunded}) {
                if (Long.compareUnsigned(rest, part.get(c)) < 0) {
                    return false;
                }
                rest -= part.get(c);
            }
            if (rest != 0) {
                return false;
            }
        }
        return true;
    }
}
