package dev.stint.testkit.history;

import dev.stint.event.DeadlockException;
import dev.stint.nursery.Nursery;
import dev.stint.task.Task;
import dev.stint.testkit.Sim;
import dev.stint.testkit.result.NotLinearizableError;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A check that an object which tasks share behaves as if its operations were done one at a time,
 * each at some moment between its call and its return.
 *
 * <pre>{@code
 * var queue = Linearizable.of(MyQueue::new, LinkedList<Integer>::new)
 *         .operation("offer", List.of(1, 2), (q, x) -> q.offer(x), (m, x) -> m.offer(x))
 *         .operation("poll", q -> q.poll(), m -> m.poll())
 *         .withTasks(2, 3);
 * Sim.check(cfg -> cfg.withSchedules(10_000), queue::check);
 * }</pre>
 *
 * <p>Each schedule has a program of its own: which operations with which arguments is decided as
 * everything else. Answers are compared by {@code equals}, and exceptions by their class. An
 * operation that was cancelled may have taken effect or not. One that waits when nothing can run
 * any more has to be one that the model cannot do either, see {@link WouldWaitException}.
 *
 * <p>The model needs neither to be shared nor to be copied. With {@code equals} and {@code
 * hashCode} long histories are judged faster. It cannot describe operations that only take effect
 * together, as those of a rendezvous; for these there is {@link Linearization}.
 *
 * <p>Immutable: each method returns a changed copy.
 *
 * @param <T> the object under test
 * @param <M> its sequential model
 */
public final class Linearizable<T, M> {
    /** A bit each in a word, and more than anyone would want to read. */
    private static final int MOST_CALLS = 48;

    /** An operation with an argument. */
    @FunctionalInterface
    public interface WithArgument<X, A> {
        @Nullable Object on(X object, A argument) throws Exception;
    }

    /** An operation without an argument. */
    @FunctionalInterface
    public interface Plain<X> {
        @Nullable Object on(X object) throws Exception;
    }

    /** An operation with an argument that returns nothing. */
    @FunctionalInterface
    public interface ActionWithArgument<X, A> {
        void on(X object, A argument) throws Exception;
    }

    /** An operation without an argument that returns nothing. */
    @FunctionalInterface
    public interface PlainAction<X> {
        void on(X object) throws Exception;
    }

    private final Supplier<? extends T> objects;
    private final Supplier<? extends M> models;
    private final List<Operation<T, M>> operations;
    private final List<List<String>> scripts; // an empty name is any operation
    private final List<String> last;
    private final boolean cancels;

    private Linearizable(
            Supplier<? extends T> objects,
            Supplier<? extends M> models,
            List<Operation<T, M>> operations,
            List<List<String>> scripts,
            List<String> last,
            boolean cancels) {
        this.objects = objects;
        this.models = models;
        this.operations = List.copyOf(operations);
        this.scripts = List.copyOf(scripts);
        this.last = List.copyOf(last);
        this.cancels = cancels;
        int calls = last.size();
        for (List<String> script : scripts) {
            calls += script.size();
        }
        if (calls > MOST_CALLS) {
            throw new IllegalArgumentException(
                    "a history of "
                            + calls
                            + " operations is too long to be judged: at most "
                            + MOST_CALLS
                            + ". Use fewer tasks or fewer operations; more schedules find more.");
        }
    }

    /**
     * Begins a check.
     *
     * @param objects makes the object under test, for each schedule anew
     * @param models makes its sequential model, as often as it is needed
     */
    public static <T, M> Linearizable<T, M> of(
            Supplier<? extends T> objects, Supplier<? extends M> models) {
        return new Linearizable<>(
                Objects.requireNonNull(objects, "what makes the object under test"),
                Objects.requireNonNull(models, "what makes the model"),
                List.of(),
                any(2, 3),
                List.of(),
                false);
    }

    private static List<List<String>> any(int tasks, int operations) {
        var script = new String[operations];
        Arrays.fill(script, "");
        var scripts = new ArrayList<List<String>>();
        for (int i = 0; i < tasks; i++) {
            scripts.add(List.of(script));
        }
        return scripts;
    }

    // ---- what can be called

    /** An operation that is called with one of these arguments. */
    @SuppressWarnings("unchecked") // an argument is one of the list
    public <A> Linearizable<T, M> operation(
            String name,
            List<A> arguments,
            WithArgument<? super T, ? super A> body,
            WithArgument<? super M, ? super A> model) {
        if (arguments.isEmpty()) {
            throw new IllegalArgumentException(
                    "operation '" + name + "' needs at least one argument to be called with");
        }
        return add(
                new Operation<>(
                        name,
                        List.copyOf(arguments),
                        (object, argument) -> body.on(object, (A) Objects.requireNonNull(argument)),
                        (object, argument) ->
                                model.on(object, (A) Objects.requireNonNull(argument))));
    }

    /** An operation without an argument. */
    public Linearizable<T, M> operation(
            String name, Plain<? super T> body, Plain<? super M> model) {
        return add(
                new Operation<>(
                        name,
                        List.of(),
                        (object, none) -> body.on(object),
                        (object, none) -> model.on(object)));
    }

