package dev.stint.channel;

import dev.stint.error.ChannelClosedException;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A value that changes, and may be watched: a channel that holds only the latest.
 *
 * <p>Whoever watches sees that there is a newer value, and that value, but not those between. Each
 * set is a change, also to an equal value.
 *
 * <p>Tasks and threads outside any scheduler may use it. To set, update or wait costs a task one
 * operation and one channel operation, paid before; to look is free.
 */
public sealed interface Watch<T> extends AutoCloseable permits WatchImpl {
    /** A watch that holds this value. */
    static <T> Watch<T> of(T value) {
        return new WatchImpl<>(Objects.requireNonNull(value, "a watch holds no null"));
    }

    /** Names it, for errors and reports, and returns it. */
    Watch<T> named(String name);

    /** The latest value, also after the close. */
    T get();

    /**
     * Changes the value. Never waits.
     *
     * @throws ChannelClosedException if the watch is closed
     * @throws InterruptedException if the task was cancelled before
     */
    void set(T value) throws InterruptedException;

    /**
     * Changes the value to what the function makes of it, and returns that. The function is called
     * again if the value has changed meanwhile.
     */
    T update(UnaryOperator<T> change) throws InterruptedException;

    /** Somebody who watches, and has seen what is there now. */
    Observer<T> observe();

    /** Closes the watch: its value does not change any more. Any number of times. */
    @Override
    void close();

    /** Closes the watch for a reason, which those who meet it closed get to see. */
    void close(@Nullable Throwable reason);

    boolean isClosed();

    Snapshot snapshot();

    /**
     * Somebody who watches: remembers which change was the last that it has seen. For one task or
     * thread; if several share one, a change that one has seen is not new to the others, except to
     * those who were waiting.
     */
    sealed interface Observer<T> permits WatchImpl.Eye {
        /**
         * Waits for a change that this has not seen, and returns the latest value.
         *
         * @throws ChannelClosedException if the watch is closed and its last value was seen
         * @throws InterruptedException if the task is cancelled or the thread interrupted; then
         *     nothing was seen
         */
        T awaitChange() throws InterruptedException;

        /** As {@link #awaitChange()}; a closed watch is a result here, not an error. */
        Received<T> awaitChangeOrClosed() throws InterruptedException;

        /** As {@link #awaitChange()}, unless that takes longer than this; empty if it did. */
        Optional<T> awaitChange(Duration timeout) throws InterruptedException;

        /** The latest value, which is seen from now on. */
        T get();

        /** True if there was a change that this has not seen. */
        boolean hasChanged();
    }

    /**
     * A watch as it was at one moment.
     *
     * @param changes how often it was set
     * @param waiting how many wait for a change
     */
    record Snapshot(String name, long changes, int waiting, boolean closed) {}
}
