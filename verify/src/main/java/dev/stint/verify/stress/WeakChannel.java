package dev.stint.verify.stress;

import dev.stint.channel.Channel;
import dev.stint.channel.Clause;
import dev.stint.internal.wait.Cell;
import dev.stint.internal.wait.Line;
import dev.stint.internal.wait.SpinLock;
import dev.stint.internal.wait.WaitNode;
import dev.stint.internal.wait.Waiter;
import dev.stint.verify.tools.Backdoor;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The inside of a channel and of a select, for races that begin with somebody in line, and methods
 * of both with one thing weaker than there. Without suspending: an actor that parks would let the
 * other one run far ahead, and nothing would meet.
 */
public final class WeakChannel {
    private static final Class<?> IMPL = Backdoor.type(Channel.class, "dev.stint.channel.Exchange");
    private static final Class<?> CHOICE = Backdoor.type(Channel.class, "dev.stint.channel.Choice");

    private static final MethodHandle OFFER =
            Backdoor.method(IMPL, "offer", Object.class, Object.class);
    private static final MethodHandle POLL = Backdoor.method(IMPL, "poll", Object.class);
    private static final MethodHandle JOIN =
            Backdoor.method(IMPL, "join", void.class, Cell.class, boolean.class);
    private static final MethodHandle LEAVE =
            Backdoor.method(IMPL, "leave", void.class, Cell.class, boolean.class);
    private static final VarHandle LOCK = Backdoor.field(SpinLock.class, "lock", int.class);
    private static final VarHandle SENDERS = Backdoor.field(IMPL, "senders", Line.class);
    private static final VarHandle RECEIVERS = Backdoor.field(IMPL, "receivers", Line.class);
    private static final VarHandle IS_CLOSED = Backdoor.field(IMPL, "closed", boolean.class);
    private static final Class<?> RING = Backdoor.type(Channel.class, "dev.stint.channel.Ring");
    private static final VarHandle BUFFER = Backdoor.field(IMPL, "buffer", RING);
    private static final MethodHandle ADD = Backdoor.method(RING, "add", void.class, Object.class);
    private static final Object WOULD_WAIT = constant("WOULD_WAIT");
    private static final Object CLOSED = constant("CLOSED");

    private static final MethodHandle NEW_CHOICE =
            Backdoor.constructor(CHOICE, Waiter.class, Clause[].class);
    private static final MethodHandle STAND =
            Backdoor.method(CHOICE, "standInLines", void.class, boolean[].class);
    private static final MethodHandle WITHDRAW = Backdoor.method(CHOICE, "withdraw", void.class);
    private static final MethodHandle OUTCOME =
            Backdoor.method(CHOICE, "outcomeOf", Object.class, int.class);
    private static final VarHandle CELLS = Backdoor.field(CHOICE, "cells", Cell[].class);
    private static final VarHandle FIRST = Backdoor.field(Line.class, "first", Cell.class);
    private static final VarHandle NOTIFIED = Backdoor.field(WaitNode.class, "notified", int.class);

    private WeakChannel() {}

    private static Object constant(String name) {
        return Objects.requireNonNull(Backdoor.staticField(IMPL, name, Object.class).get());
    }

    // ---- as in Exchange

    /** Takes the lock of a channel. */
    public static void acquire(Channel<?> channel) {
        ((SpinLock) (Object) channel).acquire();
    }

    /** Gives it back. */
    public static void release(Channel<?> channel) {
        LOCK.setVolatile((SpinLock) (Object) channel, 0);
    }

    /** What a send does first. Lock held. */
    public static Object offer(Channel<?> channel, Object value) {
        try {
            return OFFER.invoke(channel, value);
        } catch (Throwable e) {
            throw Backdoor.unexpected(e);
        }
    }

    /** What a receive does first. Lock held. */
    public static Object poll(Channel<?> channel) {
        try {
            return POLL.invoke(channel);
        } catch (Throwable e) {
            throw Backdoor.unexpected(e);
        }
    }

    /** Lock held. */
    public static void join(Channel<?> channel, Cell cell, boolean sends) {
        try {
            JOIN.invoke(channel, cell, sends);
        } catch (Throwable e) {
            throw Backdoor.unexpected(e);
        }
    }

    /** No lock held. */
    public static void leave(Channel<?> channel, Cell cell, boolean sends) {
        try {
            LEAVE.invoke(channel, cell, sends);
        } catch (Throwable e) {
            throw Backdoor.unexpected(e);
        }
    }

    static Line receivers(Channel<?> channel) {
        return (Line) RECEIVERS.get(channel);
    }

    private static Line senders(Channel<?> channel) {
        return (Line) SENDERS.get(channel);
    }

    /** True if not even the cell of a wait that is over stands in line. When all is quiet. */
    public static boolean isDeserted(Channel<?> channel) {
        return senders(channel).isEmpty() && receivers(channel).isEmpty();
    }

    public static boolean wouldWait(Object outcome) {
        return outcome == WOULD_WAIT;
    }

    public static boolean isClosed(Object outcome) {
        return outcome == CLOSED;
    }

    public static Object closed() {
        return CLOSED;
    }

    /** A receive that stands in line, for a waiter that nothing wakes. */
    static Cell receiver(Channel<?> channel) {
        var cell = new Cell(() -> {}, null, "a value in ", channel);
        join(channel, cell, false);
        return cell;
    }

