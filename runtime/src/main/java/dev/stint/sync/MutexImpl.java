package dev.stint.sync;

import dev.stint.internal.core.Cell;
import dev.stint.internal.core.Headroom;
import dev.stint.internal.core.Line;
import dev.stint.internal.core.Outside;
import dev.stint.internal.core.Points;
import dev.stint.internal.core.TaskImpl;
import dev.stint.internal.core.WaitNode;
import dev.stint.internal.core.WaitPlace;
import dev.stint.internal.time.TimerHeap;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A mutex. The hold is written under the lock; a waiting cell's item is the hold that it will be.
 * An unlock makes the first that waits the holder before it is woken, so nobody can come between.
 */
final class MutexImpl extends WaitPlace implements Mutex {
    private final Line line = new Line();
    private volatile @Nullable Hold holder;

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
            if (holder != this) {
                return; // by unlock(), or closed before; nobody else can have ended it
            }
            if (who != caller()) {
                throw notMine(this);
            }
            pass();
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
        if (isMine()) {
            throw new IllegalStateException(
                    Outside.caller()
                            + " cannot "
                            + where
                            + " "
                            + called("mutex")
                            + " again. It is not reentrant: call what needs the lock from inside,"
                            + " or unlock it first.");
        }
        TaskImpl<?> me = payOp(timeoutNanos > 0, where);
        var mine = new Hold(me != null ? me : Thread.currentThread());
        Cell cell;
        acquire();
        try {
            if (holder == null) {
                holder = mine;
                return mine;
            }
            if (timeoutNanos <= 0) {
                return null;
            }
            cell = join(line, me, mine, "");
        } finally {
            lock = 0;
        }
        return await(line, cell, timeoutNanos, where) == WaitNode.DATA ? mine : null;
    }

    @Override
    public void unlock() {
        Headroom.ensure();
        Points.pass();
        Hold now = holder;
        if (now == null || now.who != caller()) {
            throw notMine(now);
        }
        pass();
    }

    /** Hands the mutex on; only its owner calls this. */
    private void pass() {
        Cell next;
        acquire();
        try {
            next = line.take();
            holder = next == null ? null : (Hold) next.item;
        } finally {
            lock = 0;
        }
        wake(next);
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
        Hold now = holder;
        return now != null && now.who == caller();
    }

    @Override
    public Snapshot snapshot() {
        Headroom.ensure();
        acquire();
        try {
            Hold now = holder;
            return new Snapshot(name(), now == null ? "" : now.toString(), line.count());
        } finally {
            lock = 0;
        }
    }

    @Override
    public String toString() {
        Hold now = holder;
        return called("mutex") + (now == null ? "" : ", which " + now + " has");
    }
}
