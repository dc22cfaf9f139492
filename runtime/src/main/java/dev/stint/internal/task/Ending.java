package dev.stint.internal.task;

import dev.stint.budget.Bill;
import dev.stint.error.BudgetExhaustedException;
import dev.stint.error.NurseryNotActiveException;
import dev.stint.error.StackOverflowException;
import dev.stint.hooks.Stop;
import dev.stint.internal.stack.Carrier;
import dev.stint.task.Outcome;
import java.io.Serial;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;

/** How the body of a task ended, whatever it has made of the signals that it got. */
public final class Ending {
    /** The success of a task without a value, shared because most tasks have none. */
    @SuppressWarnings("NullAway") // the checker does not take the type argument's word for it
    private static final Outcome<?> NOTHING = new Outcome.Success<@Nullable Object>(null);

    /** The failure of a task that left no memory to say how it failed. */
    private static final Outcome<?> NO_MEMORY = new Outcome.Failure<Object>(new NoMemoryError());

    private Ending() {}

    /** How a task ends that was cancelled before it began. */
    static <T extends @Nullable Object> Outcome<T> unbegun() {
        return new Outcome.Cancelled<>();
    }

    /** Runs the body, on the task's own stack. */
    @SuppressWarnings("unchecked") // a success without a value is one of any type
    static <T extends @Nullable Object> Outcome<T> of(
            TaskImpl<T> task, Callable<? extends T> body) {
        try {
            Carrier.current().empty(); // what was counted on the way here, if the JDK is woven
            T value = body.call();
            Bill doom = task.doom();
            if (doom != null) {
                return new Outcome.Failure<>(BudgetExhaustedException.of(doom)); // it has eaten it
            }
            StackOverflowError tooDeep = task.overflow();
            if (tooDeep != null) {
                return by(tooDeep, task);
            }
            return value == null ? (Outcome<T>) NOTHING : new Outcome.Success<>(value);
        } catch (Throwable e) {
            return by(e, task);
        }
    }

    /**
     * How it ended by what it threw. When there is no memory to say so it has failed all the same:
     * an end that got lost would keep its nursery from ever ending.
     */
    @SuppressWarnings("unchecked") // a failure is one of any type
    private static <T extends @Nullable Object> Outcome<T> by(Throwable thrown, TaskImpl<T> task) {
        try {
            return judged(thrown, task);
        } catch (OutOfMemoryError e) {
            return (Outcome<T>) NO_MEMORY;
        }
    }

    /** No switch over patterns: the JVM would have to link it, at the first failure of all. */
    private static <T extends @Nullable Object> Outcome<T> judged(
            Throwable thrown, TaskImpl<T> task) {
        StackOverflowError tooDeep = task.overflow();
        if (tooDeep != null) {
            return new Outcome.Failure<>(new StackOverflowException(task.toString(), tooDeep));
        }
        Stop stop = Causes.find(Stop.class, thrown);
        Throwable e = stop == null ? thrown : Objects.requireNonNullElse(stop.getCause(), stop);
        if (task.isCancelRequested()
                && (e instanceof InterruptedException
                        || e instanceof CancellationException
                        || e instanceof NurseryNotActiveException)) {
            return new Outcome.Cancelled<>();
        }
        if (e instanceof BudgetExhaustedException) {
            return new Outcome.Failure<>(e);
        }
        Bill doom = task.doom();
        if (doom != null) {
            return new Outcome.Failure<>(exhausted(doom, thrown)); // whatever it has made of that
        }
        if (e instanceof StackOverflowError overflow) {
            return new Outcome.Failure<>(new StackOverflowException(task.toString(), overflow));
        }
        return new Outcome.Failure<>(e);
    }

    /** True if a task threw this because it was cancelled, or because of what it made of that. */
    public static boolean isByCancel(TaskImpl<?> task, Throwable thrown) {
        return task.isCancelRequested()
                && (Causes.find(InterruptedException.class, thrown) != null
                        || Causes.find(CancellationException.class, thrown) != null
                        || Causes.find(NurseryNotActiveException.class, thrown) != null
                        || Causes.find(Stop.class, thrown) != null);
    }

    private static BudgetExhaustedException exhausted(Bill doom, Throwable by) {
        BudgetExhaustedException failure = BudgetExhaustedException.of(doom);
        failure.addSuppressed(by);
        return failure;
    }

    /** Shared by all tasks, so it takes nothing from any of them. */
    private static final class NoMemoryError extends Error {
        @Serial private static final long serialVersionUID = 1;

        NoMemoryError() {
            super("out of memory, and none was left to say how the task ended", null, false, false);
        }
    }
}
