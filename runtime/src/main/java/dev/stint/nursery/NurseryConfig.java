package dev.stint.nursery;

import dev.stint.budget.Budget;
import dev.stint.budget.Component;
import dev.stint.budget.OnExhaustion;
import dev.stint.capability.Capabilities;
import dev.stint.capability.Capability;
import dev.stint.context.SchedulingContext;
import dev.stint.hooks.TenantLoader;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * How a nursery is set up. Immutable; the {@code with} methods return a changed copy.
 *
 * @param name shown in dumps, errors and receipts; empty means none
 * @param budget its pool: present, it is taken from the opener when the nursery is opened, and is
 *     the wall that nothing inside can climb; absent, the nursery lives off its parent's pool
 * @param childBudget what a child gets unless it is started with something else
 * @param onExhaustion what happens to a child that cannot pay
 * @param selfRecharge whether such a child first draws by its own rights, {@link
 *     dev.stint.capability.CapBudget}
 * @param policy what happens when a child ends
 * @param deadline how long it may take from when it is opened; absent: for ever
 * @param capabilities the rights by which threads outside the scheduler start children here
 * @param weight of the group that it is among those of its tenant; absent, with {@code slice}: it
 *     is none
 * @param slice how many operations such a group asks for at once; absent: as many as its tenant
 * @param context that what is started in it runs on; absent: none
 */
