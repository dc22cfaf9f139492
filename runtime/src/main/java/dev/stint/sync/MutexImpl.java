package dev.stint.sync;

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
import dev.stint.internal.wait.Waiter;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A mutex. A waiting cell's item is the hold that it will be; an unlock makes the first that waits
 * the holder before it is woken, so nobody can come between.
 *
 * <p>A waiter goes on as soon as its cell is claimed, also while the one who claims it is still in
 * its section. So whoever decides something by the holder looks inside a section: what the claimer
 * writes in its own is then seen as one with the claim.
 */
final class MutexImpl extends WaitPlace implements Mutex {
    final Line line = new Line();
    volatile @Nullable Hold holder; // guarded by the lock; read without it for messages alone

    /** One time that somebody has the mutex, or will have it. */
    final class Hold implements Guard {
        private final Object who;

        private Hold(Object who) {
            this.who = who;
        }

        @Override
        public void close() {
            Headroom.ensure();
            Points.pass();
            boolean mine = who == caller();
            Cell next = null;
            boolean held;
            acquire();
            try {
                held = holder == this; // not if by unlock(), or closed before
                if (held && mine) {
                    next = pass();
                }
            } finally {
                release();
            }
            if (held && !mine) {
                throw notMine(this);
            }
            wake(next);
        }

        @Override
        public String toString() {
            return inWords(who);
        }
    }

    private static Object caller() {
        TaskImpl<?> me = TaskImpl.currentOrNull();
        return me != null ? me : Thread.currentThread();
    }

    private static String inWords(Object who) {
        return who instanceof Thread thread ? "thread '" + thread.getName() + "'" : who.toString();
    }

    @Override
    public Mutex named(String name) {
        setName(name);
        return this;
    }

    @Override
    public Guard lock() throws InterruptedException {
        return Objects.requireNonNull(take(TimerHeap.NONE, "lock"));
    }

    @Override
    public Optional<Guard> lock(Duration timeout) throws InterruptedException {
        return Optional.ofNullable(take(nanosOf(timeout), "lock"));
    }

    @Override
    public Optional<Guard> tryLock() throws InterruptedException {
        return Optional.ofNullable(take(0, "tryLock"));
    }

    private @Nullable Hold take(long timeoutNanos, String where) throws InterruptedException {
        TaskImpl<?> me = payOp(timeoutNanos > 0, where);
        var mine = new Hold(me != null ? me : Thread.currentThread());
        Cell cell = null;
        boolean again;
        acquire();
        try {
            Hold now = holder;
            if (now == null) {
                holder = mine;
                return mine;
            }
            again = now.who == mine.who;
            if (!again && timeoutNanos > 0) {
                cell = join(line, me, mine, "");
            }
        } finally {
            release();
        }
        if (again) {
            throw notTwice(where);
        }
        return cell != null && await(line, cell, timeoutNanos, where) == WaitNode.DATA
                ? mine
                : null;
    }

    @Override
    public void unlock() {
        Headroom.ensure();
        Points.pass();
        Object me = caller();
        Cell next = null;
        acquire();
        Hold now = holder;
        boolean mine = now != null && now.who == me;
        try {
            if (mine) {
                next = pass();
            }
        } finally {
            release();
        }
        if (!mine) {
            throw notMine(now);
        }
        wake(next);
    }

    /** Hands the mutex on; returns who is to be woken. Lock held, by the owner. */
    private @Nullable Cell pass() {
        Cell next = line.take();
        holder = next == null ? null : (Hold) next.item;
        return next;
    }

    private IllegalStateException notTwice(String where) {
        return new IllegalStateException(
                Outside.caller()
                        + " cannot "
                        + where
                        + " "
                        + called("mutex")
                        + " again. It is not reentrant: call what needs the lock from inside,"
                        + " or unlock it first.");
    }

    private IllegalStateException notMine(@Nullable Hold now) {
        return new IllegalStateException(
                Outside.caller()
                        + " cannot unlock "
                        + called("mutex")
                        + ": "
                        + (now == null ? "nobody" : now)
                        + " has it. Unlock it where it was locked, once: try (var _ ="
                        + " mutex.lock()) { ... }");
    }

    @Override
    public boolean isMine() {
        Headroom.ensure();
        Object me = caller();
        acquire();
        try {
            Hold now = holder;
            return now != null && now.who == me;
        } finally {
            release();
        }
    }

    @Override
    public boolean isLocked() {
        Headroom.ensure();
        acquire();
        try {
            return holder != null;
        } finally {
            release();
        }
    }

