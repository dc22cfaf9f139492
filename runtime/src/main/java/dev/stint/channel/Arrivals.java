package dev.stint.channel;

import dev.stint.task.CancelledException;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.concurrent.CancellationException;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/** The values of a channel as they come. For one task or thread. */
final class Arrivals<T> implements Iterator<T> {
    private final ChannelImpl<T> channel;
    private @Nullable T next;

    Arrivals(ChannelImpl<T> channel) {
        this.channel = channel;
    }

    static <T> Stream<T> stream(ChannelImpl<T> channel) {
        return StreamSupport.stream(
                Spliterators.spliteratorUnknownSize(
                        new Arrivals<>(channel), Spliterator.ORDERED | Spliterator.NONNULL),
                false);
    }

    @Override
    public boolean hasNext() {
        if (next == null) {
            next = await();
        }
        return next != null;
    }

    private @Nullable T await() {
        try {
            return switch (channel.receiveOrClosed()) {
                case Received.Value<T>(T value) -> value;
                case Received.Done<T>() -> null;
                case Received.Failed<T>(Throwable cause) ->
                        throw channel.closedError(ChannelImpl.ITERATE);
            };
        } catch (InterruptedException e) {
            throw interrupted(channel, e);
        }
    }

    /** What a loop gets instead of {@link InterruptedException}, which an iterator cannot throw. */
    static CancellationException interrupted(Object channel, InterruptedException e) {
        var cancelled = new CancellationException("interrupted while it waited for " + channel);
        cancelled.initCause(e);
        if (!(e instanceof CancelledException)) { // who is cancelled stays so by itself
            Thread.currentThread().interrupt();
        }
        return cancelled;
    }

    @Override
    public T next() {
        if (!hasNext()) {
            throw new NoSuchElementException(channel + " is closed and empty");
        }
        T value = Objects.requireNonNull(next);
        next = null;
        return value;
    }
}
