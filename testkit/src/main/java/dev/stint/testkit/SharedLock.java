package dev.stint.testkit;

import dev.stint.internal.task.Outside;
import dev.stint.internal.task.TaskImpl;
import dev.stint.internal.task.WaitPlace;
import dev.stint.internal.wait.Cell;
import dev.stint.internal.wait.Line;
import dev.stint.internal.wait.TimerHeap;
import dev.stint.internal.wait.WaitNode;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A lock that tasks share, as a {@code ReentrantLock} would be: whoever has it may lock it again,
 * and has conditions. In a simulation another task may go on before each call, and a task that
 * cannot get it waits, so that a cycle of those is found as a deadlock that says who has what.
 * Outside of one it is a plain lock, for tasks and threads.
 *
 * <pre>{@code
 * try (var _ = lock.lock()) {
 *     while (queue.isEmpty()) {
 *         notEmpty.await();
 *     }
 * }
 * }</pre>
 *
 * <p>It promises no order. When it becomes free all that wait try again, and whoever is chosen to
 * run first gets it, be it one that has only just come: no program may rely on more, and the search
 * sees to it that none does unnoticed. To lock, or to try, costs a task one operation; the rest is
 * free.
 */
public final class SharedLock extends Shared {
    private final Place place = new Place();
    private final Held held = new Held();

    /** That the lock is held, for try-with-resources. */
    public final class Held implements AutoCloseable {
        private Held() {}

        /** Unlocks once. */
        @Override
        public void close() {
            unlock();
        }
    }

    /** Names it, for reports, and returns it. */
    public SharedLock named(String name) {
        setName(name);
        return this;
    }

    /**
     * Locks it; waits until nobody else has it.
     *
     * @throws InterruptedException if the task is cancelled or the thread interrupted
     */
    public Held lock() throws InterruptedException {
        place.take(TimerHeap.NONE, "lock");
        return held;
    }

    /** Locks it, unless that takes longer than this; false if it did. */
    public boolean lock(Duration timeout) throws InterruptedException {
        return place.take(nanosOf(timeout), "lock");
    }

    /** Locks it if nobody else has it; false if somebody has. Never waits. */
    public boolean tryLock() throws InterruptedException {
        return place.take(0, "tryLock");
    }

    /**
     * Undoes one lock. Never waits.
     *
     * @throws IllegalStateException if the caller does not have it
     */
    public void unlock() {
        releases();
        ensureMine("unlock");
        if (place.holds > 1) {
            place.holds--;
        } else {
            place.free();
        }
    }

    /** True if the caller has it. */
    public boolean isMine() {
        return place.holder == caller();
    }

    /** A condition that those who have the lock can wait for. */
    public Condition newCondition() {
        return new Condition();
    }

    @Override
    public String toString() {
        Object now = place.holder;
        return (name().isEmpty() ? "a lock" : "lock '" + name() + "'")
                + (now == null ? "" : ", held by " + inWords(now));
    }

    private void ensureMine(String tried) {
        if (!isMine()) {
            Object now = place.holder;
            throw new IllegalStateException(
                    Outside.caller()
                            + " cannot "
                            + tried
                            + " "
                            + (name().isEmpty() ? "a lock" : "lock '" + name() + "'")
                            + ": "
                            + (now == null ? "nobody" : inWords(now))
                            + " has it. Lock it first, and unlock it as often as it was locked.");
        }
    }

    private static Object caller() {
        TaskImpl<?> me = TaskImpl.currentOrNull();
        return me != null ? me : Thread.currentThread();
    }

    private static String inWords(Object who) {
        return who instanceof Thread thread ? "thread '" + thread.getName() + "'" : who.toString();
    }

    private static long nanosOf(Duration timeout) {
        return TaskImpl.toNanos(Objects.requireNonNull(timeout, "timeout of a wait"));
    }

    /**
     * Something that is waited for with the lock held; the wait gives the lock away and takes it
     * again. Look in a loop whether what was waited for is there: another may have come first.
     */
    public final class Condition {
        private final Signals signals = new Signals(this);
        private volatile String name = "";

