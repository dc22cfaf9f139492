package dev.stint.hooks.own;

import dev.stint.hooks.Wakeup;
import dev.stint.hooks.jdk.TaskThreads;
import org.jspecify.annotations.Nullable;

/** Waits of a thread for a permit of its own. */
public final class LockSupport {
    private static final ThreadLocal<@Nullable Object> BLOCKER = new ThreadLocal<>();

    private LockSupport() {}

    public static void unpark(@Nullable Thread thread) {
        if (thread != null) {
            TaskThreads.wake(thread.permit());
        }
    }

    public static void park() {
        await(Wakeup.NO_LIMIT);
    }

    public static void park(Object blocker) {
        await(Wakeup.NO_LIMIT);
    }

    public static void parkNanos(long nanos) {
        if (nanos > 0) {
            await(nanos);
        }
    }

    public static void parkNanos(Object blocker, long nanos) {
        parkNanos(nanos);
    }

    public static void parkUntil(long deadline) {
        long millis = deadline - System.currentTimeMillis();
        parkNanos(millis > Long.MAX_VALUE / 1_000_000 ? Long.MAX_VALUE : millis * 1_000_000);
    }

    public static void parkUntil(Object blocker, long deadline) {
        parkUntil(deadline);
    }

    public static void setCurrentBlocker(@Nullable Object blocker) {
        BLOCKER.set(blocker);
    }

    public static @Nullable Object getBlocker(Thread thread) {
        return thread == Thread.currentThread() ? BLOCKER.get() : null;
    }

    private static void await(long nanos) {
        try {
            TaskThreads.await(Thread.currentThread().permit(), nanos, false);
        } catch (InterruptedException e) { // it stays interrupted, as one that has parked does
            TaskThreads.waitsAgain();
            TaskThreads.interruptSelf();
        }
    }
}
