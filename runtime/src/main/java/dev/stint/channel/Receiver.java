package dev.stint.channel;

import dev.stint.error.ChannelClosedException;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The end of a channel from which values come, in the order in which they were sent, each to one
 * receiver.
 *
 * <p>Any number of tasks, and threads outside any scheduler, may use it at the same time. A task
 * that waits here is suspended; a thread outside is blocked. An operation of a task costs one
 * operation and one channel operation, paid before it touches the channel, whether it succeeds or
 * not.
 *
 * <p>A receive that is cancelled or times out has received nothing. A receive to which a value was
 * given returns it, whatever came meanwhile.
 */
public sealed interface Receiver<T> extends Iterable<T>, AutoCloseable permits Channel, ReceiveEnd {
    /**
     * Receives a value; waits for one.
     *
     * @throws ChannelClosedException if the channel is closed and empty
     * @throws InterruptedException if the task is cancelled or the thread interrupted
     */
    T receive() throws InterruptedException;

    /** Receives a value; a closed channel is a result here, not an error. */
    Received<T> receiveOrClosed() throws InterruptedException;

    /** Receives a value, unless that takes longer than this; empty if it did. */
    Optional<T> receive(Duration timeout) throws InterruptedException;

    /**
     * Receives a value, unless that takes until after this moment of {@link
     * dev.stint.Stint#nanoTime}; empty if it did. For tasks: only they have such a clock.
     */
    Optional<T> receiveUntil(long nanoTime) throws InterruptedException;

    /**
     * Receives a value if there is one at once; empty if not. Never waits.
     *
     * @throws ChannelClosedException if the channel is closed and empty
     * @throws InterruptedException if the task was cancelled before
     */
    Optional<T> tryReceive() throws InterruptedException;

    /**
     * As {@link #tryReceive}, but a closed channel is a result here, not an error: empty means that
     * there is no value now and may be one later.
     */
    Optional<Received<T>> tryReceiveOrClosed() throws InterruptedException;

    /**
     * Takes all that can be received at once, also from a closed channel: what was sent and will be
     * received by nobody else. Never waits. Paid for as many as there seem to be.
     */
    List<T> drain() throws InterruptedException;

    /**
     * Closes the channel: nothing enters it any more. Sends that wait are withdrawn, and so are
     * receives. What lies in the buffer can still be received; {@link #drain} gives it back.
     */
    @Override
    void close();

    /** Closes the channel for a reason, which those who meet the closed channel get to see. */
    void close(@Nullable Throwable reason);

    /** True once the channel was closed, from either end; it may still have values. */
    boolean isClosed();

    /**
     * The values as they come, until the channel is closed and empty.
     *
     * <p>Since an iterator cannot throw {@link InterruptedException}, a cancelled task gets a
     * {@link java.util.concurrent.CancellationException} here; an interrupted thread gets it too,
     * and keeps its interrupt. A channel that was closed for a reason ends the loop with {@link
     * ChannelClosedException}.
     */
    @Override
    Iterator<T> iterator();

    /** The values as they come, as {@link #iterator} gives them. */
    Stream<T> stream();

    /** A clause for a {@link Select}: receives a value, then does that with it. */
    <R extends @Nullable Object> Clause<R> onReceive(Clause.With<? super T, R> then);

    /**
     * A clause for a {@link Select}: receives a value or the news that there will be none, then
     * does that with it. {@link #onReceive} throws if the channel is closed and empty.
     */
    <R extends @Nullable Object> Clause<R> onReceiveOrClosed(
            Clause.With<? super Received<T>, R> then);

    ChannelSnapshot snapshot();
}
