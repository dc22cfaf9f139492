package dev.stint.nursery;

import dev.stint.budget.Budget;
import dev.stint.budget.Component;
import dev.stint.budget.OnExhaustion;
import dev.stint.capability.Capabilities;
import dev.stint.capability.Capability;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

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
 */
public record NurseryConfig(
        String name,
        Optional<Budget> budget,
        Budget childBudget,
        OnExhaustion onExhaustion,
        boolean selfRecharge,
        Policy policy,
        Optional<Duration> deadline,
        Capabilities capabilities) {
    private static final NurseryConfig DEFAULT =
            new NurseryConfig(
                    "",
                    Optional.empty(),
                    Budget.DEFAULT,
                    OnExhaustion.DRAW,
                    false,
                    Policy.allSucceed(),
                    Optional.empty(),
                    Capabilities.NONE);

    public NurseryConfig {
        Objects.requireNonNull(name, "name of a nursery");
        Objects.requireNonNull(budget, "budget of a nursery");
        Objects.requireNonNull(childBudget, "budget of a nursery's children");
        Objects.requireNonNull(onExhaustion, "what a nursery does on exhaustion");
        Objects.requireNonNull(policy, "policy of a nursery");
        Objects.requireNonNull(deadline, "deadline of a nursery");
        Objects.requireNonNull(capabilities, "capabilities of a nursery");
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
                capabilities);
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
                capabilities);
    }

    public NurseryConfig withChildBudget(Budget each) {
        return new NurseryConfig(
                name, budget, each, onExhaustion, selfRecharge, policy, deadline, capabilities);
    }

    public NurseryConfig withOnExhaustion(OnExhaustion then) {
        return new NurseryConfig(
                name, budget, childBudget, then, selfRecharge, policy, deadline, capabilities);
    }

    /**
     * Whether a child that would otherwise wait or fail for lack of money first draws on the
     * tenant's pool, by the {@link dev.stint.capability.CapBudget} that it holds and up to that
     * right's limit, without having to call {@code Stint.recharge}. What it draws goes through
     * walls, as every recharge by right does.
     */
    public NurseryConfig withSelfRecharge(boolean byRight) {
        return new NurseryConfig(
                name, budget, childBudget, onExhaustion, byRight, policy, deadline, capabilities);
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
                capabilities);
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
                capabilities);
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
                Capabilities.of(rights));
    }
}
