package dev.stint.policy;

import dev.stint.budget.Budget;
import dev.stint.tenant.TenantConfig;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * What a policy says of the tenants of one name, or of all whose names begin alike. What is absent
 * is as the program asks. Immutable; the {@code with} methods return a changed copy.
 *
 * @param tenant a name, or the beginning of one and {@code *}
 * @param isAdmitted whether such a tenant may be opened
 * @param weight how long its turns are against those of the others
 * @param slice how many operations it asks for at once; the scheduler's at most
 * @param hint what kind of work it does; a slice that is set goes before it
 * @param budget the most that it may spend, in each component
 * @param taskBudget the most that a task of its root nursery gets, in each component
 * @param carriers the most workers that it may keep from going on
 */
public record TenantRule(
        String tenant,
        boolean isAdmitted,
        OptionalInt weight,
        OptionalLong slice,
        Hint hint,
        Optional<Budget> budget,
        Optional<Budget> taskBudget,
        OptionalInt carriers) {

    public TenantRule {
        NamePattern.ensure("tenant", tenant);
        Objects.requireNonNull(weight, "weight of a rule");
        Objects.requireNonNull(slice, "slice of a rule");
        Objects.requireNonNull(hint, "hint of a rule");
        Objects.requireNonNull(budget, "budget of a rule");
        Objects.requireNonNull(taskBudget, "budget of tasks of a rule");
        Objects.requireNonNull(carriers, "carriers of a rule");
        ensure(tenant, "weight", weight.orElse(1), TenantConfig.MAX_WEIGHT);
        ensure(tenant, "slice", slice.orElse(1), Long.MAX_VALUE);
        ensure(tenant, "carriers", carriers.orElse(1), TenantConfig.MAX_CARRIERS);
        ensure(tenant, "budget", budget.orElse(Budget.UNLIMITED).ops(), Long.MAX_VALUE);
        ensure(tenant, "task budget", taskBudget.orElse(Budget.UNLIMITED).ops(), Long.MAX_VALUE);
    }

    private static void ensure(String tenant, String what, long is, long most) {
        if (is < 1 || is > most) {
            throw new IllegalArgumentException(
                    "the rule for '"
                            + tenant
                            + "' has a "
                            + what
                            + " of "
                            + is
                            + "; it must be from 1 to "
                            + most
                            + ".");
        }
    }

    /** Admits tenants of this name as they ask. */
    public static TenantRule of(String tenant) {
        return new TenantRule(
                tenant,
                true,
                OptionalInt.empty(),
                OptionalLong.empty(),
                Hint.NORMAL,
                Optional.empty(),
                Optional.empty(),
                OptionalInt.empty());
    }

    /** The same, which admits none. */
    public TenantRule refused() {
        return new TenantRule(tenant, false, weight, slice, hint, budget, taskBudget, carriers);
    }

    public TenantRule withWeight(int weight) {
        return new TenantRule(
                tenant,
                isAdmitted,
                OptionalInt.of(weight),
                slice,
                hint,
                budget,
                taskBudget,
                carriers);
    }

    public TenantRule withSlice(long operations) {
        return new TenantRule(
                tenant,
                isAdmitted,
                weight,
                OptionalLong.of(operations),
                hint,
                budget,
                taskBudget,
                carriers);
    }

    public TenantRule withHint(Hint hint) {
        return new TenantRule(
                tenant, isAdmitted, weight, slice, hint, budget, taskBudget, carriers);
    }

    public TenantRule withBudget(Budget most) {
        return new TenantRule(
                tenant, isAdmitted, weight, slice, hint, Optional.of(most), taskBudget, carriers);
    }

    public TenantRule withTaskBudget(Budget most) {
        return new TenantRule(
                tenant, isAdmitted, weight, slice, hint, budget, Optional.of(most), carriers);
    }

    public TenantRule withCarriers(int most) {
        return new TenantRule(
                tenant, isAdmitted, weight, slice, hint, budget, taskBudget, OptionalInt.of(most));
    }

    /**
     * What a tenant gets that asks for this.
     *
     * @param whole the scheduler's slice
     */
    public TenantConfig applyTo(TenantConfig asked, long whole) {
        TenantConfig given =
                asked.withWeight(weight.orElse(asked.weight()))
                        .withCarriers(Math.min(asked.carriers(), carriers.orElse(asked.carriers())))
                        .withBudget(least(asked.budget(), budget))
                        .withChildBudget(least(asked.childBudget(), taskBudget));
        if (slice.isEmpty() && hint == Hint.NORMAL) {
            return given;
        }
        long turn = slice.orElseGet(() -> hint.slice(asked.slice().orElse(whole), whole));
        return given.withSlice(Math.min(turn, whole));
    }

    private static Budget least(Budget asked, Optional<Budget> most) {
        return most.map(asked::min).orElse(asked);
    }
}
