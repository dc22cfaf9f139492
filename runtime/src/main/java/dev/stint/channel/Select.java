package dev.stint.channel;

import dev.stint.internal.stack.Headroom;
import dev.stint.internal.task.TaskImpl;
import dev.stint.task.Outcome;
import dev.stint.task.Task;
import java.time.Duration;
import java.util.Collection;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A choice between several operations, of which exactly one is done: the first that is possible.
 *
 * <p>If several are possible at once, one of them is drawn, each with the same chance; under a seed
 * the seed draws. So it is with several clauses for the same channel, also if it has to wait. When
 * the choice has fallen the others are withdrawn, and only then is what the chosen clause was given
 * run, in the calling task. Costs one channel operation and one operation, however many clauses
 * there are.
 *
 * <p>A clause of a closed channel is possible: it throws {@link
 * dev.stint.error.ChannelClosedException}, or, made by {@link Receiver#onReceiveOrClosed}, tells
 * what it has found.
 */
public final class Select {
    private Select() {}

    /**
     * Waits until one of these is possible, does it, and returns what its code returns.
     *
     * @throws InterruptedException if the task is cancelled or the thread interrupted before the
     *     choice has fallen; then nothing was sent or received. Or thrown by the clause's code
     */
    @SafeVarargs
    @SuppressWarnings("varargs") // they are only read
    public static <R extends @Nullable Object> R from(Clause<? extends R>... clauses)
            throws InterruptedException {
        Headroom.ensure();
        return Choice.make(clauses, false);
    }

    /** As {@link #from(Clause[])}, for clauses of which the program has no fixed number. */
    public static <R extends @Nullable Object> R from(
            Collection<? extends Clause<? extends R>> clauses) throws InterruptedException {
        Headroom.ensure();
        return Choice.make(array(clauses), false);
    }

    /**
     * As {@link #from(Clause[])}, but of several that are possible the first is done: others may
     * starve.
     */
    @SafeVarargs
    @SuppressWarnings("varargs") // they are only read
    public static <R extends @Nullable Object> R inOrder(Clause<? extends R>... clauses)
            throws InterruptedException {
        Headroom.ensure();
        return Choice.make(clauses, true);
    }

    /** As {@link #inOrder(Clause[])}, in the order in which the collection gives them. */
    public static <R extends @Nullable Object> R inOrder(
            Collection<? extends Clause<? extends R>> clauses) throws InterruptedException {
        Headroom.ensure();
        return Choice.make(array(clauses), true);
    }

    @SuppressWarnings({"unchecked", "rawtypes"}) // arrays are not generic
    private static <R extends @Nullable Object> Clause<? extends R>[] array(
            Collection<? extends Clause<? extends R>> clauses) {
        return Objects.requireNonNull(clauses, "the clauses of a select").toArray(new Clause[0]);
    }

    /** A clause that becomes possible when the select has waited this long. */
    public static <R extends @Nullable Object> Clause<R> onTimeout(
            Duration timeout, Clause.Then<R> then) {
        return new Clause.Timeout<>(timeout, then);
    }

    /** A clause that is done if nothing else is possible at once: with it a select never waits. */
    public static <R extends @Nullable Object> Clause<R> otherwise(Clause.Then<R> then) {
        return new Clause.Timeout<>(Duration.ZERO, then);
    }

    /**
     * A clause that is never possible. It stands where another is switched off for now: {@code
     * isOpen ? orders.onReceive(this::accept) : Select.never()}. A select that has nothing else
     * waits until it is cancelled.
     */
    public static <R extends @Nullable Object> Clause<R> never() {
        return new Clause.Never<>();
    }

    /** A clause that becomes possible when the task has ended. */
    public static <T extends @Nullable Object, R extends @Nullable Object> Clause<R> onEnd(
            Task<T> task, Clause.With<? super Outcome<T>, R> then) {
        Objects.requireNonNull(task, "the task whose end is awaited");
        return new Clause.End<>((TaskImpl<T>) task, then);
    }
}
