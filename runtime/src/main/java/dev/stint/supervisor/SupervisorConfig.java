package dev.stint.supervisor;

import dev.stint.budget.Bill;
import dev.stint.budget.Budget;
import dev.stint.task.Action;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * How a supervisor is set up. Immutable; the {@code with} methods return a changed copy.
 *
 * @param name shown in dumps and errors
 * @param strategy which children are restarted when one has to be
 * @param mostRestarts how many restarts are allowed within the period; one more, and it gives up
 * @param period how long a restart counts, on the scheduler's clock
 * @param backoff how long it waits before a restart
 * @param budget its pool: present, it is taken from the supervisor's own budget, and the children
 *     cannot spend more; absent, the children live off what is above
 * @param childBudget what a child gets at each start, unless its own specification says otherwise
 * @param onBill what is done about a child that cannot pay; called by the supervising task, and
 *     again if the child asks again
 * @param children what it starts, in this order
 */
public record SupervisorConfig(
        String name,
        Strategy strategy,
        int mostRestarts,
        Duration period,
        Backoff backoff,
        Optional<Budget> budget,
        Budget childBudget,
        Function<Bill, Decision> onBill,
        List<ChildSpec> children) {
    private static final SupervisorConfig DEFAULT =
            new SupervisorConfig(
                    "supervisor",
                    Strategy.ONE_FOR_ONE,
                    3,
                    Duration.ofSeconds(5),
                    Backoff.NONE,
                    Optional.empty(),
                    Budget.DEFAULT,
                    bill -> Decision.fail(),
                    List.of());

    public SupervisorConfig {
        Objects.requireNonNull(name, "name of a supervisor");
        Objects.requireNonNull(strategy, "strategy of a supervisor");
        Objects.requireNonNull(period, "period of a supervisor");
        Objects.requireNonNull(backoff, "back-off of a supervisor");
        Objects.requireNonNull(budget, "budget of a supervisor");
        Objects.requireNonNull(childBudget, "budget of a supervisor's children");
        Objects.requireNonNull(onBill, "what a supervisor does about bills");
        children = List.copyOf(children);
        if (name.isBlank()) {
            throw new IllegalArgumentException(
                    "a supervisor needs a name: errors are reported by it.");
        }
        if (mostRestarts < 0) {
            throw new IllegalArgumentException(
                    "supervisor '"
                            + name
                            + "' cannot allow "
                            + mostRestarts
                            + " restarts; 0 means that it gives up at once.");
        }
        if (!period.isPositive()) {
            throw new IllegalArgumentException(
                    "supervisor '"
                            + name
                            + "' cannot count restarts within "
                            + period
                            + "; the period must be longer than 0.");
        }
        if (childBudget.ops() < 1) {
            throw new IllegalArgumentException(
                    "children of supervisor '"
                            + name
                            + "' with 0 operations could never pay for anything. Give them at"
                            + " least 1: withChildBudget(...).");
        }
        Set<String> names = new HashSet<>();
        for (ChildSpec child : children) {
            if (!names.add(child.name())) {
                throw new IllegalArgumentException(
                        "supervisor '"
                                + name
                                + "' has two children named '"
                                + child.name()
                                + "'. Give each a name of its own.");
            }
        }
    }

    /** The configuration that others are made from, by {@code with...}. */
    public static SupervisorConfig defaults() {
        return DEFAULT;
    }

    public SupervisorConfig withName(String name) {
        return new SupervisorConfig(
                name,
                strategy,
                mostRestarts,
                period,
                backoff,
                budget,
                childBudget,
                onBill,
                children);
    }

    public SupervisorConfig withStrategy(Strategy strategy) {
        return new SupervisorConfig(
                name,
                strategy,
                mostRestarts,
                period,
                backoff,
                budget,
                childBudget,
                onBill,
                children);
    }

    /** At most so many restarts within so long; one more, and the supervisor gives up. */
    public SupervisorConfig withIntensity(int mostRestarts, Duration period) {
        return new SupervisorConfig(
                name,
                strategy,
                mostRestarts,
                period,
                backoff,
                budget,
                childBudget,
                onBill,
                children);
    }

    /** Waits before a restart: first so long, then twice as long, and so on up to the most. */
    public SupervisorConfig withBackoff(Duration first, Duration most) {
        return new SupervisorConfig(
                name,
                strategy,
                mostRestarts,
                period,
                new Backoff(first, most),
                budget,
                childBudget,
                onBill,
                children);
    }

    /** A pool of its own, taken from the supervisor. The children cannot spend more. */
    public SupervisorConfig withBudget(Budget pool) {
        return new SupervisorConfig(
                name,
                strategy,
                mostRestarts,
                period,
                backoff,
                Optional.of(pool),
                childBudget,
                onBill,
                children);
    }

    public SupervisorConfig withChildBudget(Budget each) {
        return new SupervisorConfig(
                name, strategy, mostRestarts, period, backoff, budget, each, onBill, children);
    }

    /** What is done about a child that cannot pay. The default is to let it fail. */
    public SupervisorConfig withOnBill(Function<Bill, Decision> decide) {
        return new SupervisorConfig(
                name,
                strategy,
                mostRestarts,
                period,
                backoff,
                budget,
                childBudget,
                decide,
                children);
    }

    /** Adds a child after those it has. */
    public SupervisorConfig withChild(ChildSpec child) {
        Objects.requireNonNull(child, "a child of a supervisor");
        var all = new ArrayList<>(children);
        all.add(child);
        return new SupervisorConfig(
                name, strategy, mostRestarts, period, backoff, budget, childBudget, onBill, all);
    }

    /** Adds a child that is always restarted. */
    public SupervisorConfig withChild(String name, Action body) {
        return withChild(ChildSpec.of(name, body));
    }
}
