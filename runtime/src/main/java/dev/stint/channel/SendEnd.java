package dev.stint.channel;

import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The sending end of a channel, and nothing else of it. */
record SendEnd<T>(ChannelImpl<T> channel) implements Sender<T> {
    @Override
    public void send(T value) throws InterruptedException {
        channel.send(value);
    }

    @Override
    public Sent sendOrClosed(T value) throws InterruptedException {
        return channel.sendOrClosed(value);
    }

    @Override
    public boolean send(T value, Duration timeout) throws InterruptedException {
        return channel.send(value, timeout);
    }

    @Override
    public boolean sendUntil(T value, long nanoTime) throws InterruptedException {
        return channel.sendUntil(value, nanoTime);
    }

    @Override
    public boolean trySend(T value) throws InterruptedException {
        return channel.trySend(value);
    }

    @Override
    public Optional<Sent> trySendOrClosed(T value) throws InterruptedException {
        return channel.trySendOrClosed(value);
    }

    @Override
    public void close() {
        channel.close();
    }

    @Override
    public void close(@Nullable Throwable reason) {
        channel.close(reason);
    }

    @Override
    public boolean isClosed() {
        return channel.isClosed();
    }

    @Override
    public <R extends @Nullable Object> Clause<R> onSend(T value, Clause.Then<R> then) {
        return channel.onSend(value, then);
    }

    @Override
    public ChannelSnapshot snapshot() {
        return channel.snapshot();
    }

    @Override
    public String toString() {
        return "the sending end of " + channel;
    }
}