    /** An operation that is called with one of these arguments and returns nothing. */
    public <A> Linearizable<T, M> action(
            String name,
            List<A> arguments,
            ActionWithArgument<? super T, ? super A> body,
            ActionWithArgument<? super M, ? super A> model) {
        return this.<A>operation(
                name,
                arguments,
                (object, argument) -> {
                    body.on(object, argument);
                    return "done";
                },
                (object, argument) -> {
                    model.on(object, argument);
                    return "done";
                });
    }

    /** An operation without an argument that returns nothing. */
    public Linearizable<T, M> action(
            String name, PlainAction<? super T> body, PlainAction<? super M> model) {
        return operation(
                name,
                object -> {
                    body.on(object);
                    return "done";
                },
                object -> {
                    model.on(object);
                    return "done";
                });
    }

    private Linearizable<T, M> add(Operation<T, M> operation) {
        if (operation.name().isEmpty() || operation.name().matches(".*\\s.*")) {
            throw new IllegalArgumentException(
                    "the name of an operation is one word, not '" + operation.name() + "'");
        }
        if (operations.stream().anyMatch(o -> o.name().equals(operation.name()))) {
            throw new IllegalArgumentException(
                    "there is an operation '"
                            + operation.name()
                            + "' already; name this otherwise");
        }
        var more = new ArrayList<>(operations);
        more.add(operation);
        return new Linearizable<>(objects, models, more, scripts, last, cancels);
    }

    // ---- who calls it

    /** So many tasks with so many operations each, any of them; instead of those so far. */
    public Linearizable<T, M> withTasks(int tasks, int operationsEach) {
        if (tasks < 1 || operationsEach < 1) {
            throw new IllegalArgumentException(
                    "there must be at least one task with one operation, not "
                            + tasks
                            + " with "
                            + operationsEach);
        }
        return new Linearizable<>(
                objects, models, operations, any(tasks, operationsEach), last, cancels);
    }

    /**
     * A task for each of these, instead of those so far: {@code withScripts("offer offer", "poll")}
     * has one that calls two operations and one that calls one.
     */
    public Linearizable<T, M> withScripts(String... operationNames) {
        var named = new ArrayList<List<String>>();
        for (String script : operationNames) {
            named.add(List.of(script.strip().split("\\s+")));
            named.getLast().forEach(this::operationOf);
        }
        return new Linearizable<>(objects, models, operations, named, last, cancels);
    }

    /** These operations are called in order when all tasks have ended. */
    public Linearizable<T, M> withLast(String... operationNames) {
        var names = List.of(operationNames);
        names.forEach(this::operationOf);
        return new Linearizable<>(objects, models, operations, scripts, names, cancels);
    }

    /** One of the tasks is cancelled at some moment. */
    public Linearizable<T, M> withCancel() {
        return new Linearizable<>(objects, models, operations, scripts, last, true);
    }

    private Operation<T, M> operationOf(String name) {
        for (Operation<T, M> operation : operations) {
            if (operation.name().equals(name)) {
                return operation;
            }
        }
        throw new IllegalArgumentException(
                "there is no operation '"
                        + name
                        + "'; there are "
                        + operations.stream().map(Operation::name).toList());
    }

    // ---- the check

    /**
     * Runs the operations under the schedule of a simulation and judges what they returned.
     *
     * @throws NotLinearizableError if no order explains it; the schedule then fails as such
     */
    public void check(Sim sim) throws Exception {
        if (operations.isEmpty()) {
            throw new IllegalStateException(
                    "there is nothing to call: name at least one operation(...) of the object");
        }
        var record = new History<T, M>(objects.get());
        List<List<Planned<T, M>>> plans = new ArrayList<>();
        for (List<String> script : scripts) {
            plans.add(plan(sim, script));
        }
        List<Planned<T, M>> afterwards = plan(sim, last);
        int victim = cancels ? sim.choose(scripts.size()) : -1;
        try {
            sim.run(nursery -> start(nursery, record, "caller", plans, victim));
            if (!afterwards.isEmpty()) {
                sim.run(nursery -> start(nursery, record, "last", List.of(afterwards), -1));
            }
        } catch (DeadlockException e) {
            // those that wait have been written down as such
        }
        record.judge(models);
    }

    private static <T, M> void start(
            Nursery nursery,
            History<T, M> record,
            String kind,
            List<List<Planned<T, M>>> plans,
            int victim)
            throws Exception {
        var tasks = new ArrayList<Task<?>>();
        for (List<Planned<T, M>> plan : plans) {
            String name = kind + " " + (tasks.size() + 1);
            tasks.add(nursery.spawn(name, () -> record.run(name, plan)));
        }
        if (victim >= 0) {
            nursery.spawn("canceller", () -> tasks.get(victim).cancel());
        }
        record.awaitAll(nursery);
    }

    /** One call that is to be made. */
    record Planned<T, M>(Operation<T, M> operation, @Nullable Object argument) {}

    private List<Planned<T, M>> plan(Sim sim, List<String> script) {
        var plan = new ArrayList<Planned<T, M>>();
        for (String name : script) {
            Operation<T, M> operation =
                    name.isEmpty()
                            ? operations.get(sim.choose(operations.size()))
                            : operationOf(name);
            List<?> arguments = operation.arguments();
            plan.add(
                    new Planned<>(
                            operation,
                            arguments.isEmpty()
                                    ? null
                                    : arguments.get(sim.choose(arguments.size()))));
        }
        return plan;
    }
}
