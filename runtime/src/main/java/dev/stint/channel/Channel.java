package dev.stint.channel;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A way for values from tasks to tasks: both ends in one. Hand out {@link #sender} and {@link
 * #receiver} where one end is meant.
 *
 * <p>Values are delivered in the order in which they were sent, each exactly once; waiting senders
 * and receivers are served first come first served. A channel belongs to no scheduler.
 */
public sealed interface Channel<T> extends Sender<T>, Receiver<T> permits ChannelImpl {
    /** A channel without a buffer: a send waits until its value is received. */
    static <T> Channel<T> rendezvous() {
        return new ChannelImpl<>(0, Overflow.SUSPEND);
    }

    /** A channel whose buffer holds this many values; a send to a full one waits. */
    static <T> Channel<T> buffered(int capacity) {
        return buffered(capacity, Overflow.SUSPEND);
    }

    /** A channel whose buffer holds this many values, and what it does when it is full. */
    static <T> Channel<T> buffered(int capacity, Overflow whenFull) {
        Objects.requireNonNull(whenFull, "what a full channel does");
        if (capacity < 1) {
            throw new IllegalArgumentException(
                    "a buffer holds 1 value or more, not "
                            + capacity
                            + ". For a channel without a buffer use Channel.rendezvous().");
        }
        return new ChannelImpl<>(Math.min(capacity, ChannelImpl.MOST), whenFull);
    }

    /**
     * A channel whose buffer grows as long as there is memory: a send never waits, so nothing holds
     * back a sender that is faster than the receivers.
     */
    static <T> Channel<T> unbounded() {
        return new ChannelImpl<>(Integer.MAX_VALUE, Overflow.SUSPEND);
    }

    /** Names this channel, for errors and reports, and returns it. */
    Channel<T> named(String name);

    /** The sending end alone. */
    Sender<T> sender();

    /** The receiving end alone. */
    Receiver<T> receiver();

    @Override
    void close();

    @Override
    void close(@Nullable Throwable reason);

    @Override
    boolean isClosed();

    @Override
    ChannelSnapshot snapshot();
}
