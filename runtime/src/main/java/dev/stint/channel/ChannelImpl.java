package dev.stint.channel;

import dev.stint.budget.Cost;
import dev.stint.error.ChannelClosed;
import dev.stint.error.ChannelFull;
import dev.stint.internal.core.Cell;
import dev.stint.internal.core.Line;
import dev.stint.internal.core.Outside;
import dev.stint.internal.core.SpinLock;
import dev.stint.internal.core.TaskImpl;
import dev.stint.internal.core.Unpaid;
import dev.stint.internal.core.WaitNode;
import dev.stint.internal.core.Waiter;
import dev.stint.internal.time.TimerHeap;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A channel: a buffer, which may be of size 0, and two lines of operations that wait for it.
 *
 * <p>A lock guards all three. Nothing inside a section waits, runs foreign code or wakes anybody:
 * who is to be woken is claimed inside and woken after. Every operation first looks for a waiting
 * partner, then at the buffer, and only then stands in line; so
 *
 * <ul>
 *   <li>where a receive waits, the buffer is empty and no send waits;
 *   <li>where a send waits, the buffer is full and no receive waits
 * </ul>
 *
 * except for operations of one select, which is no partner to itself.
 *
 * <pre>
 *   an operation that waits     who ends it, by the one claim on its cell
 *   WAITING -> DATA             a partner, lock held; it has taken or left the value
 *   WAITING -> CLOSE            close(), lock held
 *   WAITING -> TIMEOUT          the timer that the operation has armed
 *   WAITING -> CANCEL           the waiting task or thread itself, on its way out
 * </pre>
 *
 * <p>Whoever finds its cell claimed with DATA has sent or received, whatever else has happened to
 * it (ruling R1). Who has withdrawn takes its cell out of the line before it returns.
 */
final class ChannelImpl<T> extends SpinLock implements Channel<T>, Unpaid {
    /** The largest buffer with a bound; one more means that there is none. */
    static final int MOST = Integer.MAX_VALUE - 1;

    /** What {@link #offer} and {@link #poll} return besides a partner or a value. */
    static final Object ACCEPTED = new Object();

    static final Object DROPPED = new Object();
    static final Object WOULD_WAIT = new Object();
    static final Object CLOSED = new Object();

    /** What a loop has tried when it meets a channel that was closed for a reason. */
    static final String ITERATE = "iterate over";

    /** Brought by who waits for room and sends nothing yet. */
    static final Object ROOM = new Object();

    private static final AtomicLong COUNT = new AtomicLong();

    final long order = COUNT.getAndIncrement(); // in which a select locks several channels
    private final int capacity;
    private final Overflow whenFull;
    private volatile String name = "";

    // ---- guarded by the lock

    private final Ring buffer = new Ring();
    private final Line senders = new Line();
    private final Line receivers = new Line();
    private long dropped;
    private int turns; // drawn by selects of threads outside

    private volatile boolean closed; // written once, lock held
    private @Nullable Throwable reason; // written before closed

    ChannelImpl(int capacity, Overflow whenFull) {
        this.capacity = capacity;
        this.whenFull = whenFull;
    }

    // ---- the core; lock held

    /**
     * Sends if that is possible now: returns the cell of a receiver to be woken, ACCEPTED, DROPPED,
     * WOULD_WAIT or CLOSED.
     */
    Object offer(Object value) {
        if (closed) {
            return CLOSED;
        }
        if (!receivers.isEmpty()) {
            Cell receiver = receivers.give(value);
            if (receiver != null) {
                return receiver;
            }
        }
        if (buffer.size() < capacity) {
            buffer.add(value);
            return ACCEPTED;
        }
        return switch (whenFull) {
            case SUSPEND, FAIL -> WOULD_WAIT;
            case DROP_NEWEST -> {
                dropped++;
                yield DROPPED;
            }
            case DROP_OLDEST -> {
                buffer.take();
                buffer.add(value);
                dropped++;
                yield ACCEPTED;
            }
        };
    }

    /**
     * Receives if that is possible now: returns the value, or the cell of a sender to be woken, in
     * which the value lies, WOULD_WAIT or CLOSED.
     */
    Object poll() {
        if (buffer.size() == 0) {
            Cell sender = senders.isEmpty() ? null : senders.take();
            return sender != null ? sender : closed ? CLOSED : WOULD_WAIT;
        }
        Object value = buffer.take();
        if (senders.isEmpty()) {
            return value;
        }
        Cell sender = senders.take();
        if (sender == null) {
            return value;
        }
        if (sender.item != ROOM) {
            buffer.add(Objects.requireNonNull(sender.item)); // there is room: one was just taken
        }
        sender.item = value; // it has read its own for the last time
        return sender;
    }

