package dev.stint.channel;

import dev.stint.error.ChannelClosedException;
import dev.stint.error.ChannelFullException;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The end of a channel into which values go.
 *
 * <p>Any number of tasks, and threads outside any scheduler, may use it at the same time. A task
 * that waits here is suspended; a thread outside is blocked. An operation of a task costs one
 * operation and one channel operation, paid before it touches the channel, whether it succeeds or
 * not.
 *
 * <p>A send that is cancelled, times out or finds the channel closed has not sent: the value is
 * still its caller's. A send whose value was taken returns normally, whatever came meanwhile.
 */
public sealed interface Sender<T> extends AutoCloseable permits Channel, SendEnd {
    /**
     * Sends a value; waits until there is room for it, or in a rendezvous until it is received.
     *
     * @throws ChannelClosedException if the channel is closed, also while this waits
     * @throws ChannelFullException if there is no room and the channel's {@link Overflow} is FAIL
     * @throws InterruptedException if the task is cancelled or the thread interrupted
     */
    void send(T value) throws InterruptedException;

    /** Sends a value; a closed channel is a result here, not an error. */
    Sent sendOrClosed(T value) throws InterruptedException;

    /** Sends a value, unless that takes longer than this; false if it did, and nothing was sent. */
    boolean send(T value, Duration timeout) throws InterruptedException;

    /**
     * Sends a value, unless that takes until after this moment of {@link dev.stint.Stint#nanoTime};
     * false if it did. For tasks: only they have such a clock.
     */
    boolean sendUntil(T value, long nanoTime) throws InterruptedException;

    /**
     * Sends a value if that is possible at once; false if it is not. Never waits.
     *
     * @throws ChannelClosedException if the channel is closed
     * @throws InterruptedException if the task was cancelled before
     */
    boolean trySend(T value) throws InterruptedException;

    /**
     * As {@link #trySend}, but a closed channel is a result here, not an error: empty means that it
     * is not possible now and may be later.
     */
    Optional<Sent> trySendOrClosed(T value) throws InterruptedException;

    /**
     * Closes the channel: nothing enters it any more. Sends that wait are withdrawn; what lies in
     * the buffer can still be received, and after it receivers find the channel done. Any number of
     * times; the first counts.
     */
    @Override
    void close();

    /** Closes the channel for a reason, which those who meet the closed channel get to see. */
    void close(@Nullable Throwable reason);

    /** True once the channel was closed, from either end. */
    boolean isClosed();

    /** A clause for a {@link Select}: sends this value, then does that. */
    <R extends @Nullable Object> Clause<R> onSend(T value, Clause.Then<R> then);

    ChannelSnapshot snapshot();
}
