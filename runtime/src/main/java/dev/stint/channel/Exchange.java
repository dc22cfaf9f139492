package dev.stint.channel;

import dev.stint.env.Xoshiro256;
import dev.stint.error.ChannelFullException;
import dev.stint.internal.stack.Headroom;
import dev.stint.internal.stack.Points;
import dev.stint.internal.task.Outside;
import dev.stint.internal.task.Stepwise;
import dev.stint.internal.task.TaskImpl;
import dev.stint.internal.task.Unpaid;
import dev.stint.internal.task.WaitPlace;
import dev.stint.internal.task.Waits;
import dev.stint.internal.wait.Cell;
import dev.stint.internal.wait.Line;
import dev.stint.internal.wait.TimerHeap;
import dev.stint.internal.wait.WaitNode;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Where sends and receives meet: a buffer, which may be of size 0, and two lines of operations that
 * wait for it.
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
abstract class Exchange extends WaitPlace implements Unpaid, Stepwise {
    /** The largest buffer with a bound; one more means that there is none. */
    static final int MOST = Integer.MAX_VALUE - 1;

    /** What {@link #offer} and {@link #poll} return besides a partner or a value. */
    static final Object ACCEPTED = new Object();

    static final Object DROPPED = new Object();
    static final Object WOULD_WAIT = new Object();

    /** Brought by who waits for room and sends nothing yet. */
    private static final Object ROOM = new Object();

    private static final AtomicLong COUNT = new AtomicLong();

    final long order = COUNT.getAndIncrement(); // in which a select locks several channels
    final int capacity;
    private final Overflow whenFull;

    // ---- guarded by the lock

    private final Ring buffer = new Ring();
    private final Line senders = new Line();
    private final Line receivers = new Line();
    private long dropped;
    private int turns; // numbers that selects have drawn here

    private volatile boolean closed; // written once, lock held
    private @Nullable Throwable reason; // written before closed

    Exchange(int capacity, Overflow whenFull) {
        this.capacity = capacity;
        this.whenFull = whenFull;
    }

    // ---- lock held