    /**
     * Whether an offer or a poll may find something to do, looked at without the lock. A hint: who
     * acts on a no looks again with the lock held.
     */
    boolean looksReady(boolean sends) {
        if (closed) {
            return true;
        }
        return sends
                ? !receivers.isEmpty()
                        || buffer.size() < capacity
                        || whenFull == Overflow.DROP_NEWEST
                        || whenFull == Overflow.DROP_OLDEST
                : buffer.size() > 0 || !senders.isEmpty();
    }

    /** True if a send would wait for room. Only for a channel with a buffer. */
    boolean holdsBack() {
        return !closed && buffer.size() >= capacity && whenFull == Overflow.SUSPEND;
    }

    void join(Cell cell, boolean sends) {
        (sends ? senders : receivers).add(cell);
    }

    void leave(Cell cell, boolean sends) {
        acquire();
        try {
            (sends ? senders : receivers).remove(cell);
        } finally {
            release();
        }
    }

    /**
     * Where a select of a thread outside begins, which has no worker to draw that. Scattered, for
     * if it went round, a thread that runs several selects in turn could begin each always at the
     * same clause.
     */
    int nextTurn(int bound) {
        int turn;
        acquire();
        try {
            turn = turns++;
        } finally {
            release();
        }
        long mixed = turn * 0x9E3779B97F4A7C15L; // SplittableRandom's increment and finish
        mixed = (mixed ^ mixed >>> 30) * 0xBF58476D1CE4E5B9L;
        mixed = (mixed ^ mixed >>> 27) * 0x94D049BB133111EBL;
        return (int) Math.floorMod(mixed ^ mixed >>> 31, (long) bound);
    }

    // ---- sending

    /** Returns DATA, CLOSE or TIMEOUT; a timeout of 0 means not to wait. */
    private int put(T value, long timeoutNanos, String where) throws InterruptedException {
        Objects.requireNonNull(value, "a channel carries no null");
        TaskImpl<?> me = TaskImpl.currentOrNull();
        enter(me, timeoutNanos > 0, where);
        Object outcome;
        Cell cell = null;
        acquire();
        try {
            outcome = offer(value);
            if (outcome == WOULD_WAIT && timeoutNanos > 0 && whenFull != Overflow.FAIL) {
                cell = new Cell(waiter(me), value, "room in ", this);
                senders.add(cell);
            }
        } finally {
            release();
        }
        if (outcome == ACCEPTED) {
            return WaitNode.DATA;
        }
        if (cell != null) {
            return await(cell, true, timeoutNanos, where);
        }
        if (outcome instanceof Cell receiver) {
            receiver.wake();
            return WaitNode.DATA;
        }
        if (outcome == WOULD_WAIT) {
            if (whenFull == Overflow.FAIL && timeoutNanos > 0) {
                throw full(where);
            }
            return WaitNode.TIMEOUT;
        }
        return outcome == DROPPED ? WaitNode.DATA : WaitNode.CLOSE;
    }

    @Override
    public void send(T value) throws InterruptedException {
        if (put(value, TimerHeap.NONE, "send") != WaitNode.DATA) {
            throw closedError("send to");
        }
    }

    @Override
    public Sent sendOrClosed(T value) throws InterruptedException {
        if (put(value, TimerHeap.NONE, "sendOrClosed") == WaitNode.DATA) {
            return new Sent.Taken();
        }
        return reason == null ? new Sent.Done() : new Sent.Failed(reason);
    }

    @Override
    public boolean send(T value, Duration timeout) throws InterruptedException {
        return sent(put(value, nanosOf(timeout), "send"));
    }

    @Override
    public boolean sendUntil(T value, long nanoTime) throws InterruptedException {
        return sent(put(value, until(nanoTime, "sendUntil"), "sendUntil"));
    }

    @Override
    public boolean trySend(T value) throws InterruptedException {
        return sent(put(value, 0, "trySend"));
    }

    private boolean sent(int result) {
        if (result == WaitNode.CLOSE) {
            throw closedError("send to");
        }
        return result == WaitNode.DATA;
    }

