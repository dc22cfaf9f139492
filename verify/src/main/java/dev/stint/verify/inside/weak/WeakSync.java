package dev.stint.verify.inside.weak;

import dev.stint.internal.stack.Points;
import dev.stint.internal.wait.Cell;
import dev.stint.internal.wait.Line;
import dev.stint.internal.wait.SpinLock;
import dev.stint.sync.Mutex;
import dev.stint.verify.tools.Backdoor;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/** Weaker methods of mutex, semaphore, rate limiter and latch. */
public final class WeakSync {
    private WeakSync() {}

    private static Class<?> type(String name) {
        return Backdoor.type(Mutex.class, "dev.stint.sync." + name);
    }

    static void wake(@Nullable Cell cell) {
        if (cell != null) {
            cell.wake();
        }
    }

    /** Mutex. */
    public static final class OfMutex {
        private static final Class<?> MUTEX = type("MutexImpl");
        private static final Class<?> HOLD = type("MutexImpl$Hold");
        private static final VarHandle OUTER = Backdoor.field(HOLD, "this$0", MUTEX);
        private static final VarHandle HOLDER = Backdoor.field(MUTEX, "holder", HOLD);
        private static final MethodHandle PASS = Backdoor.method(MUTEX, "pass", Cell.class);

        private OfMutex() {}

        /**
         * {@code Hold.close} that looks at the holder without the lock. Whoever hands the mutex on
         * claims the next and then writes the holder; who looks between finds another one there.
         */
        public static void close(Object hold) {
            Points.pass();
            Object mutex = (Object) OUTER.get(hold);
            if ((Object) HOLDER.getVolatile(mutex) != hold) {
                return;
            }
            Cell next;
            ((SpinLock) mutex).acquire();
            try {
                next = (Cell) PASS.invoke(mutex);
            } catch (Throwable e) {
                throw Backdoor.unexpected(e);
            } finally {
                ((SpinLock) mutex).release();
            }
            wake(next);
        }
    }

    /** Condition. */
    public static final class OfCondition {
        private static final VarHandle LINE = Backdoor.field(OfMutex.MUTEX, "line", Line.class);

        private OfCondition() {}

        /**
         * {@code MutexImpl.takeOrJoin} that looks before its section whether the mutex is free: one
         * who took it meanwhile is overwritten.
         */
        public static boolean takeOrJoin(Object mutex, Cell turn) {
            boolean free = (Object) OfMutex.HOLDER.getVolatile(mutex) == null;
            ((SpinLock) mutex).acquire();
            try {
                if (free) {
                    OfMutex.HOLDER.setVolatile(mutex, turn.item);
                } else {
                    ((Line) LINE.get(mutex)).add(turn);
                }
                return free;
            } finally {
                ((SpinLock) mutex).release();
            }
        }
    }

    /** Semaphore. */
    public static final class OfPermits {
        private static final Class<?> PERMITS = type("Permits");
        private static final VarHandle COUNT = Backdoor.field(PERMITS, "permits", long.class);
        private static final MethodHandle SERVE = Backdoor.method(PERMITS, "serve", void.class);

        private OfPermits() {}

        /** {@code Permits.give} that adds without the lock: another sum may be lost. */
        public static void give(Object permits, long given) {
            Points.pass();
            COUNT.set(permits, (long) COUNT.get(permits) + given);
            try {
                SERVE.invoke(permits);
            } catch (Throwable e) {
                throw Backdoor.unexpected(e);
            }
        }
    }

    /** Rate limiter. */
    public static final class OfPace {
        private static final Class<?> PACE = type("Pace");
        private static final VarHandle LINE = Backdoor.field(PACE, "line", Line.class);
        private static final VarHandle BUSY = Backdoor.field(PACE, "busy", boolean.class);

        private OfPace() {}

        /**
         * {@code Pace.pass} that says after its section whether somebody waits: who has joined the
         * line meanwhile is never served.
         */
        public static void pass(Object pace) {
            Cell next;
            ((SpinLock) pace).acquire();
            try {
                next = ((Line) LINE.get(pace)).take();
            } finally {
                ((SpinLock) pace).release();
            }
            BUSY.set(pace, next != null);
            wake(next);
        }
    }

    /** Latch. */
    public static final class OfLatch {
        private static final Class<?> LATCH = type("LatchImpl");
        private static final VarHandle LINE = Backdoor.field(LATCH, "line", Line.class);
        private static final VarHandle COUNT = Backdoor.field(LATCH, "count", long.class);

        private OfLatch() {}

        /** {@code LatchImpl.countDown} that reads the count before its section. */
        public static void countDown(Object latch) {
            Points.pass();
            long left = (long) COUNT.getVolatile(latch);
            Cell all = null;
            ((SpinLock) latch).acquire();
            try {
                if (left > 0) {
                    COUNT.setVolatile(latch, left - 1);
                }
                if (left == 1) {
                    all = ((Line) LINE.get(latch)).takeAll();
                }
            } finally {
                ((SpinLock) latch).release();
            }
            Line.wakeAll(all);
        }
    }
}
