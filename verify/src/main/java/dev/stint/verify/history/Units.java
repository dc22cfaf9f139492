package dev.stint.verify.history;

import dev.stint.internal.wait.Cell;
import dev.stint.internal.wait.Line;
import dev.stint.internal.wait.SpinLock;
import dev.stint.sync.Mutex;
import dev.stint.sync.Semaphore;
import dev.stint.verify.inside.weak.WeakSync;
import dev.stint.verify.tools.Backdoor;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Something of which there are a few: who takes one has it alone, until it is given back. The twins
 * take or give back in a weaker way.
 */
abstract class Units {
    final int count;
    final boolean isWeak;

    Units(int count, boolean isWeak) {
        this.count = count;
        this.isWeak = isWeak;
    }

    /** Waits until there is one. */
    abstract Object take() throws InterruptedException;

    /** Null if there was none in time. */
    abstract @Nullable Object take(Duration timeout) throws InterruptedException;

    abstract void giveBack(Object unit);

    /** How many are free, and whether nobody waits, in words. */
    abstract String rest();

    /** What {@link #rest} is when all were given back. */
    final String whole() {
        return count + " free, 0 wait";
    }

    /** A mutex is one unit: its guard. */
    static final class OfMutex extends Units {
        private static final Class<?> IMPL = Backdoor.type(Mutex.class, "dev.stint.sync.MutexImpl");
        private static final Class<?> HOLD =
                Backdoor.type(Mutex.class, "dev.stint.sync.MutexImpl$Hold");
        private static final MethodHandle NEW = Backdoor.constructor(HOLD, IMPL, Object.class);
        private static final VarHandle HOLDER = Backdoor.field(IMPL, "holder", HOLD);
        private static final VarHandle LINE = Backdoor.field(IMPL, "line", Line.class);

        private final Mutex mutex = Mutex.unlocked();

        OfMutex(boolean isWeak) {
            super(1, isWeak);
        }

        @Override
        Object take() throws InterruptedException {
            return isWeak ? takeWeakly() : mutex.lock();
        }

        /** Withdraws when interrupted, without asking whether it was handed the mutex before. */
        private Object takeWeakly() throws InterruptedException {
            Thread me = Thread.currentThread();
            Object mine = newHold(me);
            var lock = (SpinLock) (Object) mutex;
            var line = (Line) LINE.get(mutex);
            var cell = new Cell(() -> LockSupport.unpark(me), mine, "", mutex);
            lock.acquire();
            try {
                if ((Object) HOLDER.getVolatile(mutex) == null) {
                    HOLDER.setVolatile(mutex, mine);
                    return mine;
                }
                line.add(cell);
            } finally {
                lock.release();
            }
            while (cell.isWaiting()) {
                LockSupport.park(cell);
                if (Thread.interrupted()) {
                    lock.acquire();
                    line.remove(cell);
                    lock.release();
                    throw new InterruptedException();
                }
            }
            return mine;
        }

        private Object newHold(Thread of) {
            try {
                return (Object) NEW.invoke(mutex, (Object) of);
            } catch (Throwable e) {
                throw Backdoor.unexpected(e);
            }
        }

        @Override
        @Nullable Object take(Duration timeout) throws InterruptedException {
            return mutex.lock(timeout).orElse(null);
        }

        @Override
        void giveBack(Object unit) {
            ((Mutex.Guard) unit).close();
        }

        @Override
        String rest() {
            Mutex.Snapshot now = mutex.snapshot();
            return (now.owner().isEmpty() ? 1 : 0) + " free, " + now.waiting() + " wait";
        }
    }

    /** Permits. */
    static final class OfSemaphore extends Units {
        private static final VarHandle PERMITS =
                Backdoor.field(
                        Semaphore.class,
                        "permits",
                        Backdoor.type(Semaphore.class, "dev.stint.sync.Permits"));

        private final Semaphore semaphore = Semaphore.of(2);

        OfSemaphore(boolean isWeak) {
            super(2, isWeak);
        }

        @Override
        Object take() throws InterruptedException {
            semaphore.acquire();
            return this;
        }

        @Override
        @Nullable Object take(Duration timeout) throws InterruptedException {
            return semaphore.acquire(1, timeout) ? this : null;
        }

        @Override
        void giveBack(Object unit) {
            if (isWeak) {
                WeakSync.OfPermits.give((Object) PERMITS.get(semaphore), 1);
            } else {
                semaphore.release();
            }
        }

        @Override
        String rest() {
            Semaphore.Snapshot now = semaphore.snapshot();
            return now.permits() + " free, " + now.waiting() + " wait";
        }
    }
}