    // ---- receiving

    /**
     * Returns the value, WOULD_WAIT when the time is up, or CLOSED; a timeout of 0: not to wait.
     */
    private Object take(long timeoutNanos, String where) throws InterruptedException {
        TaskImpl<?> me = TaskImpl.currentOrNull();
        enter(me, timeoutNanos > 0, where);
        Object outcome;
        Cell cell = null;
        acquire();
        try {
            outcome = poll();
            if (outcome == WOULD_WAIT && timeoutNanos > 0) {
                cell = new Cell(waiter(me), null, "a value in ", this);
                receivers.add(cell);
            }
        } finally {
            release();
        }
        if (cell != null) {
            return switch (await(cell, false, timeoutNanos, where)) {
                case WaitNode.DATA -> Objects.requireNonNull(cell.item);
                case WaitNode.CLOSE -> CLOSED;
                default -> WOULD_WAIT;
            };
        }
        return outcome instanceof Cell sender ? valueOf(sender) : outcome;
    }

    /** Wakes a sender whose value, or whose place in the buffer, was taken; returns the value. */
    static Object valueOf(Cell sender) {
        Object value = Objects.requireNonNull(sender.item); // before it is woken and goes its way
        sender.wake();
        return value;
    }

    @SuppressWarnings("unchecked") // only send puts values in
    T cast(Object value) {
        return (T) value;
    }

    @Override
    public T receive() throws InterruptedException {
        Object value = take(TimerHeap.NONE, "receive");
        if (value == CLOSED) {
            throw closedError("receive from");
        }
        return cast(value);
    }

    @Override
    public Received<T> receiveOrClosed() throws InterruptedException {
        return received(take(TimerHeap.NONE, "receiveOrClosed"));
    }

    /** What was taken, as a result. */
    Received<T> received(Object value) {
        if (value != CLOSED) {
            return new Received.Value<>(cast(value));
        }
        return reason == null ? new Received.Done<>() : new Received.Failed<>(reason);
    }

    @Override
    public Optional<T> receive(Duration timeout) throws InterruptedException {
        return orEmpty(take(nanosOf(timeout), "receive"));
    }

    @Override
    public Optional<T> receiveUntil(long nanoTime) throws InterruptedException {
        return orEmpty(take(until(nanoTime, "receiveUntil"), "receiveUntil"));
    }

    @Override
    public Optional<T> tryReceive() throws InterruptedException {
        return orEmpty(take(0, "tryReceive"));
    }

    private Optional<T> orEmpty(Object value) {
        if (value == CLOSED) {
            throw closedError("receive from");
        }
        return value == WOULD_WAIT ? Optional.empty() : Optional.of(cast(value));
    }

    @Override
    public List<T> drain() throws InterruptedException {
        int most = pending();
        TaskImpl<?> me = TaskImpl.currentOrNull();
        if (me != null) {
            me.payChannelOp("drain");
            me.charge(Cost.CHANNEL_RECEIVE.times(Math.max(0, most - 1)));
        }
        List<T> taken = new ArrayList<>(most);
        Object outcome = ACCEPTED;
        while (taken.size() < most && outcome != WOULD_WAIT && outcome != CLOSED) {
            acquire();
            try {
                outcome = poll();
            } finally {
                release();
            }
            if (outcome != WOULD_WAIT && outcome != CLOSED) {
                taken.add(cast(outcome instanceof Cell sender ? valueOf(sender) : outcome));
            }
        }
        return taken;
    }

    private int pending() {
        acquire();
        try {
            return buffer.size() + senders.count();
        } finally {
            release();
        }
    }

    // ---- for the runtime itself

    @Override
    public boolean putUnpaid(Object value) {
        Object outcome;
        acquire();
        try {
            outcome = offer(value);
        } finally {
            release();
        }
        if (outcome instanceof Cell receiver) {
            receiver.wake();
            return true;
        }
        return outcome == ACCEPTED;
    }

    @Override
    public @Nullable Object takeUnpaid() {
        Object outcome;
        acquire();
        try {
            outcome = poll();
        } finally {
            release();
        }
        if (outcome == WOULD_WAIT || outcome == CLOSED) {
            return null;
        }
        return outcome instanceof Cell sender ? valueOf(sender) : outcome;
    }

