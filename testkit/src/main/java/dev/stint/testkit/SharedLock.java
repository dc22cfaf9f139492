package dev.stint.testkit;

import dev.stint.internal.sim.SimLock;
import dev.stint.internal.sim.SimTask;
import java.time.Duration;
import java.util.Objects;

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
    private final SimLock lock = new SimLock(this::toString);
    private final Held held = new Held();

    /** A lock that nobody holds. */
    public SharedLock() {}

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
        take(SimLock.NO_LIMIT, "lock");
        return held;
    }

    /** Locks it, unless that takes longer than this; false if it did. */
    public boolean lock(Duration timeout) throws InterruptedException {
        return take(SimLock.nanosOf(timeout), "lock");
    }

    /** Locks it if nobody else has it; false if somebody has. Never waits. */
    public boolean tryLock() throws InterruptedException {
        return take(0, "tryLock");
    }

    /**
     * Undoes one lock. Never waits.
     *
     * @throws IllegalStateException if the caller does not have it
     */
    public void unlock() {
        releases();
        ensureMine("unlock");
        lock.giveBack();
    }

    /** True if the caller has it. */
    public boolean isMine() {
        return lock.isMine();
    }

    /** A condition that those who have the lock can wait for. */
    public Condition newCondition() {
        return new Condition();
    }

    @Override
    public String toString() {
        Object now = lock.holder();
        return (name().isEmpty() ? "a lock" : "lock '" + name() + "'")
                + (now == null ? "" : ", held by " + SimLock.inWords(now));
    }

    private void ensureMine(String tried) {
        if (!isMine()) {
            Object now = lock.holder();
            throw new IllegalStateException(
                    SimTask.caller()
                            + " cannot "
                            + tried
                            + " "
                            + (name().isEmpty() ? "a lock" : "lock '" + name() + "'")
                            + ": "
                            + (now == null ? "nobody" : SimLock.inWords(now))
                            + " has it. Lock it first, and unlock it as often as it was locked.");
        }
    }

    private boolean take(long timeoutNanos, String where) throws InterruptedException {
        announces();
        return lock.take(timeoutNanos, where);
    }

    /**
     * Something that is waited for with the lock held; the wait gives the lock away and takes it
     * again. Look in a loop whether what was waited for is there: another may have come first.
     */
    public final class Condition {
        private final SimLock.Signal signals = lock.new Signal("a signal of ", this::toString);
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
            await(SimLock.NO_LIMIT);
        }

        /** As {@link #await()}, but for at most so long; false if no signal came meanwhile. */
        public boolean await(Duration timeout) throws InterruptedException {
            return await(SimLock.nanosOf(timeout));
        }

        private boolean await(long timeoutNanos) throws InterruptedException {
            ensureMine("await a condition of");
            announces();
            signals.pay("await");
            return signals.await(timeoutNanos, "await", null);
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
}