        private Condition() {}

        /** Names it, for reports, and returns it. */
        public Condition named(String name) {
            this.name = Objects.requireNonNull(name, "a name");
            return this;
        }

        /**
         * Gives the lock away, waits for a signal, and takes the lock again, also if it throws.
         *
         * @throws IllegalStateException if the caller does not have the lock
         * @throws InterruptedException if the task is cancelled or the thread interrupted
         */
        public void await() throws InterruptedException {
            await(TimerHeap.NONE);
        }

        /** As {@link #await()}, but for at most so long; false if no signal came meanwhile. */
        public boolean await(Duration timeout) throws InterruptedException {
            return await(nanosOf(timeout));
        }

        private boolean await(long timeoutNanos) throws InterruptedException {
            ensureMine("await a condition of");
            announces();
            return signals.await(timeoutNanos);
        }

        /** Ends the wait of the one that has waited longest, if there is one. */
        public void signal() {
            releases();
            ensureMine("signal a condition of");
            signals.give(false);
        }

        /** Ends the waits of all. */
        public void signalAll() {
            releases();
            ensureMine("signal a condition of");
            signals.give(true);
        }

        @Override
        public String toString() {
            return (name.isEmpty() ? "a condition" : "condition '" + name + "'")
                    + (name().isEmpty() ? "" : " of lock '" + name() + "'");
        }

        private String name() {
            return SharedLock.this.name();
        }
    }

    /** Where those wait who want the lock. The holder is written under the place's own lock. */
    private final class Place extends WaitPlace {
        private final Line line = new Line();
        private volatile @Nullable Object holder;
        private int holds; // only the holder touches it

        boolean take(long timeoutNanos, String where) throws InterruptedException {
            announces();
            TaskImpl<?> me = payOp(timeoutNanos > 0, where);
            long since = Outside.clock().nanos();
            long left = timeoutNanos;
            while (true) {
                Cell cell;
                acquire();
                try {
                    if (takeIfFree(1)) {
                        return true;
                    }
                    if (left <= 0) {
                        return false;
                    }
                    cell = join(line, me, null, "");
                } finally {
                    release();
                }
                await(line, cell, left, where);
                left = left(timeoutNanos, since);
            }
        }

        /** Takes the lock as often as it was held before a wait, whatever happens to the caller. */
        void takeBack(int times) {
            boolean interrupted = false;
            while (true) {
                Cell cell;
                acquire();
                try {
                    if (takeIfFree(times)) {
                        break;
                    }
                    cell = join(line, TaskImpl.currentOrNull(), null, "");
                } finally {
                    release();
                }
                interrupted |= awaitThrough(line, cell);
            }
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }

        private boolean takeIfFree(int times) {
            Object me = caller();
            if (holder != null && holder != me) {
                return false;
            }
            holder = me;
            holds += times;
            return true;
        }

        void free() {
            Cell all;
            acquire();
            try {
                holds = 0;
                holder = null;
                all = line.takeAll();
            } finally {
                release();
            }
            Line.wakeAll(all);
        }

        @Override
        public String toString() {
            return SharedLock.this.toString();
        }
    }

    /** Where those wait who have called await. */
    private final class Signals extends WaitPlace {
        private final Line line = new Line();
        private final Condition of;

        Signals(Condition of) {
            this.of = of;
        }

        boolean await(long timeoutNanos) throws InterruptedException {
            TaskImpl<?> me = payOp(true, "await");
            Cell cell;
            acquire();
            try {
                cell = join(line, me, null, "a signal of ");
            } finally {
                release();
            }
            int times = place.holds;
            place.free(); // after joining, or a signal in between would be lost
            try {
                return await(line, cell, timeoutNanos, "await") == WaitNode.DATA;
            } finally {
                place.takeBack(times);
            }
        }

        void give(boolean toAll) {
            Cell served;
            acquire();
            try {
                served = toAll ? line.takeAll() : line.take();
            } finally {
                release();
            }
            Line.wakeAll(served);
        }

        @Override
        public String toString() {
            return of.toString();
        }
    }
}
