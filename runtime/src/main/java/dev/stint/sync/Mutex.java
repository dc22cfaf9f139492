package dev.stint.sync;

import dev.stint.task.Action;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/**
 * A lock that one task, or one thread outside any scheduler, has at a time, and may have while it
 * is suspended. Those who wait get it in the order in which they came.
 *
 * <pre>{@code
 * try (var _ = mutex.lock()) {
 *     ...
 * }
 * }</pre>
 *
 * <p>It belongs to whoever has locked it: nobody else can unlock it, and a second lock by the same
 * is an error, not a second level. A task that ends and has not unlocked it leaves it locked for
 * ever. To lock, or to try, costs a task one operation, paid before; to unlock is free.
 *
 * <p>A lock that is cancelled or times out has not locked. One to which the mutex was given returns
 * normally, whatever came meanwhile.
 */
public sealed interface Mutex permits MutexImpl {
    /** A mutex that nobody has. */
    static Mutex unlocked() {
        return new MutexImpl();
    }

    /** Names it, for errors and reports, and returns it. */
    Mutex named(String name);

    /**
     * Locks it; waits until nobody has it.
     *
     * @throws IllegalStateException if the caller has it already
     * @throws InterruptedException if the task is cancelled or the thread interrupted
     */
    Guard lock() throws InterruptedException;

    /** Locks it, unless that takes longer than this; empty if it did. */
    Optional<Guard> lock(Duration timeout) throws InterruptedException;

    /** Locks it if nobody has it and nobody waits; empty if not. Never waits. */
    Optional<Guard> tryLock() throws InterruptedException;

    /**
     * Unlocks it. Never waits.
     *
     * @throws IllegalStateException if the caller does not have it
     */
    void unlock();

    /** Runs this with the mutex locked. */
    default <T extends @Nullable Object> T withLock(Callable<? extends T> body) throws Exception {
        Guard guard = lock();
        try (guard) {
            return body.call();
        }
    }

    /** Runs this with the mutex locked. */
    default void withLock(Action body) throws Exception {
        withLock(Action.asCallable(body));
    }

    /** True if the caller has it. */
    boolean isMine();

    /** True if somebody has it. Unless that is the caller, it may be otherwise at once. */
    boolean isLocked();

    /** A new condition, for which those who have this mutex can wait. */
    Condition condition();

    Snapshot snapshot();

    /** One time that somebody has a mutex. Made by locking it. */
    sealed interface Guard extends AutoCloseable permits MutexImpl.Hold {
        /**
         * Unlocks the mutex; does nothing if it is no longer locked by this.
         *
         * @throws IllegalStateException if another than the owner calls it
         */
        @Override
        void close();
    }

    /**
     * A mutex as it was at one moment.
     *
     * @param owner who has it, in words; empty if nobody
     * @param waiting how many wait for it
     */
    record Snapshot(String name, String owner, int waiting) {}
}