    /** Before anything is touched: a task pays; both notice that they are to end. */
    private static void enter(@Nullable TaskImpl<?> me, boolean mayWait, String where)
            throws InterruptedException {
        if (me != null) {
            me.payChannelOp(where);
        } else if (mayWait) {
            Outside.throwIfInterrupted(where);
        }
    }

    // ---- waiting

    private static Waiter waiter(@Nullable TaskImpl<?> me) {
        return me != null ? me : Waiter.current();
    }

    /**
     * Waits for a partner, as the owner of a cell in one of the lines. Whatever ends the wait, the
     * claim on the cell decides; who has not sent or received leaves nothing behind.
     */
    int await(Cell cell, boolean sends, long timeoutNanos, String where)
            throws InterruptedException {
        int result;
        try {
            result = Waiter.await(cell, timeoutNanos, where);
        } catch (Throwable e) {
            if (cell.claim(WaitNode.CANCEL) || cell.reason() == WaitNode.CANCEL) {
                leave(cell, sends);
                throw e;
            }
            result = cell.reason(); // somebody was faster: it is done
        }
        if (result == WaitNode.TIMEOUT) {
            leave(cell, sends);
        }
        return result;
    }

    private static long nanosOf(Duration timeout) {
        Objects.requireNonNull(timeout, "timeout of a channel operation");
        return TaskImpl.toNanos(timeout);
    }

    private long until(long nanoTime, String where) {
        return Math.max(0, nanoTime - TaskImpl.ensureCurrent(where).home().clock().nanos());
    }

    // ---- closing

    @Override
    public void close() {
        close(null);
    }

    @Override
    public void close(@Nullable Throwable reason) {
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
            more = receivers.giveUp();
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

    ChannelClosed closedError(String tried) {
        return new ChannelClosed(
                Outside.caller()
                        + " cannot "
                        + tried
                        + " "
                        + this
                        + ": it "
                        + (reason == null ? "was closed" : "was closed because of " + reason)
                        + adviceFor(tried),
                reason);
    }

    private static String adviceFor(String tried) {
        if (tried.startsWith("send")) {
            return ". Send before the close, or use sendOrClosed(...) and look at what it returns.";
        }
        return " and is empty. "
                + (tried.equals(ITERATE)
                        ? "Use receiveOrClosed() where such an end is expected."
                        : "Use receiveOrClosed() or a for loop where the end is expected.");
    }

    private ChannelFull full(String where) {
        return new ChannelFull(
                Outside.caller()
                        + " cannot "
                        + where
                        + " to "
                        + this
                        + ": its buffer of "
                        + capacity
                        + " is full, and it was made to fail then. Use trySend(...) to be told"
                        + " without an error, or make it with another Overflow.");
    }

    // ---- the rest of the public face

    @Override
    public Channel<T> named(String name) {
        this.name = Objects.requireNonNull(name, "name of a channel");
        return this;
    }

    @Override
    public Sender<T> sender() {
        return new SendEnd<>(this);
    }

    @Override
    public Receiver<T> receiver() {
        return new ReceiveEnd<>(this);
    }

    @Override
    public Iterator<T> iterator() {
        return new Arrivals<>(this);
    }

    @Override
    public Stream<T> stream() {
        return Arrivals.stream(this);
    }

    @Override
    public <R extends @Nullable Object> Clause<R> onSend(T value, Clause.Then<R> then) {
        Objects.requireNonNull(value, "a channel carries no null");
        return new Clause.Send<>(this, value, then);
    }

    @Override
    public <R extends @Nullable Object> Clause<R> onReceive(Clause.With<? super T, R> then) {
        return new Clause.Receive<>(this, then);
    }

    @Override
    public <R extends @Nullable Object> Clause<R> onReceiveOrClosed(
            Clause.With<? super Received<T>, R> then) {
        return new Clause.ReceiveOrClosed<>(this, then);
    }

    @Override
    public ChannelSnapshot snapshot() {
        acquire();
        try {
            return new ChannelSnapshot(
                    name,
                    capacity,
                    buffer.size(),
                    senders.count(),
                    receivers.count(),
                    dropped,
                    closed);
        } finally {
            release();
        }
    }

    @Override
    public String toString() {
        String kind = capacity == 0 ? "rendezvous channel" : "channel";
        return name.isEmpty() ? "a " + kind : kind + " '" + name + "'";
    }
}
