package dev.stint.hooks.jdk;

import dev.stint.hooks.AccessRefusedException;
import dev.stint.hooks.Delegate;
import dev.stint.hooks.Hook;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Threads, as tasks: what would start one starts a task of the nursery that the caller is in. */
public final class Threads {
    private static final Executor TASKS = Threads::startOne;

    /**
     * To wait again after an interrupt costs what it costs to catch it. If it cost nothing, a task
     * that must end would be in its grace for ever.
     */
    private static final int AGAIN = 64;

    /** Operations: a task is suspended and woken, however short that is. */
    private static final int SLEEP = 8;

    private static final int SLEEP_BYTES = 512; // of its timer, and what waits for that

    private Threads() {}

    private static void startOne(Runnable body) {
        Delegate.current().start("", body);
    }

    /** Starts the tasks that {@code CompletableFuture} has for the common pool. */
    public static Executor executor() {
        return TASKS;
    }

    public static <T extends @Nullable Object> CompletableFuture<T> supplyAsync(Supplier<T> body) {
        Futures.dependent();
        return CompletableFuture.supplyAsync(body, TASKS);
    }

    public static CompletableFuture<Void> runAsync(Runnable body) {
        Futures.dependent();
        return CompletableFuture.runAsync(body, TASKS);
    }

    public static void sleep(long millis) throws InterruptedException {
        if (millis < 0) {
            throw new IllegalArgumentException("a sleep of " + millis + " ms");
        }
        Charges.pay(SLEEP, SLEEP_BYTES);
        Delegate.current().sleep(TimeUnit.MILLISECONDS.toNanos(millis));
    }

    public static void sleep(long millis, int nanos) throws InterruptedException {
        sleep(millis);
        Charges.pay(SLEEP, SLEEP_BYTES);
        Delegate.current().sleep(Math.max(0, nanos));
    }

    public static void sleep(Duration time) throws InterruptedException {
        Charges.pay(SLEEP, SLEEP_BYTES);
        Delegate.current().sleep(TimeUnit.NANOSECONDS.convert(time));
    }

    public static void sleep(TimeUnit unit, long time) throws InterruptedException {
        Charges.pay(SLEEP, SLEEP_BYTES);
        Delegate.current().sleep(Math.max(0, unit.toNanos(time)));
    }

    // ---- waits that in the JDK hear nobody: a task that must end is interrupted, and looks

    public static void lock(Lock lock) {
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    lock.lockInterruptibly();
                    return;
                } catch (InterruptedException e) {
                    interrupted = true;
                    Hook.ops(AGAIN);
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    public static <T extends @Nullable Object> T join(CompletableFuture<T> future) {
        boolean interrupted = false;
        try {
            while (!future.isDone()) {
                try {
                    future.get();
                } catch (ExecutionException | CancellationException e) {
                    // join says it in its own way
                } catch (InterruptedException e) {
                    interrupted = true;
                    Hook.ops(AGAIN);
                }
            }
            return future.join();
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    @SuppressWarnings("NamedLikeContextualKeyword") // it stands in for the method of that name
    public static void yield() {
        Hook.ops1();
        Delegate.current().giveWay();
    }

    // ---- the thread itself is the scheduler's, and carries other tasks after this one

    public static void interrupt(Thread self) {
        ensureCurrent(self, "interrupt");
        self.interrupt();
    }

    public static boolean isInterrupted(Thread self) {
        ensureCurrent(self, "look at");
        return self.isInterrupted();
    }

    public static String getName(Thread self) {
        return "task";
    }

    public static String toString(Thread self) {
        return "task";
    }

    /** The same for all: which thread it is depends on who else runs. */
    public static long threadId(Thread self) {
        return 1;
    }

    public static long getId(Thread self) {
        return 1;
    }

    public static boolean isVirtual(Thread self) {
        return true;
    }

    public static boolean isDaemon(Thread self) {
        return true;
    }

    public static boolean isAlive(Thread self) {
        return true;
    }

    private static void ensureCurrent(Thread thread, String tried) {
        if (thread != Thread.currentThread()) {
            throw new AccessRefusedException(
                    "it cannot "
                            + tried
                            + " another thread: that carries other tasks by now. Cancel the task.");
        }
    }
}
