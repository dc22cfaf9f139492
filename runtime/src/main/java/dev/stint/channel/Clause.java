package dev.stint.channel;

import dev.stint.internal.SchedulerBug;
import dev.stint.internal.task.TaskImpl;
import dev.stint.internal.wait.Cell;
import dev.stint.task.Outcome;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One of the things between which a {@link Select} chooses, and what is done if it is chosen. Made
 * by the ends of channels and by the static methods of {@code Select}; may be used again.
 */
public abstract sealed class Clause<R extends @Nullable Object> {
    private Clause() {}

    /** What is done with what a clause has received. */
    @FunctionalInterface
    public interface With<T, R extends @Nullable Object> {
        R run(T value) throws InterruptedException;
    }

    /** What is done after a clause that brings nothing. */
    @FunctionalInterface
    public interface Then<R extends @Nullable Object> {
        R run() throws InterruptedException;
    }

    /** Does what the clause was made for; {@code outcome} is what the channel has answered. */
    abstract R finish(Object outcome) throws InterruptedException;

    /** Whether it may be possible now. A hint; no lock held. */
    abstract boolean looksPossible();

    /** Whether it is possible now. Lock of its channel held, if it has one. */
    abstract boolean isPossible();

    /** An operation on a channel. */
    abstract static sealed class OnChannel<R extends @Nullable Object> extends Clause<R> {
        final ChannelImpl<?> channel;

        OnChannel(ChannelImpl<?> channel) {
            this.channel = channel;
        }

        @Override
        final boolean looksPossible() {
            return channel.looksReady(sends());
        }

        @Override
        final boolean isPossible() {
            return channel.isReady(sends());
        }

        /** Does it if that is possible now. Lock of the channel held. */
        abstract Object attempt();

        abstract boolean sends();

        /** A place in the channel's line, for when it is not. */
        abstract Cell cell(Choice choice, int number);
    }

    static final class Send<R extends @Nullable Object> extends OnChannel<R> {
        private final Object value;
        private final Then<R> then;

        Send(ChannelImpl<?> channel, Object value, Then<R> then) {
            super(channel);
            this.value = value;
            this.then = Objects.requireNonNull(then, "what is done after a send");
        }

        @Override
        Object attempt() {
            return channel.offer(value);
        }

        @Override
        boolean sends() {
            return true;
        }

        @Override
        Cell cell(Choice choice, int number) {
            return new Cell(choice, number, value, channel.wish(), channel);
        }

        @Override
        R finish(Object outcome) throws InterruptedException {
            if (outcome == ChannelImpl.CLOSED) {
                throw channel.closedError(ChannelImpl.SELECT_SEND);
            }
            return then.run();
        }
    }

    /** A receive, whatever is done with what it finds. */
    abstract static sealed class Incoming<T, R extends @Nullable Object> extends OnChannel<R> {
        final ChannelImpl<T> from;

        Incoming(ChannelImpl<T> channel) {
            super(channel);
            this.from = channel;
        }

        @Override
        final Object attempt() {
            return from.poll();
        }

        @Override
        final boolean sends() {
            return false;
        }

        @Override
        final Cell cell(Choice choice, int number) {
            return new Cell(choice, number, null, "a value in ", from);
        }
    }

    static final class Receive<T, R extends @Nullable Object> extends Incoming<T, R> {
        private final With<? super T, R> then;

        Receive(ChannelImpl<T> channel, With<? super T, R> then) {
            super(channel);
            this.then = Objects.requireNonNull(then, "what is done with what is received");
        }

        @Override
        R finish(Object outcome) throws InterruptedException {
            if (outcome == ChannelImpl.CLOSED) {
                throw from.closedError(ChannelImpl.SELECT_RECEIVE);
            }
            return then.run(from.cast(outcome));
        }
    }

    static final class ReceiveOrClosed<T, R extends @Nullable Object> extends Incoming<T, R> {
        private final With<? super Received<T>, R> then;

        ReceiveOrClosed(ChannelImpl<T> channel, With<? super Received<T>, R> then) {
            super(channel);
            this.then = Objects.requireNonNull(then, "what is done with what is received");
        }

        @Override
        R finish(Object outcome) throws InterruptedException {
            return then.run(from.received(outcome));
        }
    }

    static final class End<T extends @Nullable Object, R extends @Nullable Object>
            extends Clause<R> {
        final TaskImpl<T> task;
        private final With<? super Outcome<T>, R> then;

        End(TaskImpl<T> task, With<? super Outcome<T>, R> then) {
            this.task = task;
            this.then = Objects.requireNonNull(then, "what is done with the outcome");
        }

        @Override
        boolean looksPossible() {
            return task.isDone();
        }

        @Override
        boolean isPossible() {
            return task.isDone(); // no point: channels may be locked
        }

        @Override
        R finish(Object outcome) throws InterruptedException {
            return then.run(task.tryOutcome().orElseThrow());
        }
    }

    static final class Never<R extends @Nullable Object> extends Clause<R> {
        @Override
        boolean looksPossible() {
            return false;
        }

        @Override
        boolean isPossible() {
            return false;
        }

        @Override
        R finish(Object outcome) {
            throw new SchedulerBug("a clause that is never possible was chosen");
        }
    }

    static final class Timeout<R extends @Nullable Object> extends Clause<R> {
        final long nanos;
        private final Then<R> then;

        Timeout(Duration timeout, Then<R> then) {
            this.nanos = TaskImpl.toNanos(Objects.requireNonNull(timeout, "timeout of a select"));
            this.then = Objects.requireNonNull(then, "what is done after a timeout");
        }

        @Override
        boolean looksPossible() {
            return false; // it is for when nothing else is
        }

        @Override
        boolean isPossible() {
            return false;
        }

        @Override
        R finish(Object outcome) throws InterruptedException {
            return then.run();
        }
    }
}
