package dev.stint.channel;

import dev.stint.budget.Budget;
import dev.stint.budget.Cost;
import dev.stint.error.ChannelClosedException;
import dev.stint.error.ChannelFullException;
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
import dev.stint.task.CancelledException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;

/**
 * A broadcast: a channel for each subscriber, and a line of sends, of which one has the turn.
 *
 * <p>Only who has the turn sends into the channels, so room that it has found stays. It first waits
 * for room at one after the other, and may give up; then it delivers to all, and nothing can stop
 * it. A close that comes in the middle of that is done by the deliverer at its end. A subscriber
 * that comes while a send waits for room has room itself.
 */
final class BroadcastImpl<T> extends WaitPlace implements Broadcast<T> {
    private static final int FEW = 16; // subscribers, which are in the price of one more

    private final Line line = new Line();

    // ---- written under the lock

    private volatile List<ChannelImpl<T>> subscribers = List.of(); // never changed, but replaced
    private boolean busy; // somebody has the turn
    private boolean delivering;
    private volatile boolean closed; // once
    private @Nullable Throwable reason; // before closed

    @Override
    public Broadcast<T> named(String name) {
        setName(name);
        return this;
    }

    @Override
    public Receiver<T> subscribe(int capacity, Overflow whenFull) {
        Headroom.ensureForSeveral();
        Objects.requireNonNull(whenFull, "what a full channel does");
        if (capacity < 1) {
            throw new IllegalArgumentException(
                    "a subscriber has room for 1 value or more, not for " + capacity + ".");
        }
        payForOthers();
        var mine = new ChannelImpl<T>(Math.min(capacity, ChannelImpl.MOST), whenFull);
        mine.named(name().isEmpty() ? "" : "subscriber of " + name());
        boolean tooLate;
        acquire();
        try {
            tooLate = closed;
            if (!tooLate) {
                List<ChannelImpl<T>> more = new ArrayList<>(subscribers.size() + 1);
                addOpen(subscribers, more);
                more.add(mine);
                subscribers = more;
            }
        } finally {
            release();
        }
        if (tooLate) {
            mine.close(reason);
        }
        return mine.receiver();
    }

    /** The list of all subscribers is made anew for each. */
    private void payForOthers() {
        TaskImpl<?> me = TaskImpl.currentOrNull();
        int others = subscribers.size();
        if (me != null && others > FEW) {
            try {
                me.charge(Budget.ofOps(others / FEW).withMemory(8L * others));
            } catch (CancelledException e) {
                var cancelled = new CancellationException(e.getMessage());
                cancelled.initCause(e);
                throw cancelled;
            }
        }
    }

    private static <T> void addOpen(List<ChannelImpl<T>> from, List<ChannelImpl<T>> to) {
        for (ChannelImpl<T> subscriber : from) {
            if (!subscriber.isClosed()) {
                to.add(subscriber);
            }
        }
    }

    // ---- sending

    @Override
    public void send(T value) throws InterruptedException {
        put(value, TimerHeap.NONE, "send");
    }

    @Override
    public boolean send(T value, Duration timeout) throws InterruptedException {
        return put(value, nanosOf(timeout), "send");
    }

    @Override
    public boolean trySend(T value) throws InterruptedException {
        return put(value, 0, "trySend");
    }

    private boolean put(T value, long timeoutNanos, String where) throws InterruptedException {
        Objects.requireNonNull(value, "a channel carries no null");
        Headroom.ensureForSeveral();
        TaskImpl<?> me = payChannelOp(timeoutNanos > 0, where);
        if (me != null) {
            me.charge(Cost.CHANNEL_SEND.times(Math.max(0, subscribers.size() - 1)));
        }
        long since = Outside.clock().nanos();
        int turn = takeTurn(me, timeoutNanos, where);
        if (turn == WaitNode.CLOSE) {
            throw closedError(where);
        }
        if (turn == WaitNode.TIMEOUT) {
            return false;
        }
        try {
            for (ChannelImpl<T> subscriber : subscribers) {
                if (!subscriber.awaitRoom(left(timeoutNanos, since), where)) {
                    return false;
                }
            }
            deliver(value, where);
            return true;
        } finally {
            passTurn();
        }
    }

