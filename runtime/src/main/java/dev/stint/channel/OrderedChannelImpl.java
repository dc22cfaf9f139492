package dev.stint.channel;

import dev.stint.error.ChannelClosedException;
import dev.stint.hooks.Foreign;
import dev.stint.internal.stack.Headroom;
import dev.stint.internal.stack.Points;
import dev.stint.internal.task.Join;
import dev.stint.internal.task.Outside;
import dev.stint.internal.task.TaskImpl;
import dev.stint.internal.task.WaitPlace;
import dev.stint.internal.task.Waits;
import dev.stint.internal.wait.Cell;
import dev.stint.internal.wait.Line;
import dev.stint.internal.wait.TimerHeap;
import dev.stint.internal.wait.WaitNode;
import dev.stint.task.Outcome;
import dev.stint.task.Task;
import dev.stint.task.TaskOptions;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * An ordered channel: the tasks in it, a line of sends that wait for a place, and a line of
 * receives that wait for their turn.
 *
 * <p>One receive at a time has the turn, and only while there is a task: it waits for the end of
 * the first, which stays where it is meanwhile. So who gives up there leaves everything as it was,
 * and hands on the turn. Where a receive waits in the line, another has the turn or there is no
 * task.
 */
final class OrderedChannelImpl<T extends @Nullable Object> extends WaitPlace
        implements OrderedChannel<T> {
    private final BiFunction<TaskOptions, Callable<? extends T>, Task<T>> spawn;
    private final int capacity;

    // ---- guarded by the lock

    private final ArrayDeque<TaskImpl<T>> tasks = new ArrayDeque<>();
    private final Line senders = new Line();
    private final Line receivers = new Line();
    private int taken; // places: of the tasks, and of sends that are about to start one
    private boolean receiving; // somebody has the turn

    private volatile boolean closed; // written once, lock held
    private @Nullable Throwable reason; // written before closed

    /** {@code spawn}: starts each task. */
    OrderedChannelImpl(
            BiFunction<TaskOptions, Callable<? extends T>, Task<T>> spawn, int capacity) {
        this.spawn = spawn;
        this.capacity = capacity;
    }

    @Override
    public OrderedChannel<T> named(String name) {
        setName(name);
        return this;
    }

    // ---- sending

    @Override
    public void send(TaskOptions options, Callable<? extends T> body) throws InterruptedException {
        put(options, body, TimerHeap.NONE);
    }

    @Override
    public boolean send(TaskOptions options, Callable<? extends T> body, Duration timeout)
            throws InterruptedException {
        return put(options, body, nanosOf(timeout));
    }

    private boolean put(TaskOptions options, Callable<? extends T> body, long timeoutNanos)
            throws InterruptedException {
        Objects.requireNonNull(options, "options of the task");
        Objects.requireNonNull(body, "body of the task");
        Headroom.ensureForSeveral();
        TaskImpl<?> me = payChannelOp(timeoutNanos > 0, "send");
        int got = takePlace(me, timeoutNanos);
        if (got == WaitNode.CLOSE) {
            throw closedError("send to");
        }
        if (got == WaitNode.TIMEOUT) {
            return false;
        }
        if (closed) { // since it was given its place
            givePlaceBack();
            throw closedError("send to");
        }
        TaskImpl<T> task = null;
        try {
            task = (TaskImpl<T>) spawn.apply(options, body);
        } finally {
            if (task == null) {
                givePlaceBack();
            }
        }
        if (!add(task)) {
            throw sentInVain(task);
        }
        return true;
    }

    private int takePlace(@Nullable TaskImpl<?> me, long timeoutNanos) throws InterruptedException {
        Cell cell;
        acquire();
        try {
            if (closed) {
                return WaitNode.CLOSE;
            }
            if (taken < capacity) {
                taken++;
                return WaitNode.DATA;
            }
            if (timeoutNanos <= 0) {
                return WaitNode.TIMEOUT;
            }
            cell = join(senders, me, null, "a place in ");
        } finally {
            release();
        }
        return await(senders, cell, timeoutNanos, "send");
    }

    private void givePlaceBack() {
        Cell next;
        acquire();
        try {
            next = passPlace();
        } finally {
            release();
        }
        wake(next);
    }

    /** Gives a place to the first send that waits, which is to be woken. Lock held. */
    private @Nullable Cell passPlace() {
        Cell next = senders.take();
        taken -= next == null ? 1 : 0;
        return next;
    }

    /** False if the channel was closed meanwhile. */
    private boolean add(TaskImpl<T> task) {
        Cell receiver = null;
        acquire();
        try {
            if (closed) {
                return false;
            }
            tasks.add(task);
            if (!receiving) {
                receiver = passTurn();
            }
        } finally {
            release();
        }
        wake(receiver);
        return true;
    }

    private ChannelClosedException sentInVain(TaskImpl<T> task) {
        Join.toTheEnd(task);
        givePlaceBack();
        ChannelClosedException error = closedError("send to");
        if (task.tryOutcome().orElseThrow() instanceof Outcome.Failure<T>(Throwable cause)) {
            error.addSuppressed(cause);
        }
        return error;
    }

    // ---- receiving

    /** The next task, which has ended; null when the time is up. A timeout of 0: not to wait. */
    private @Nullable Received<TaskImpl<T>> take(long timeoutNanos, String where)
            throws InterruptedException {
        Headroom.ensureForSeveral(); // who has taken a task looks at its end
        TaskImpl<?> me = payChannelOp(timeoutNanos > 0, where);
        long since = Outside.clock().nanos();
        TaskImpl<T> first = null;
        Cell cell = null;
        boolean forItself = false;
        acquire();
        try {
            if (me != null && me == tasks.peekFirst()) {
                forItself = true;
            } else if (!receiving && !tasks.isEmpty()) {
                receiving = true;
                first = tasks.getFirst();
            } else if (closed && tasks.isEmpty()) {
                return end();
            } else if (timeoutNanos <= 0) {
                return null;
            } else {
                cell = join(receivers, me, null, "a task in ");
            }
        } finally {
            release();
        }
        if (forItself) {
            throw new IllegalStateException(
                    me
                            + " cannot "
                            + where
                            + " from "
                            + this
                            + " what it is itself to give: it would wait for ever. Receive in"
                            + " another task.");
        }
        if (cell != null) {
            int got = await(receivers, cell, timeoutNanos, where);
            if (got != WaitNode.DATA) {
                return got == WaitNode.CLOSE ? end() : null;
            }
            first = given(cell);
        }
        return awaitFirst(Objects.requireNonNull(first), left(timeoutNanos, since), where);
    }

    @SuppressWarnings("unchecked") // only passTurn gives
    private TaskImpl<T> given(Cell cell) {
        return (TaskImpl<T>) Objects.requireNonNull(cell.item);
    }

    /** With the turn. */
    private @Nullable Received<TaskImpl<T>> awaitFirst(
            TaskImpl<T> first, long timeoutNanos, String where) throws InterruptedException {
        boolean ended = false;
        try {
            ended = Join.await(first, timeoutNanos, where);
        } finally {
            endTurn(ended);
        }
        return ended ? new Received.Value<>(first) : null;
    }

    private void endTurn(boolean received) {
        Cell sender = null;
        Cell receiver = null;
        Cell done = null;
        acquire();
        try {
            if (received) {
                tasks.removeFirst();
                sender = passPlace();
            }
            receiver = passTurn();
            if (closed && tasks.isEmpty()) {
                done = receivers.giveUp();
            }
        } finally {
            release();
        }
        wake(sender);
        wake(receiver);
        Line.wakeAll(done);
    }

    /** Gives the turn to the first receive that waits, which is to be woken. Lock held. */
    private @Nullable Cell passTurn() {
        Cell receiver = tasks.isEmpty() ? null : receivers.give(tasks.getFirst());
        receiving = receiver != null;
        return receiver;
    }

    private <V> Received<V> end() {
        return reason == null ? new Received.Done<>() : new Received.Failed<>(reason);
    }

    @Override
    public T receive() throws InterruptedException {
        if (take(TimerHeap.NONE, "receive") instanceof Received.Value<TaskImpl<T>>(var task)) {
            return task.await();
        }
        throw closedError("receive from");
    }

    @Override
    public Received<Outcome<T>> receiveOrClosed() throws InterruptedException {
        return take(TimerHeap.NONE, "receiveOrClosed")
                        instanceof Received.Value<TaskImpl<T>>(var task)
                ? new Received.Value<>(task.tryOutcome().orElseThrow())
                : end();
    }

    @Override
    public Optional<Outcome<T>> receive(Duration timeout) throws InterruptedException {
        return outcome(take(nanosOf(timeout), "receive"));
    }

    @Override
    public Optional<Outcome<T>> tryReceive() throws InterruptedException {
        return outcome(take(0, "tryReceive"));
    }

    private Optional<Outcome<T>> outcome(@Nullable Received<TaskImpl<T>> taken) {
        if (taken == null) {
            return Optional.empty();
        }
        if (taken instanceof Received.Value<TaskImpl<T>>(var task)) {
            return task.tryOutcome();
        }
        throw closedError("receive from");
    }

    @Override
    public Iterator<T> iterator() {
        return new Results();
    }

    /** The results as they come. For one task or thread. */
    private final class Results implements Iterator<T> {
        private @Nullable TaskImpl<T> next;

        @Override
        public boolean hasNext() {
            if (next == null) {
                next = awaitNext();
            }
            return next != null;
        }

        private @Nullable TaskImpl<T> awaitNext() {
            try {
                return switch (Objects.requireNonNull(take(TimerHeap.NONE, "iterate"))) {
                    case Received.Value<TaskImpl<T>>(var task) -> task;
                    case Received.Done<TaskImpl<T>>() -> null;
                    case Received.Failed<TaskImpl<T>> _ -> throw closedError("iterate over");
                };
            } catch (InterruptedException e) {
                throw Arrivals.interrupted(OrderedChannelImpl.this, e);
            }
        }

        @Override
        public T next() {
            if (!hasNext()) {
                throw new NoSuchElementException(
                        OrderedChannelImpl.this + " is closed, and all results were received");
            }
            Headroom.ensureForSeveral();
            TaskImpl<T> task = Objects.requireNonNull(next);
            next = null;
            try {
                return task.await(); // it has ended
            } catch (InterruptedException e) {
                throw Arrivals.interrupted(OrderedChannelImpl.this, e);
            }
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
        Cell more;
        acquire();
        try {
            if (closed) {
                return;
            }
            this.reason = reason;
            closed = true;
            toWake = senders.giveUp();
            more = tasks.isEmpty() ? receivers.giveUp() : null;
        } finally {
            release();
        }
        Line.wakeAll(toWake);
        Line.wakeAll(more);
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
                        + (tried.startsWith("send")
                                ? ". Send before the close."
                                : " and all results were received. Use receiveOrClosed() or a for"
                                        + " loop where the end is expected."),
                reason);
    }

    @Override
    public ChannelSnapshot snapshot() {
        Headroom.ensure();
        ChannelSnapshot taken;
        acquire();
        try {
            taken =
                    new ChannelSnapshot(
                            name(),
                            capacity,
                            tasks.size(),
                            senders.count(),
                            receivers.count() + (receiving ? 1 : 0),
                            0,
                            closed);
        } finally {
            release();
        }
        Waits.payForLook(taken.sendersWaiting() + taken.receiversWaiting());
        return taken;
    }

    @Override
    public String toString() {
        return called("ordered channel");
    }
}
