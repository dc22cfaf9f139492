package dev.stint.tenant;

import dev.stint.budget.Budget;
import dev.stint.budget.OnExhaustion;
import java.util.Objects;

/**
 * How a tenant is set up. Immutable; the {@code with} methods return a changed copy.
 *
 * @param name shown in dumps and errors
 * @param budget all that it may spend, until it is granted more
 * @param childBudget what a task of its root nursery gets unless it is started with something else
 * @param onExhaustion what happens to a task of its root nursery that cannot pay
 * @param selfRecharge whether such a task first draws by its own rights, {@link
 *     dev.stint.capability.CapBudget}
 * @param weight how long its turns are against those of the others
 * @param carriers how many workers its tasks may keep from going on at once, by code that neither
 *     ends nor gives way; while they do, no other task of it is run. Fewer, if many tenants share
 *     the temporary workers that stand in. Not for the tenant that every scheduler has
 */
public record TenantConfig(
        String name,
        Budget budget,
        Budget childBudget,
        OnExhaustion onExhaustion,
        boolean selfRecharge,
        int weight,
        int carriers) {
    public static final int MAX_WEIGHT = 1_000;
    public static final int MAX_CARRIERS = 4_096;

    private static final TenantConfig DEFAULT =
            new TenantConfig(
                    "tenant", Budget.UNLIMITED, Budget.DEFAULT, OnExhaustion.DRAW, false, 1, 4);

    public TenantConfig {
        Objects.requireNonNull(name, "name of a tenant");
        Objects.requireNonNull(budget, "budget of a tenant");
        Objects.requireNonNull(childBudget, "budget of a tenant's tasks");
        Objects.requireNonNull(onExhaustion, "what a tenant does on exhaustion");
        if (name.isBlank()) {
            throw new IllegalArgumentException("a tenant needs a name: it is billed by it.");
        }
        if (weight < 1 || weight > MAX_WEIGHT) {
            throw new IllegalArgumentException(
                    "weight is " + weight + "; it must be from 1 to " + MAX_WEIGHT + ".");
        }
        if (carriers < 1 || carriers > MAX_CARRIERS) {
            throw new IllegalArgumentException(
                    "carriers is " + carriers + "; it must be from 1 to " + MAX_CARRIERS + ".");
        }
        if (budget.ops() < 1 || childBudget.ops() < 1) {
            throw new IllegalArgumentException(
                    "tenant '"
                            + name
                            + "' with 0 operations could never pay for anything. Give it at least"
                            + " 1, and its tasks, too.");
        }
    }

    /** The configuration that others are made from, by {@code with...}. */
    public static TenantConfig defaults() {
        return DEFAULT;
    }

    public TenantConfig withName(String name) {
        return new TenantConfig(
                name, budget, childBudget, onExhaustion, selfRecharge, weight, carriers);
    }

    public TenantConfig withBudget(Budget budget) {
        return new TenantConfig(
                name, budget, childBudget, onExhaustion, selfRecharge, weight, carriers);
    }

    public TenantConfig withChildBudget(Budget each) {
        return new TenantConfig(name, budget, each, onExhaustion, selfRecharge, weight, carriers);
    }

    public TenantConfig withOnExhaustion(OnExhaustion then) {
        return new TenantConfig(name, budget, childBudget, then, selfRecharge, weight, carriers);
    }

    /**
     * Whether a task of its root nursery that would otherwise wait or fail for lack of money first
     * draws by the {@link dev.stint.capability.CapBudget} that it holds.
     */
    public TenantConfig withSelfRecharge(boolean byRight) {
        return new TenantConfig(name, budget, childBudget, onExhaustion, byRight, weight, carriers);
    }

    public TenantConfig withWeight(int weight) {
        return new TenantConfig(
                name, budget, childBudget, onExhaustion, selfRecharge, weight, carriers);
    }

    public TenantConfig withCarriers(int carriers) {
        return new TenantConfig(
                name, budget, childBudget, onExhaustion, selfRecharge, weight, carriers);
    }
}