    // ---- conditions

    @Override
    public Condition condition() {
        return new ConditionImpl(this);
    }

    /**
     * Lets go of the mutex, waits for a signal, and takes it again, in every case; false if the
     * time was up first.
     *
     * <p>Two cells, one after the other. The first is in the line of the condition, and is claimed
     * by a signal, or by a timeout or cancel. The second is for the mutex, and nothing withdraws
     * it. A signal claims the first and puts the second into line; nobody is woken by that, but by
     * the unlock that serves the second.
     */
    boolean awaitSignal(ConditionImpl on, long timeoutNanos) throws InterruptedException {
        TaskImpl<?> me = payOp(timeoutNanos > 0, "await");
        Waiter waiter = me != null ? me : Waits.current();
        Object who = caller();
        Cell signal = null;
        Cell turn = null;
        Cell next = null;
        acquire();
        Hold mine = holder;
        boolean owns = mine != null && mine.who == who;
        try {
            if (owns && timeoutNanos > 0) {
                turn = new Cell(waiter, mine, "", this);
                signal = new Cell(waiter, turn, "a signal of ", on);
                on.line.add(signal);
                next = pass();
            }
        } finally {
            release();
        }
        if (!owns) {
            throw notMineFor("wait for", on, mine, "while (...) { condition.await(); }");
        }
        if (signal == null || turn == null) {
            return false;
        }
        try {
            wake(next);
            return await(on.line, signal, timeoutNanos, "await") == WaitNode.DATA;
        } finally {
            if (signal.claim(WaitNode.CANCEL)) { // the wake has thrown
                leave(on.line, signal);
            }
            if (signal.reason() == WaitNode.DATA || !takeOrJoin(turn)) {
                awaitTurn(turn);
            }
        }
    }

    /** Takes the mutex for a wait that nobody has signalled; false if it stands in line for it. */
    private boolean takeOrJoin(Cell turn) {
        acquire();
        try {
            boolean free = holder == null;
            if (free) {
                holder = (Hold) turn.item;
            } else {
                line.add(turn);
            }
            return free;
        } finally {
            release();
        }
    }

    /** Waits for the mutex; an interrupt of a thread outside is for later, and costs its place. */
    private void awaitTurn(Cell turn) {
        Cell cell = turn;
        boolean interrupted = false;
        boolean gone = awaitThrough(line, cell);
        while (gone) {
            interrupted = true;
            cell = new Cell(Waits.current(), turn.item, "", this);
            gone = !takeOrJoin(cell) && awaitThrough(line, cell);
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    void signal(ConditionImpl on, boolean all) {
        Headroom.ensure();
        Points.pass();
        Object me = caller();
        acquire();
        Hold now = holder;
        boolean owns = now != null && now.who == me;
        try {
            Cell signalled = owns ? on.line.take() : null;
            while (signalled != null) {
                line.add((Cell) Objects.requireNonNull(signalled.item));
                signalled = all ? on.line.take() : null;
            }
        } finally {
            release();
        }
        if (!owns) {
            throw notMineFor("signal", on, now, "...; condition.signal();");
        }
    }

    Condition.Snapshot snapshotOf(ConditionImpl on) {
        Headroom.ensure();
        Condition.Snapshot taken;
        acquire();
        try {
            taken = new Condition.Snapshot(on.name(), on.line.count());
        } finally {
            release();
        }
        Waits.payForLook(taken.waiting());
        return taken;
    }

    private IllegalStateException notMineFor(
            String tried, ConditionImpl on, @Nullable Hold now, String instead) {
        return new IllegalStateException(
                Outside.caller()
                        + " cannot "
                        + tried
                        + " "
                        + on
                        + ": "
                        + (now == null ? "nobody" : now)
                        + " has the mutex. Lock it first: try (var _ = mutex.lock()) { "
                        + instead
                        + " }");
    }

    /** This, without who has it. */
    String plainly() {
        return called("mutex");
    }

    @Override
    public Snapshot snapshot() {
        Headroom.ensure();
        Snapshot taken;
        acquire();
        try {
            Hold now = holder;
            taken = new Snapshot(name(), now == null ? "" : now.toString(), line.count());
        } finally {
            release();
        }
        Waits.payForLook(taken.waiting());
        return taken;
    }

    @Override
    public String toString() {
        Hold now = holder;
        return called("mutex") + (now == null ? "" : ", which " + now + " has");
    }
}