    /**
     * Sends if that is possible now: returns the cell of a receiver to be woken, ACCEPTED, DROPPED,
     * WOULD_WAIT or CLOSED.
     */
    final Object offer(Object value) {
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
    final Object poll() {
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
     * Whether an offer or a poll would find something to do, unless a partner that waits gives up
     * before that.
     */
    final boolean isReady(boolean sends) {
        return closed
                || hasRoomOrValue(sends)
                || (sends ? receivers.peek() : senders.peek()) != null;
    }

    /**
     * The same, looked at without the lock. A hint: who acts on a no looks again with the lock
     * held.
     */
    final boolean looksReady(boolean sends) {
        return closed || hasRoomOrValue(sends) || !(sends ? receivers : senders).isEmpty();
    }

    private boolean hasRoomOrValue(boolean sends) {
        return sends
                ? buffer.size() < capacity
                        || whenFull == Overflow.DROP_NEWEST
                        || whenFull == Overflow.DROP_OLDEST
                : buffer.size() > 0;
    }

    /** What a send waits for, for a person. */
    final String wish() {
        return capacity == 0 ? "a receiver at " : "room in ";
    }

    /**
     * A number below this, for selects that have no worker to draw it or cannot ask one. Scattered:
     * if it went round, a thread that runs several selects in turn could have the same each time.
     */
    final int scatter(int bound) {
        return new Xoshiro256(turns++).nextInt(bound);
    }

    /** Puts a clause of a select into line. */
    final void join(Cell clause, boolean sends) {
        (sends ? senders : receivers).add(clause);
    }

    // ---- no lock held, from here on

    final void leave(Cell clause, boolean sends) {
        leave(sends ? senders : receivers, clause);
    }

    /** As {@link #scatter}. */
    final int nextTurn(int bound) {
        acquire();
        try {
            return scatter(bound);
        } finally {
            release();
        }
    }

    /** Returns DATA, CLOSE or TIMEOUT; a timeout of 0 means not to wait. */
    final int put(Object value, long timeoutNanos, String where) throws InterruptedException {
        return put(value, timeoutNanos, TimerHeap.NONE, where);
    }

    /** Waits no longer than the timeout, and not beyond this moment on the task's clock. */
    final int put(Object value, long timeout, long until, String where)
            throws InterruptedException {
        Objects.requireNonNull(value, "a channel carries no null");
        TaskImpl<?> me = payChannelOp(timeout > 0, where);
        long timeoutNanos = until == TimerHeap.NONE ? timeout : left(me, until);
        Object outcome;
        Cell cell = null;
        acquire();
        try {
            outcome = offer(value);
            if (outcome == WOULD_WAIT && timeoutNanos > 0 && whenFull != Overflow.FAIL) {
                cell = join(senders, me, value, wish());
            }
        } finally {
            release();
        }
        if (outcome == ACCEPTED) {
            return WaitNode.DATA;
        }
        if (cell != null) {
            return await(senders, cell, timeoutNanos, where);
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

    /**
     * Waits until a send would not wait; false if the time is up first. The room stays if nobody
     * else sends. Only for a channel with a buffer; a closed one holds back nobody.
     */
    final boolean awaitRoom(long timeoutNanos, String where) throws InterruptedException {
        Cell cell;
        acquire();
        try {
            if (closed || buffer.size() < capacity || whenFull != Overflow.SUSPEND) {
                return true;
            }
            if (timeoutNanos <= 0) {
                return false;
            }
            cell = join(senders, TaskImpl.currentOrNull(), ROOM, "room in ");
        } finally {
            release();
        }
        return await(senders, cell, timeoutNanos, where) != WaitNode.TIMEOUT;
    }

    /**
     * Returns the value, WOULD_WAIT when the time is up, or CLOSED; a timeout of 0: not to wait.
     */
    final Object take(long timeoutNanos, String where) throws InterruptedException {
        return take(timeoutNanos, TimerHeap.NONE, where);
    }

    final Object take(long timeout, long until, String where) throws InterruptedException {
        TaskImpl<?> me = payChannelOp(timeout > 0, where);
        long timeoutNanos = until == TimerHeap.NONE ? timeout : left(me, until);
        Object outcome;
        Cell cell = null;
        acquire();
        try {
            outcome = poll();
            if (outcome == WOULD_WAIT && timeoutNanos > 0) {
                cell = join(receivers, me, null, "a value in ");
            }
        } finally {
            release();
        }
        if (cell != null) {
            return switch (await(receivers, cell, timeoutNanos, where)) {
                case WaitNode.DATA -> Objects.requireNonNull(cell.item);
                case WaitNode.CLOSE -> CLOSED;
                default -> WOULD_WAIT;
            };
        }
        return outcome instanceof Cell sender ? valueOf(sender) : outcome;
    }

    /** Looked at after paying, which may have taken its time. */
    private static long left(@Nullable TaskImpl<?> me, long until) {
        return Math.max(0, until - Objects.requireNonNull(me).home().clock().nanos());
    }

    /** Wakes a sender whose value, or whose place in the buffer, was taken; returns the value. */
    static Object valueOf(Cell sender) {
        Object value = Objects.requireNonNull(sender.item); // before it is woken and goes its way
        sender.wake();
        return value;
    }

    /** How many values could be received at once. */
    final int pending() {
        Headroom.ensure();
        acquire();
        try {
            return buffer.size() + senders.count();
        } finally {
            release();
        }
    }

    // ---- for a task that is away from its Java half: it has paid, and waits by itself

    @Override
    public final boolean suspends() {
        return whenFull == Overflow.SUSPEND;
    }

    @Override
    public final Object beginPut(TaskImpl<?> me, Object value) {
        Object outcome;
        acquire();
        try {
            outcome = offer(value);
            if (outcome == WOULD_WAIT) {
                return join(senders, me, value, wish());
            }
        } finally {
            release();
        }
        if (outcome instanceof Cell receiver) {
            receiver.wake();
            return DONE;
        }
        return outcome == ACCEPTED ? DONE : CLOSED;
    }

    @Override
    public final Object beginTake(TaskImpl<?> me) {
        Object outcome;
        acquire();
        try {
            outcome = poll();
            if (outcome == WOULD_WAIT) {
                return join(receivers, me, null, "a value in ");
            }
        } finally {
            release();
        }
        return outcome instanceof Cell sender ? valueOf(sender) : outcome;
    }

    @Override
    public final Object endPut(Cell mine) {
        return ended(senders, mine, DONE);
    }

    @Override
    public final Object endTake(Cell mine) {
        return ended(receivers, mine, mine.item);
    }

    private Object ended(Line line, Cell mine, @Nullable Object served) {
        return switch (mine.reason()) {
            case WaitNode.DATA -> Objects.requireNonNull(served);
            case WaitNode.CLOSE -> CLOSED;
            default -> {
                leave(line, mine);
                yield WITHDRAWN;
            }
        };
    }

    // ---- for the runtime itself

    @Override
    public final boolean putUnpaid(Object value) {
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
    public final @Nullable Object takeUnpaid() {
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

    // ---- closing

    public final void close(@Nullable Throwable reason) {
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
            more = receivers.giveUp();
        } finally {
            release();
        }
        Line.wakeAll(toWake);
        Line.wakeAll(more);
    }

    public final boolean isClosed() {
        return closed;
    }

    /** Why it was closed, if a reason was given; to be read after {@link #isClosed}. */
    final @Nullable Throwable reason() {
        return reason;
    }

    private ChannelFullException full(String where) {
        return new ChannelFullException(
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

    public final ChannelSnapshot snapshot() {
        Headroom.ensure();
        ChannelSnapshot taken;
        acquire();
        try {
            taken =
                    new ChannelSnapshot(
                            name(),
                            capacity,
                            buffer.size(),
                            senders.count(),
                            receivers.count(),
                            dropped,
                            closed);
        } finally {
            release();
        }
        Waits.payForLook(taken.sendersWaiting() + taken.receiversWaiting());
        return taken;
    }
}
