package dev.stint.context;

import dev.stint.task.Priority;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/**
 * How a scheduling context is set up. Immutable; the {@code with} methods return a changed copy.
 *
 * @param name shown in snapshots and errors
 * @param operations how many its tasks may use in a period
 * @param time how long they may run in a period, on the scheduler's clock, all together; absent: 10
 *     ns an operation. Under a seed that clock stands still while anything can run
 * @param period after which it is filled up again; counted from when it was opened
 * @param deadline how long after the beginning of a period what it may use is due; absent: the
 *     period
 * @param priority who comes first among contexts with the same deadline
 * @param overrun what becomes of its tasks when it is used up
 * @param criticality who comes first whatever the deadlines are
 * @param workers on which its tasks may run; absent: on all. Simulations do without
 * @param endpoint that is told when it is used up; absent: none is
 */
public record ContextConfig(
        String name,
        long operations,
        Optional<Duration> time,
        Duration period,
        Optional<Duration> deadline,
        Priority priority,
        Overrun overrun,
        Criticality criticality,
        Optional<WorkerMask> workers,
        Optional<DepletionEndpoint> endpoint) {
    /** With less, a task that was taken up might never do anything. */
    public static final long MIN_OPERATIONS = 2_000;

    public static final Duration MIN_PERIOD = Duration.ofNanos(100_000);
    public static final Duration MAX_PERIOD = Duration.ofDays(1);

    private static final long NANOS_PER_OPERATION = 10;

    private static final ContextConfig DEFAULT =
            new ContextConfig(
                    "context",
                    100_000,
                    Optional.empty(),
                    Duration.ofMillis(10),
                    Optional.empty(),
                    Priority.NORMAL,
                    Overrun.SUSPEND,
                    Criticality.NORMAL,
                    Optional.empty(),
                    Optional.empty());

    public ContextConfig {
        Objects.requireNonNull(name, "name of a context");
        Objects.requireNonNull(time, "time of a context");
        Objects.requireNonNull(period, "period of a context");
        Objects.requireNonNull(deadline, "deadline of a context");
        Objects.requireNonNull(priority, "priority of a context");
        Objects.requireNonNull(overrun, "what a context does on overrun");
        Objects.requireNonNull(criticality, "criticality of a context");
        Objects.requireNonNull(workers, "workers of a context");
        Objects.requireNonNull(endpoint, "depletion endpoint of a context");
        if (name.isBlank()) {
            throw new IllegalArgumentException("a context needs a name: errors call it by it.");
        }
        if (operations < MIN_OPERATIONS) {
            throw new IllegalArgumentException(
                    "context '"
                            + name
                            + "' asks for "
                            + operations
                            + " operations in a period; the fewest are "
                            + MIN_OPERATIONS
                            + ", since to be taken up by a worker counts as 1,000.");
        }
        if (period.compareTo(MIN_PERIOD) < 0 || period.compareTo(MAX_PERIOD) > 0) {
            throw new IllegalArgumentException(
                    "context '"
                            + name
                            + "' has a period of "
                            + period
                            + "; it must be from "
                            + MIN_PERIOD
                            + " to "
                            + MAX_PERIOD
                            + ".");
        }
    }

    /** The configuration that others are made from, by {@code with...}. */
    public static ContextConfig defaults() {
        return DEFAULT;
    }

    /** How long its tasks may run in a period: what was asked for, or 10 ns an operation. */
    public Duration timeOrDefault() {
        return time.orElseGet(
                () -> {
                    long most = MAX_PERIOD.toNanos() * 2; // does not fit anyway
                    return Duration.ofNanos(
                            operations > most / NANOS_PER_OPERATION
                                    ? most
                                    : operations * NANOS_PER_OPERATION);
                });
    }

    /** When what it may use is due in a period: what was asked for, or the end. */
    public Duration deadlineOrDefault() {
        return deadline.orElse(period);
    }

    /** The defaults, changed by whoever opens one. */
    public static ContextConfig of(UnaryOperator<ContextConfig> configure) {
        Objects.requireNonNull(configure, "the configuration function");
        return Objects.requireNonNull(
                configure.apply(DEFAULT),
                "the configuration function returned null; return the changed configuration");
    }

    public ContextConfig withName(String name) {
        return changed(c -> c.name = name);
    }

    public ContextConfig withOperations(long operations) {
        return changed(c -> c.operations = operations);
    }

    public ContextConfig withTime(Duration time) {
        return changed(c -> c.time = Optional.of(time));
    }

    public ContextConfig withPeriod(Duration period) {
        return changed(c -> c.period = period);
    }

    public ContextConfig withDeadline(Duration deadline) {
        return changed(c -> c.deadline = Optional.of(deadline));
    }

    public ContextConfig withPriority(Priority priority) {
        return changed(c -> c.priority = priority);
    }

    public ContextConfig withOverrun(Overrun overrun) {
        return changed(c -> c.overrun = overrun);
    }

    public ContextConfig withCriticality(Criticality criticality) {
        return changed(c -> c.criticality = criticality);
    }

    /** Its tasks run on these workers only. One that is blocked by its task keeps them waiting. */
    public ContextConfig withWorkers(WorkerMask workers) {
        return changed(c -> c.workers = Optional.of(workers));
    }

    /** Where it reports that it was used up, whatever becomes of its tasks. */
    public ContextConfig withDepletionEndpoint(DepletionEndpoint endpoint) {
        return changed(c -> c.endpoint = Optional.of(endpoint));
    }

    private ContextConfig changed(Consumer<Draft> change) {
        var draft = new Draft(this);
        change.accept(draft);
        return draft.toConfig();
    }

    /** A configuration that is being changed. */
    private static final class Draft {
        private String name;
        private long operations;
        private Optional<Duration> time;
        private Duration period;
        private Optional<Duration> deadline;
        private Priority priority;
        private Overrun overrun;
        private Criticality criticality;
        private Optional<WorkerMask> workers;
        private Optional<DepletionEndpoint> endpoint;

        private Draft(ContextConfig from) {
            name = from.name;
            operations = from.operations;
            time = from.time;
            period = from.period;
            deadline = from.deadline;
            priority = from.priority;
            overrun = from.overrun;
            criticality = from.criticality;
            workers = from.workers;
            endpoint = from.endpoint;
        }

        private ContextConfig toConfig() {
            return new ContextConfig(
                    name,
                    operations,
                    time,
                    period,
                    deadline,
                    priority,
                    overrun,
                    criticality,
                    workers,
                    endpoint);
        }
    }
}
