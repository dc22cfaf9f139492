package dev.stint.channel;

import dev.stint.error.ChannelClosedException;
import dev.stint.hooks.Foreign;
import dev.stint.internal.stack.Headroom;
import dev.stint.internal.stack.Points;
import dev.stint.internal.task.Outside;
import dev.stint.internal.task.TaskImpl;
import dev.stint.internal.task.WaitPlace;
import dev.stint.internal.task.Waits;
import dev.stint.internal.wait.Cell;
import dev.stint.internal.wait.Line;
import dev.stint.internal.wait.TimerHeap;
import dev.stint.internal.wait.WaitNode;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A watch. What it holds is written under the lock and read without it; a change serves the whole
 * line.
 */
final class WatchImpl<T> extends WaitPlace implements Watch<T> {
    /** A value, and how many changes have led to it. */
    private record Held<T>(T value, long changes) {}

    private final Line line = new Line();
    private volatile Held<T> held;
    private volatile boolean closed; // written once, lock held
    private @Nullable Throwable reason; // written before closed

    WatchImpl(T value) {
        this.held = new Held<>(value, 0);
    }

    @Override
    public Watch<T> named(String name) {
        setName(name);
        return this;
    }

    @Override
    public T get() {
        Points.pass();
        return held.value;
    }

    // ---- changing

    @Override
    public void set(T value) throws InterruptedException {
        Objects.requireNonNull(value, "a watch holds no null");
        payChannelOp(false, "set");
        replace(null, value);
    }

    @Override
    public T update(UnaryOperator<T> change) throws InterruptedException {
        Objects.requireNonNull(change, "what changes the value of a watch");
        payChannelOp(false, "update");
        while (true) {
            Held<T> before = held;
            T value = Objects.requireNonNull(change.apply(before.value), "a watch holds no null");
            if (replace(before, value)) {
                return value;
            }
        }
    }

    /** False if it holds something else than was expected. */
    private boolean replace(@Nullable Held<T> expected, T value) {
        Cell all;
        boolean tooLate;
        acquire();
        try {
            tooLate = closed;
            Held<T> before = held;
            if (!tooLate && expected != null && expected != before) {
                return false;
            }
            if (!tooLate) {
                held = new Held<>(value, before.changes + 1);
            }
            all = tooLate ? null : line.takeAll();
        } finally {
            release();
        }
        if (tooLate) {
            throw closedError("change");
        }
        Line.wakeAll(all);
        return true;
    }

    // ---- watching

    @Override
    public Observer<T> observe() {
        return new Eye(held.changes);
    }

    /** Who watches. */
    final class Eye implements Observer<T> {
        private long seen; // guarded by the lock of the watch

        private Eye(long seen) {
            this.seen = seen;
        }

        @Override
        public T awaitChange() throws InterruptedException {
            return valueOf(Objects.requireNonNull(await(TimerHeap.NONE, "awaitChange")));
        }

        @Override
        public Received<T> awaitChangeOrClosed() throws InterruptedException {
            return Objects.requireNonNull(await(TimerHeap.NONE, "awaitChangeOrClosed"));
        }

        @Override
        public Optional<T> awaitChange(Duration timeout) throws InterruptedException {
            Received<T> got = await(nanosOf(timeout), "awaitChange");
            return got == null ? Optional.empty() : Optional.of(valueOf(got));
        }

        private T valueOf(Received<T> got) {
            if (got instanceof Received.Value<T>(T value)) {
                return value;
            }
            throw closedError("wait for a change of");
        }

        /** Null when the time is up; a timeout of 0 means not to wait. */
        private @Nullable Received<T> await(long timeoutNanos, String where)
                throws InterruptedException {
            TaskImpl<?> me = payChannelOp(timeoutNanos > 0, where);
            return WatchImpl.this.await(this, me, timeoutNanos, where);
        }

        @Override
        public T get() {
            Headroom.ensure();
            Points.pass();
            return look(this);
        }

        @Override
        public boolean hasChanged() {
            Headroom.ensure();
            return isNewTo(this);
        }
    }

    private @Nullable Received<T> await(
            Eye eye, @Nullable TaskImpl<?> me, long timeoutNanos, String where)
            throws InterruptedException {
        Cell cell;
        acquire();
        try {
            if (held.changes > eye.seen) {
                eye.seen = held.changes;
                return new Received.Value<>(held.value);
            }
            if (closed) {
                return end();
            }
            if (timeoutNanos <= 0) {
                return null;
            }
            cell = join(line, me, null, "a change of ");
        } finally {
            release();
        }
        return switch (await(line, cell, timeoutNanos, where)) {
            case WaitNode.DATA -> new Received.Value<>(look(eye));
            case WaitNode.CLOSE -> end();
            default -> null;
        };
    }

    private Received<T> end() {
        return reason == null ? new Received.Done<>() : new Received.Failed<>(reason);
    }

    private T look(Eye eye) {
        acquire();
        try {
            eye.seen = held.changes;
            return held.value;
        } finally {
            release();
        }
    }

    private boolean isNewTo(Eye eye) {
        acquire();
        try {
            return held.changes > eye.seen;
        } finally {
            release();
        }
    }

    // ---- closing, and the rest of the public face

    @Override
    public void close() {
        close(null);
    }

    @Override
    public void close(@Nullable Throwable reason) {
        Headroom.ensure();
        Points.pass();
        Cell toWake;
        acquire();
        try {
            if (closed) {
                return;
            }
            this.reason = reason;
            closed = true;
            toWake = line.giveUp();
        } finally {
            release();
        }
        Line.wakeAll(toWake);
    }

    @Override
    public boolean isClosed() {
        return closed;
    }

    private ChannelClosedException closedError(String tried) {
        return new ChannelClosedException(
                Outside.caller()
                        + " cannot "
                        + tried
                        + " "
                        + this
                        + ": it was closed"
                        + (reason == null ? "" : " because of " + Foreign.inWords(reason))
                        + ". Its last value can still be read: get(); where the end is expected,"
                        + " use awaitChangeOrClosed().",
                reason);
    }

    @Override
    public Snapshot snapshot() {
        Headroom.ensure();
        Snapshot taken;
        acquire();
        try {
            taken = new Snapshot(name(), held.changes, line.count(), closed);
        } finally {
            release();
        }
        Waits.payForLook(taken.waiting());
        return taken;
    }

    @Override
    public String toString() {
        return called("watch");
    }
}
