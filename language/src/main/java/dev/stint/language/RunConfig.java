package dev.stint.language;

import dev.stint.budget.Budget;
import dev.stint.capability.Capability;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * How a script is run: {@code script.run(tenant, c -> c.withDeadline(Duration.ofSeconds(1)), 21L)}.
 *
 * @param budget all that the script and its tasks may spend; absent: what the profile gives
 * @param deadline how long it may take, from its start; absent: as long as it likes
 * @param capabilities the rights of {@code main}, which its tasks inherit
 * @param output is also told what the script prints, while it does
 * @param stop ends the run from outside
 */
public record RunConfig(
        Optional<Budget> budget,
        Optional<Duration> deadline,
        List<Capability> capabilities,
        Optional<Consumer<String>> output,
        Optional<ScriptStop> stop) {
    private static final RunConfig DEFAULT =
            new RunConfig(
                    Optional.empty(),
                    Optional.empty(),
                    List.of(),
                    Optional.empty(),
                    Optional.empty());

    public RunConfig {
        Objects.requireNonNull(budget, "budget of a run");
        Objects.requireNonNull(deadline, "deadline of a run");
        Objects.requireNonNull(output, "output of a run");
        Objects.requireNonNull(stop, "stop of a run");
        capabilities = List.copyOf(capabilities);
        if (deadline.isPresent() && deadline.get().isNegative()) {
            throw new IllegalArgumentException(
                    "a run cannot have a deadline of "
                            + deadline.get()
                            + "; it counts from the start and must not be negative.");
        }
    }

    /** Nothing that is not needed: no deadline, no rights, the budget of the profile. */
    public static RunConfig defaults() {
        return DEFAULT;
    }

    /** All that it and its tasks may spend, taken from the tenant. */
    public RunConfig withBudget(Budget pool) {
        return new RunConfig(Optional.of(pool), deadline, capabilities, output, stop);
    }

    /**
     * How long it may take. When the time is up, the script and all its tasks end at their next
     * points, with their clean-ups. Under a seed the time is the scheduler's, which is virtual.
     */
    public RunConfig withDeadline(Duration time) {
        return new RunConfig(budget, Optional.of(time), capabilities, output, stop);
    }

    /** More rights, such as those to files and to connections. The tenant's issuer makes them. */
    public RunConfig withCapabilities(Capability... rights) {
        List<Capability> all = new ArrayList<>(capabilities);
        all.addAll(List.of(rights));
        return new RunConfig(budget, deadline, all, output, stop);
    }

    /**
     * Is told what the script prints, as it is printed. Several tasks may do that at once; what it
     * throws fails the task that prints.
     */
    public RunConfig withOutput(Consumer<String> listener) {
        return new RunConfig(budget, deadline, capabilities, Optional.of(listener), stop);
    }

    /** Ends the run from outside. */
    public RunConfig withStop(ScriptStop by) {
        return new RunConfig(budget, deadline, capabilities, output, Optional.of(by));
    }
}