    private int takeTurn(@Nullable TaskImpl<?> me, long timeoutNanos, String where)
            throws InterruptedException {
        Cell cell;
        acquire();
        try {
            if (closed) {
                return WaitNode.CLOSE;
            }
            if (!busy) {
                busy = true;
                return WaitNode.DATA;
            }
            if (timeoutNanos <= 0) {
                return WaitNode.TIMEOUT;
            }
            cell = join(line, me, null, "its turn to send to ");
        } finally {
            release();
        }
        return await(line, cell, timeoutNanos, where);
    }

    private void passTurn() {
        Cell next;
        acquire();
        try {
            next = line.take();
            busy = next != null;
        } finally {
            release();
        }
        wake(next);
    }

    /** There is room, and nothing here waits. */
    private void deliver(T value, String where) {
        List<ChannelImpl<T>> all = beginDelivery();
        if (all == null) {
            throw closedError(where);
        }
        boolean someLeft = false;
        try {
            for (ChannelImpl<T> subscriber : all) {
                if (offer(value, subscriber) == ChannelImpl.WOULD_WAIT) {
                    subscriber.close(tooSlow(subscriber));
                }
                someLeft |= subscriber.isClosed();
            }
        } finally {
            endDelivery(someLeft);
        }
    }

    private static <T> Object offer(T value, ChannelImpl<T> to) {
        Object outcome;
        to.acquire();
        try {
            outcome = to.offer(value);
        } finally {
            to.release();
        }
        if (outcome instanceof Cell receiver) {
            receiver.wake();
        }
        return outcome;
    }

    /** Those who get the value; null if it is closed. */
    private @Nullable List<ChannelImpl<T>> beginDelivery() {
        acquire();
        try {
            delivering = !closed;
            return closed ? null : subscribers;
        } finally {
            release();
        }
    }

    private void endDelivery(boolean someLeft) {
        acquire();
        try {
            delivering = false;
            if (someLeft) {
                List<ChannelImpl<T>> rest = new ArrayList<>(subscribers.size());
                addOpen(subscribers, rest);
                subscribers = rest;
            }
        } finally {
            release();
        }
        if (closed) {
            closeAll();
        }
    }

    private ChannelFullException tooSlow(ChannelImpl<T> subscriber) {
        return new ChannelFullException(
                this
                        + " cannot wait for "
                        + subscriber
                        + ": it has not received the last "
                        + subscriber.snapshot().capacity()
                        + " values, and it subscribed with Overflow.FAIL. Receive faster, give it"
                        + " more room, or subscribe with another Overflow.");
    }

    // ---- closing, and the rest of the public face

    @Override
    public void close() {
        close(null);
    }

    @Override
    public void close(@Nullable Throwable reason) {
        Headroom.ensureForSeveral();
        Points.pass();
        Cell toWake;
        boolean now;
        acquire();
        try {
            if (closed) {
                return;
            }
            this.reason = reason;
            closed = true;
            now = !delivering;
            toWake = line.giveUp();
        } finally {
            release();
        }
        Line.wakeAll(toWake);
        if (now) {
            closeAll();
        }
    }

    private void closeAll() {
        for (ChannelImpl<T> subscriber : subscribers) {
            subscriber.close(reason);
        }
    }

    @Override
    public boolean isClosed() {
        return closed;
    }

    private ChannelClosedException closedError(String where) {
        return new ChannelClosedException(
                Outside.caller()
                        + " cannot "
                        + where
                        + " to "
                        + this
                        + ": it was closed"
                        + (reason == null ? "" : " because of " + Foreign.inWords(reason))
                        + ". Send before the close.",
                reason);
    }

    @Override
    public Snapshot snapshot() {
        Headroom.ensure();
        int open = 0;
        for (ChannelImpl<T> subscriber : subscribers) {
            open += subscriber.isClosed() ? 0 : 1;
        }
        Snapshot taken;
        acquire();
        try {
            taken = new Snapshot(name(), open, line.count() + (busy ? 1 : 0), closed);
        } finally {
            release();
        }
        Waits.payForLook(taken.subscribers() + taken.sendersWaiting());
        return taken;
    }

    @Override
    public String toString() {
        return called("broadcast");
    }
}