public record NurseryConfig(
        String name,
        Optional<Budget> budget,
        Budget childBudget,
        OnExhaustion onExhaustion,
        boolean selfRecharge,
        Policy policy,
        Optional<Duration> deadline,
        Capabilities capabilities,
        OptionalInt weight,
        OptionalLong slice,
        Optional<SchedulingContext> context) {
    /** The largest weight of a group. */
    public static final int MAX_WEIGHT = 1_000;

    private static final NurseryConfig DEFAULT =
            new NurseryConfig(
                    "",
                    Optional.empty(),
                    Budget.DEFAULT,
                    OnExhaustion.DRAW,
                    false,
                    Policy.allSucceed(),
                    Optional.empty(),
                    Capabilities.NONE,
                    OptionalInt.empty(),
                    OptionalLong.empty(),
                    Optional.empty());

    public NurseryConfig {
        Objects.requireNonNull(name, "name of a nursery");
        Objects.requireNonNull(budget, "budget of a nursery");
        Objects.requireNonNull(childBudget, "budget of a nursery's children");
        Objects.requireNonNull(onExhaustion, "what a nursery does on exhaustion");
        Objects.requireNonNull(policy, "policy of a nursery");
        if (policy.getClass().getClassLoader() instanceof TenantLoader) {
            throw new IllegalArgumentException(
                    policy.getClass().getName()
                            + " cannot be the policy of a nursery: it is code of a tenant, and the"
                            + " scheduler runs a policy where nobody pays. Take one of Stint's,"
                            + " such as Policy.runAll().");
        }
        Objects.requireNonNull(deadline, "deadline of a nursery");
        Objects.requireNonNull(capabilities, "capabilities of a nursery");
        Objects.requireNonNull(context, "scheduling context of a nursery");
        if (childBudget.ops() < 1) {
            throw new IllegalArgumentException(
                    "children with 0 operations could never pay for anything. Give them at least 1:"
                            + " withChildBudget(...).");
        }
        if (budget.isPresent() && budget.get().spawns() > 0 && budget.get().ops() < 1) {
            throw new IllegalArgumentException(
                    "a pool of "
                            + Component.SPAWNS.inWords(budget.get().spawns())
                            + " and 0 operations could start no task that can pay for"
                            + " anything. Give it operations, too: withBudget(...).");
        }
        if (weight.isPresent() && (weight.getAsInt() < 1 || weight.getAsInt() > MAX_WEIGHT)) {
            throw new IllegalArgumentException(
                    "weight of a nursery is "
                            + weight.getAsInt()
                            + "; it must be from 1 to "
                            + MAX_WEIGHT
                            + ".");
        }
        if (slice.isPresent() && slice.getAsLong() < 1) {
            throw new IllegalArgumentException(
                    "slice of a nursery is "
                            + slice.getAsLong()
                            + "; it is a number of operations, at least 1.");
        }
        if (deadline.isPresent() && deadline.get().isNegative()) {
            throw new IllegalArgumentException(
                    "a nursery cannot have a deadline of "
                            + deadline.get()
                            + "; it counts from now and must not be negative.");
        }
    }

    /** The configuration that others are made from, by {@code with...}. */
    public static NurseryConfig defaults() {
        return DEFAULT;
    }

    public NurseryConfig withName(String name) {
        return new NurseryConfig(
                name,
                budget,
                childBudget,
                onExhaustion,
                selfRecharge,
                policy,
                deadline,
                capabilities,
                weight,
                slice,
                context);
    }

    /** A pool of its own, taken from the opener. Nothing inside can spend more. */
    public NurseryConfig withBudget(Budget pool) {
        Objects.requireNonNull(pool, "budget of a nursery");
        return new NurseryConfig(
                name,
                Optional.of(pool),
                childBudget,
                onExhaustion,
                selfRecharge,
                policy,
                deadline,
                capabilities,
                weight,
                slice,
                context);
    }

    public NurseryConfig withChildBudget(Budget each) {
        return new NurseryConfig(
                name,
                budget,
                each,
                onExhaustion,
                selfRecharge,
                policy,
                deadline,
                capabilities,
                weight,
                slice,
                context);
    }

    public NurseryConfig withOnExhaustion(OnExhaustion then) {
        return new NurseryConfig(
                name,
                budget,
                childBudget,
                then,
                selfRecharge,
                policy,
                deadline,
                capabilities,
                weight,
                slice,
                context);
    }

    /**
     * Whether a child that would otherwise wait or fail for lack of money first draws on the
     * tenant's pool, by the {@link dev.stint.capability.CapBudget} that it holds and up to that
     * right's limit, without having to call {@code Stint.recharge}. What it draws goes through
     * walls, as every recharge by right does.
     */
    public NurseryConfig withSelfRecharge(boolean byRight) {
        return new NurseryConfig(
                name,
                budget,
                childBudget,
                onExhaustion,
                byRight,
                policy,
                deadline,
                capabilities,
                weight,
                slice,
                context);
    }

    public NurseryConfig withPolicy(Policy policy) {
        return new NurseryConfig(
                name,
                budget,
                childBudget,
                onExhaustion,
                selfRecharge,
                policy,
                deadline,
                capabilities,
                weight,
                slice,
                context);
    }

    /** Whether the first failure cancels the others: all-succeed or run-all. */
    public NurseryConfig withCancelOnError(boolean cancel) {
        return withPolicy(cancel ? Policy.allSucceed() : Policy.runAll());
    }

    /** How long it may take, from when it is opened. Then it is cancelled. */
    public NurseryConfig withDeadline(Duration deadline) {
        Objects.requireNonNull(deadline, "deadline of a nursery");
        return new NurseryConfig(
                name,
                budget,
                childBudget,
                onExhaustion,
                selfRecharge,
                policy,
                Optional.of(deadline),
                capabilities,
                weight,
                slice,
                context);
    }

    /** The rights by which threads outside the scheduler start children here. */
    public NurseryConfig withCapabilities(Capability... rights) {
        return new NurseryConfig(
                name,
                budget,
                childBudget,
                onExhaustion,
                selfRecharge,
                policy,
                deadline,
                Capabilities.of(rights),
                weight,
                slice,
                context);
    }

    /**
     * Makes the nursery a group: it and what is below it share the turns of its tenant, by weight,
     * with the other groups of the tenant and with all that is in none, which together weigh 1.
     * However many tasks a group has, it weighs as one.
     */
    public NurseryConfig withWeight(int weight) {
        return new NurseryConfig(
                name,
                budget,
                childBudget,
                onExhaustion,
                selfRecharge,
                policy,
                deadline,
                capabilities,
                OptionalInt.of(weight),
                slice,
                context);
    }

    /**
     * Makes the nursery a group that asks for so many operations at once, fewer than its
     * scheduler's slice. Its share is the same; it gets it sooner and in smaller pieces.
     */
    public NurseryConfig withSlice(long operations) {
        return new NurseryConfig(
                name,
                budget,
                childBudget,
                onExhaustion,
                selfRecharge,
                policy,
                deadline,
                capabilities,
                weight,
                OptionalLong.of(operations),
                context);
    }

    /**
     * Has each task that is started in the nursery run on a scheduling context from its first step.
     * What those start elsewhere does not. When the context is closed, tasks start as others do.
     */
    public NurseryConfig withContext(SchedulingContext right) {
        return new NurseryConfig(
                name,
                budget,
                childBudget,
                onExhaustion,
                selfRecharge,
                policy,
                deadline,
                capabilities,
                weight,
                slice,
                Optional.of(right));
    }

    /** True if it is a group among those of its tenant. */
    public boolean isGroup() {
        return weight.isPresent() || slice.isPresent();
    }
}
