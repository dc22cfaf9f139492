package dev.stint.channel;

import dev.stint.error.ChannelClosedException;
import dev.stint.nursery.Nursery;
import dev.stint.task.Outcome;
import dev.stint.task.TaskOptions;
import java.time.Duration;
import java.util.Iterator;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/**
 * A channel of tasks, whose results are received in the order in which the tasks were sent: work is
 * done side by side and comes out in line.
 *
 * <pre>{@code
 * OrderedChannel<Page> pages = OrderedChannel.over(nursery, 8);
 * nursery.spawn(() -> {
 *     for (String address : addresses) {
 *         pages.send(() -> fetch(address));
 *     }
 *     pages.close();
 * });
 * for (Page page : pages) { ... }
 * }</pre>
 *
 * <p>The order is that of the handles, not of the ends: while the first task runs, those behind it
 * that have ended wait to be received (head-of-line blocking). Several may receive at the same
 * time; the result of a task is handed out only after those of all that were sent before it.
 *
 * <p>The capacity is how many tasks there are that have been started and not received. A send waits
 * for a place before it starts its task, so a slow receiver holds back the tasks and not only their
 * results.
 *
 * <p>The tasks are children of the nursery. What one throws is for the receiver, and it is also a
 * failure of the nursery, whose policy decides what becomes of the others: open it with {@code
 * Policy.collect()} if the receiver is to deal with failures.
 *
 * <p>Tasks and threads outside any scheduler may use it. An operation of a task costs one operation
 * and one channel operation, paid before; a send also costs what a spawn costs. Who waits and is
 * cancelled, or times out, has neither started nor received a task.
 */
public sealed interface OrderedChannel<T extends @Nullable Object>
        extends Iterable<T>, AutoCloseable permits OrderedChannelImpl {
    /** A channel that starts its tasks in this nursery and has this many places for them. */
    static <T extends @Nullable Object> OrderedChannel<T> over(Nursery nursery, int capacity) {
        Objects.requireNonNull(nursery, "the nursery of an ordered channel");
        if (capacity < 1) {
            throw new IllegalArgumentException(
                    "an ordered channel has a place for 1 task or more, not for "
                            + capacity
                            + ": without one it could start none.");
        }
        return new OrderedChannelImpl<>(nursery, capacity);
    }

    /** Names it, for errors and reports, and returns it. */
    OrderedChannel<T> named(String name);

    /** Starts a task and sends its handle; waits for a place first. */
    default void send(Callable<? extends T> body) throws InterruptedException {
        send(TaskOptions.defaults(), body);
    }

    /** As {@link #send(Callable)}, with a name for dumps, errors and traces. */
    default void send(String name, Callable<? extends T> body) throws InterruptedException {
        send(TaskOptions.named(name), body);
    }

    /**
     * Starts a task and sends its handle; waits for a place first.
     *
     * <p>If the channel is closed while the task is being started, the handle cannot be sent. The
     * task is not left alone then: this waits for its end and throws after it. If the sender is
     * cancelled or interrupted in that wait, it has the task cancelled as well, and waits on.
     *
     * @throws ChannelClosedException if the channel is closed; a failure of a task that was started
     *     in vain is suppressed in it
     * @throws dev.stint.error.NurseryNotActiveException if the nursery takes no more children
     * @throws dev.stint.error.BudgetExhaustedException if its pool cannot pay for the task
     * @throws InterruptedException if the sender is cancelled or interrupted while it waits
     */
    void send(TaskOptions options, Callable<? extends T> body) throws InterruptedException;

    /** As {@code send}, unless there is no place for so long; false if so, and nothing started. */
    boolean send(TaskOptions options, Callable<? extends T> body, Duration timeout)
            throws InterruptedException;

    /**
     * Receives the result of the next task; waits for a task and for its end.
     *
     * @throws dev.stint.error.TaskFailedException if it threw; the cause is what it threw
     * @throws java.util.concurrent.CancellationException if it was cancelled
     * @throws ChannelClosedException if the channel is closed and all results were received
     * @throws IllegalStateException if the caller is the next task itself
     * @throws InterruptedException if the receiver is cancelled or interrupted; the result is still
     *     to be received
     */
    T receive() throws InterruptedException;

    /** Receives how the next task ended; a closed channel is a result here, not an error. */
    Received<Outcome<T>> receiveOrClosed() throws InterruptedException;

    /**
     * Receives how the next task ended, unless that takes longer than this; empty if it did, and
     * then the task is still the next.
     */
    Optional<Outcome<T>> receive(Duration timeout) throws InterruptedException;

    /** Receives how the next task ended if it has and nobody else waits for it; never waits. */
    Optional<Outcome<T>> tryReceive() throws InterruptedException;

    /**
     * Closes the channel: no more tasks are sent, and sends that wait are withdrawn. What was sent
     * can still be received. Any number of times; the first counts.
     */
    @Override
    void close();

    /** Closes the channel for a reason, which those who meet the closed channel get to see. */
    void close(@Nullable Throwable reason);

    boolean isClosed();

    /**
     * The results in order, until the channel is closed and all were received. {@code next} throws
     * as {@link #receive} does; a cancelled or interrupted caller gets a {@link
     * java.util.concurrent.CancellationException}.
     */
    @Override
    Iterator<T> iterator();

    /** The channel at this moment; {@code buffered} are the tasks started and not received. */
    ChannelSnapshot snapshot();
}
