package dev.stint.channel;

import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The receiving end of a channel, and nothing else of it. */
record ReceiveEnd<T>(ChannelImpl<T> channel) implements Receiver<T> {
    @Override
    public T receive() throws InterruptedException {
        return channel.receive();
    }

    @Override
    public Received<T> receiveOrClosed() throws InterruptedException {
        return channel.receiveOrClosed();
    }

    @Override
    public Optional<T> receive(Duration timeout) throws InterruptedException {
        return channel.receive(timeout);
    }

    @Override
    public Optional<T> receiveUntil(long nanoTime) throws InterruptedException {
        return channel.receiveUntil(nanoTime);
    }

    @Override
    public Optional<T> tryReceive() throws InterruptedException {
        return channel.tryReceive();
    }

    @Override
    public Optional<Received<T>> tryReceiveOrClosed() throws InterruptedException {
        return channel.tryReceiveOrClosed();
    }

    @Override
    public List<T> drain() throws InterruptedException {
        return channel.drain();
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
    public Iterator<T> iterator() {
        return channel.iterator();
    }

    @Override
    public Stream<T> stream() {
        return channel.stream();
    }

    @Override
    public <R extends @Nullable Object> Clause<R> onReceive(Clause.With<? super T, R> then) {
        return channel.onReceive(then);
    }

    @Override
    public <R extends @Nullable Object> Clause<R> onReceiveOrClosed(
            Clause.With<? super Received<T>, R> then) {
        return channel.onReceiveOrClosed(then);
    }

    @Override
    public ChannelSnapshot snapshot() {
        return channel.snapshot();
    }

    @Override
    public String toString() {
        return "the receiving end of " + channel;
    }
}
