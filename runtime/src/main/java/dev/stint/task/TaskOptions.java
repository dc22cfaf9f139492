package dev.stint.task;

import dev.stint.budget.Budget;
import dev.stint.capability.Capabilities;
import dev.stint.capability.Capability;
import java.util.Objects;
import java.util.Optional;

/**
 * What a task is started with. Immutable; the {@code with} methods return a changed copy.
 *
 * @param name shown in dumps, errors and traces, up to 256 characters; empty means none
 * @param budget what it may spend; absent: what its nursery gives a child
 * @param capabilities the rights it holds; none unless given
 */
public record TaskOptions(
        String name, Priority priority, Optional<Budget> budget, Capabilities capabilities) {
    private static final int LONGEST_NAME = 256; // characters
    private static final TaskOptions DEFAULT =
            new TaskOptions("", Priority.NORMAL, Optional.empty(), Capabilities.NONE);

    public TaskOptions {
        Objects.requireNonNull(name, "name of a task");
        if (name.length() > LONGEST_NAME) { // it is in the text of all that the task throws
            name = name.substring(0, LONGEST_NAME) + "...";
        }
        Objects.requireNonNull(priority, "priority of a task");
        Objects.requireNonNull(budget, "budget of a task");
        Objects.requireNonNull(capabilities, "capabilities of a task");
        if (budget.isPresent() && budget.get().ops() < 1) {
            throw new IllegalArgumentException(
                    "a task with 0 operations could never pay for anything. Give it at least 1:"
                            + " withBudget(Budget.ofOps(1)), or leave the budget to its nursery.");
        }
        if (budget.isPresent() && budget.get().spawns() == Budget.MOST) {
            throw new IllegalArgumentException(
                    "a task cannot be given Budget.MOST spawns: starting it costs one more, and no"
                            + " pool holds that. Give it fewer: withSpawns(...).");
        }
    }

    /** The configuration that others are made from, by {@code with...}. */
    public static TaskOptions defaults() {
        return DEFAULT;
    }

    public static TaskOptions named(String name) {
        return DEFAULT.withName(name);
    }

    public TaskOptions withName(String name) {
        return new TaskOptions(name, priority, budget, capabilities);
    }

    public TaskOptions withPriority(Priority priority) {
        return new TaskOptions(name, priority, budget, capabilities);
    }

    /** Exactly this; the spawn fails if the pool does not have it. */
    public TaskOptions withBudget(Budget budget) {
        Objects.requireNonNull(budget, "budget of a task");
        return new TaskOptions(name, priority, Optional.of(budget), capabilities);
    }

    /** The rights it holds; those it had before in these options are replaced. */
    public TaskOptions withCapabilities(Capability... rights) {
        return new TaskOptions(name, priority, budget, Capabilities.of(rights));
    }
}