    /** What a receive does before it waits: looks, and stands in line if there is nothing. */
    static @Nullable Cell receiveUpToTheWait(Channel<?> channel) {
        var cell = new Cell(() -> {}, null, "a value in ", channel);
        acquire(channel);
        try {
            if (poll(channel) != WOULD_WAIT) {
                return null;
            }
            join(channel, cell, false);
            return cell;
        } finally {
            release(channel);
        }
    }

    /** A select between receives that stands in their lines. */
    static WaitNode choice(Clause<?>... clauses) {
        try {
            Waiter nobody = () -> {};
            Object choice = NEW_CHOICE.invoke(nobody, clauses);
            boolean @Nullable [] leftOut = null; // none
            STAND.invoke(choice, leftOut);
            return (WaitNode) choice;
        } catch (Throwable e) {
            throw Backdoor.unexpected(e);
        }
    }

    /** What a select does when it has been chosen. */
    static void withdraw(WaitNode choice) {
        try {
            WITHDRAW.invoke(choice);
        } catch (Throwable e) {
            throw Backdoor.unexpected(e);
        }
    }

    /** What the chosen clause of a select has received. */
    static Object outcome(WaitNode choice) {
        try {
            return OUTCOME.invoke(choice, choice.reason());
        } catch (Throwable e) {
            throw Backdoor.unexpected(e);
        }
    }

    // ---- weaker

    /** To a receiver in line. Weak: the value is left for it after the claim. */
    static boolean giveAfterClaim(Channel<?> channel, Object value) {
        acquire(channel);
        try {
            Line line = receivers(channel);
            var cell = (Cell) FIRST.get(line);
            if (cell == null) {
                return false;
            }
            line.remove(cell);
            boolean taken = cell.take();
            cell.item = value; // in Line before the claim
            return taken;
        } finally {
            release(channel);
        }
    }

    /** To a select in line. Weak: its claim is read and then written. */
    static boolean giveWithoutCas(Channel<?> channel, WaitNode choice, int clause, Object value) {
        acquire(channel);
        try {
            Line line = receivers(channel);
            var cell = (Cell) FIRST.get(line);
            if (cell == null) {
                return false;
            }
            line.remove(cell);
            cell.item = value;
            if (!choice.isWaiting()) {
                return false;
            }
            NOTIFIED.setVolatile(choice, Cell.dataFor(clause)); // in WaitNode a CAS
            return true;
        } finally {
            release(channel);
        }
    }

    /**
     * To a buffer with room. Weak: whether it is closed is looked at before the lock is taken. 1
     * sent, -1 closed.
     */
    static int trySendLookingFirst(Channel<?> channel, Object value) {
        boolean closed = channel.isClosed(); // in Exchange lock held
        acquire(channel);
        try {
            if (closed) {
                return -1;
            }
            ADD.invoke(BUFFER.get(channel), value);
            return 1;
        } catch (Throwable e) {
            throw Backdoor.unexpected(e);
        } finally {
            release(channel);
        }
    }

    /** Weak: does not end the waits of senders. */
    public static void closeForReceivers(Channel<?> channel) {
        Cell toWake;
        acquire(channel);
        try {
            IS_CLOSED.setVolatile(channel, true);
            toWake = receivers(channel).giveUp();
        } finally {
            release(channel);
        }
        Line.wakeAll(toWake);
    }

    /** {@link #receiveUpToTheWait}. Weak: looks and stands in line in two sections. */
    static @Nullable Cell receiveInTwoSections(Channel<?> channel) {
        var cell = new Cell(() -> {}, null, "a value in ", channel);
        acquire(channel);
        try {
            if (poll(channel) != WOULD_WAIT) {
                return null;
            }
        } finally {
            release(channel);
        }
        acquire(channel); // in Exchange still held
        try {
            join(channel, cell, false);
            return cell;
        } finally {
            release(channel);
        }
    }

    /** Takes the cell of a clause out of its line. Weak: without the lock. */
    static void leaveUnlocked(Channel<?> channel, WaitNode choice, int clause) {
        Cell cell = ((Cell[]) CELLS.get(choice))[clause];
        receivers(channel).remove(cell); // in Exchange lock held
    }

    /** Weak: the lock is read and then written. The value, or what {@link #poll} says instead. */
    public static Object tryReceiveWithoutCas(Channel<?> channel) {
        acquireWithoutCas(channel);
        try {
            return poll(channel);
        } finally {
            release(channel);
        }
    }

    /** The same as a number: 0 nothing, -1 a damaged buffer. */
    static int receiveWithoutCas(Channel<?> channel) {
        try {
            return tryReceiveWithoutCas(channel) instanceof Integer value ? value : 0;
        } catch (IllegalStateException damaged) {
            return -1;
        }
    }

    private static void acquireWithoutCas(Channel<?> channel) {
        var lock = (SpinLock) (Object) channel;
        while ((int) LOCK.getVolatile(lock) != 0) {
            Thread.onSpinWait();
        }
        LOCK.setVolatile(lock, 1); // in SpinLock a CAS
    }

    /**
     * Between two buffers. Weak: each is looked at by itself, although the first may become
     * possible while the second is looked at. 0 if there is nothing.
     */
    static int receiveOneByOne(Channel<Integer> first, Channel<Integer> second) {
        int value = AtOnce.receive(first);
        return value != 0 ? value : AtOnce.receive(second);
    }
}
