package dev.stint.supervisor;

import dev.stint.budget.Budget;
import dev.stint.task.Action;
import java.util.Objects;
import java.util.Optional;

/**
 * What a supervisor needs to know of a child to start it, again and again. Immutable; the {@code
 * with} methods return a changed copy.
 *
 * @param name unique within the supervisor
 * @param body what it does; run anew at each start
 * @param restart when it is started again
 * @param budget what it gets at each start; absent: what the supervisor gives to every child
 */
public record ChildSpec(String name, Action body, Restart restart, Optional<Budget> budget) {
    public ChildSpec {
        Objects.requireNonNull(name, "name of a child");
        Objects.requireNonNull(body, "body of a child");
        Objects.requireNonNull(restart, "restart policy of a child");
        Objects.requireNonNull(budget, "budget of a child");
        if (name.isBlank()) {
            throw new IllegalArgumentException(
                    "a child of a supervisor needs a name: it is restarted and reported by it.");
        }
        if (budget.isPresent() && budget.get().ops() < 1) {
            throw new IllegalArgumentException(
                    "child '"
                            + name
                            + "' with 0 operations could never pay for anything. Give it at least"
                            + " 1: withBudget(...).");
        }
    }

    /** A child that is always restarted. */
    public static ChildSpec of(String name, Action body) {
        return new ChildSpec(name, body, Restart.PERMANENT, Optional.empty());
    }

    public ChildSpec withRestart(Restart restart) {
        return new ChildSpec(name, body, restart, budget);
    }

    /**
     * Exactly this, at each start. A child that starts tasks itself, such as another supervisor,
     * needs spawns.
     */
    public ChildSpec withBudget(Budget budget) {
        return new ChildSpec(name, body, restart, Optional.of(budget));
    }
}
