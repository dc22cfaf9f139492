package dev.stint.hooks.jdk;

import dev.stint.hooks.Delegate;
import dev.stint.hooks.Hook;
import dev.stint.hooks.Stop;
import dev.stint.hooks.Wakeup;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What a tenant's own copy of {@code Thread}, and of what is built upon it, asks of the runtime.
 * Only those copies may call it; a tenant's other classes are refused if they name the hooks.
 */
public final class TaskThreads {
    private static final int TASK = 2048; // bytes
    private static final int WAKEUP = 64; // bytes
    private static final int WAIT = 8; // operations

    /**
     * A catch of an interrupt after which the wait goes on. If it cost nothing, a task that must
     * end would be in its grace for ever.
     */
    private static final int AGAIN = 64;

    private static final int INTERRUPT_BYTES = 512;

    private TaskThreads() {}

    /** The thread of the JDK that a task runs on, for as long as it does. */
    public static final class Running {
        private @Nullable Thread thread = Thread.currentThread(); // null when the task has ended

        private Running() {}

        public synchronized void interrupt() {
            if (thread != null) {
                thread.interrupt();
            }
        }

        public synchronized boolean isInterrupted() {
            return thread != null && thread.isInterrupted();
        }

        /** From here on the thread may carry another task. By the task itself. */
        public synchronized void end() {
            thread = null;
        }
    }

    /** That of the calling task. */
    public static Running running() {
        Hook.bytes(WAKEUP);
        return new Running();
    }

    public static void start(String name, boolean isDaemon, Runnable body) {
        Hook.bytes(TASK);
        if (isDaemon) {
            Delegate.current().startDaemon(name, body);
        } else {
            Delegate.current().start(name, body);
        }
    }

    public static Wakeup newWakeup() {
        Hook.bytes(WAKEUP);
        return Delegate.current().newWakeup();
    }

    public static boolean await(Wakeup wakeup, long nanos, boolean isIdle)
            throws InterruptedException {
        Charges.ops(WAIT);
        return wakeup.await(nanos, isIdle);
    }

    public static void wake(Wakeup wakeup) {
        Charges.ops(WAIT);
        wakeup.wake();
    }

    /** True for what ends the task: it is nothing that a program has thrown. */
    public static boolean endsTask(Throwable thrown) {
        return thrown instanceof Stop;
    }

    /** A wait was interrupted, and goes on. */
    public static void waitsAgain() {
        Hook.ops(AGAIN);
    }

    // ---- the calling thread

    public static void sleep(long millis, int nanos) throws InterruptedException {
        Threads.sleep(millis, nanos);
    }

    public static void sleep(Duration time) throws InterruptedException {
        Threads.sleep(time);
    }

    public static void giveWay() {
        Threads.yield();
    }

    public static boolean interrupted() {
        return Thread.interrupted();
    }

    public static void interruptSelf() {
        Charges.pay(8, INTERRUPT_BYTES);
        Thread.currentThread().interrupt();
    }

    public static boolean holdsLock(Object monitor) {
        return Thread.holdsLock(monitor);
    }
}
