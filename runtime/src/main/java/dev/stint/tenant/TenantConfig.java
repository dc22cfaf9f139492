package dev.stint.tenant;

import dev.stint.budget.Budget;
import dev.stint.budget.OnExhaustion;
import dev.stint.guard.HeapLimit;
import dev.stint.guard.Limits;
import java.time.Duration;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.function.UnaryOperator;

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
 * @param limits of its guards. Not for the tenant that every scheduler has
 * @param slice how many operations it asks for at once; absent: its scheduler's slice
 */
public record TenantConfig(
        String name,
        Budget budget,
        Budget childBudget,
        OnExhaustion onExhaustion,
        boolean selfRecharge,
        int weight,
        int carriers,
        Limits limits,
        OptionalLong slice) {
    public static final int MAX_WEIGHT = 1_000;
    public static final int MAX_CARRIERS = 4_096;

    private static final TenantConfig DEFAULT =
            new TenantConfig(
                    "tenant",
                    Budget.UNLIMITED,
                    Budget.DEFAULT,
                    OnExhaustion.DRAW,
                    false,
                    1,
                    4,
                    Limits.defaults(),
                    OptionalLong.empty());

    public TenantConfig {
        Objects.requireNonNull(name, "name of a tenant");
        Objects.requireNonNull(budget, "budget of a tenant");
        Objects.requireNonNull(childBudget, "budget of a tenant's tasks");
        Objects.requireNonNull(onExhaustion, "what a tenant does on exhaustion");
        Objects.requireNonNull(limits, "limits of a tenant's guards");
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
        if (slice.isPresent() && slice.getAsLong() < 1) {
            throw new IllegalArgumentException(
                    "slice of tenant '"
                            + name
                            + "' is "
                            + slice.getAsLong()
                            + "; it is a number of operations, at least 1.");
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
                name,
                budget,
                childBudget,
                onExhaustion,
                selfRecharge,
                weight,
                carriers,
                limits,
                slice);
    }

    public TenantConfig withBudget(Budget budget) {
        return new TenantConfig(
                name,
                budget,
                childBudget,
                onExhaustion,
                selfRecharge,
                weight,
                carriers,
                limits,
                slice);
    }

    public TenantConfig withChildBudget(Budget each) {
        return new TenantConfig(
                name, budget, each, onExhaustion, selfRecharge, weight, carriers, limits, slice);
    }

    public TenantConfig withOnExhaustion(OnExhaustion then) {
        return new TenantConfig(
                name, budget, childBudget, then, selfRecharge, weight, carriers, limits, slice);
    }

    /**
     * Whether a task of its root nursery that would otherwise wait or fail for lack of money first
     * draws by the {@link dev.stint.capability.CapBudget} that it holds.
     */
    public TenantConfig withSelfRecharge(boolean byRight) {
        return new TenantConfig(
                name, budget, childBudget, onExhaustion, byRight, weight, carriers, limits, slice);
    }

    public TenantConfig withWeight(int weight) {
        return new TenantConfig(
                name,
                budget,
                childBudget,
                onExhaustion,
                selfRecharge,
                weight,
                carriers,
                limits,
                slice);
    }

    /**
     * How many operations it asks for at once, fewer than its scheduler's slice. Its share is the
     * same; it gets it sooner and in smaller pieces. For those who wait for an answer.
     */
    public TenantConfig withSlice(long operations) {
        return new TenantConfig(
                name,
                budget,
                childBudget,
                onExhaustion,
                selfRecharge,
                weight,
                carriers,
                limits,
                OptionalLong.of(operations));
    }

    public TenantConfig withCarriers(int carriers) {
        return new TenantConfig(
                name,
                budget,
                childBudget,
                onExhaustion,
                selfRecharge,
                weight,
                carriers,
                limits,
                slice);
    }

    /** Changes the limits of its guards. */
    public TenantConfig withLimits(UnaryOperator<Limits> change) {
        Objects.requireNonNull(change, "the change of a tenant's limits");
        return withLimits(
                Objects.requireNonNull(
                        change.apply(limits),
                        "the change of a tenant's limits returned null; return the changed"
                                + " limits"));
    }

    /** How long processors may work for it, beside what its operations cost. */
    public TenantConfig withProcessorTime(Duration time) {
        return withLimits(limits.withProcessorTime(time));
    }

    /**
     * How many bytes of the heap it may keep alive, by estimate; it is warned of at four fifths.
     * After a collection that finds it over, it is stopped. It needs the module native: without its
     * library, a tenant with this limit is not opened. Under a seed it has no effect.
     */
    public TenantConfig withHeapLimit(long bytes) {
        return withLimits(limits.withHeap(HeapLimit.of(bytes)));
    }

    private TenantConfig withLimits(Limits limits) {
        return new TenantConfig(
                name,
                budget,
                childBudget,
                onExhaustion,
                selfRecharge,
                weight,
                carriers,
                limits,
                slice);
    }
}
