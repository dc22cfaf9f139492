package dev.stint;

import dev.stint.internal.core.TaskImpl;
import dev.stint.task.Task;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/** What code inside a task may ask of the scheduler that runs it. */
public final class Stint {
    private Stint() {}

    /** The task that the calling code belongs to; empty on a thread outside any scheduler. */
    public static Optional<Task<?>> currentTask() {
        return Optional.ofNullable(TaskImpl.currentOrNull());
    }

    /**
     * Gives way to the other runnable tasks of its worker; those in queues that workers share get
     * their turn after a bounded number of yields. Free: a yield costs no budget.
     *
     * @throws InterruptedException if the task was cancelled
     */
    @SuppressWarnings("NamedLikeContextualKeyword") // the word; it is always called qualified
    public static void yield() throws InterruptedException {
        TaskImpl.ensureCurrent("yield").yieldNow();
    }

    /**
     * Suspends the calling task on the scheduler's clock, which is virtual under a seed.
     *
     * @throws InterruptedException if the task is cancelled
     */
    public static void sleep(Duration duration) throws InterruptedException {
        Objects.requireNonNull(duration, "duration of a sleep");
        TaskImpl.ensureCurrent("sleep").sleep(duration);
    }

    /** Counts one operation; see {@link #checkpoint(long)}. */
    public static void checkpoint() throws InterruptedException {
        checkpoint(1);
    }

    /**
     * Counts operations done by code that is not metered. Every yield interval the task looks
     * whether it was cancelled, and whether it has used up its slice and should give way.
     *
     * @throws InterruptedException if the task was cancelled
     */
    public static void checkpoint(long operations) throws InterruptedException {
        if (operations < 0) {
            throw new IllegalArgumentException(
                    "a checkpoint counts 0 or more operations, not " + operations);
        }
        TaskImpl.ensureCurrent("checkpoint").checkpoint(operations);
    }

    /**
     * Nanoseconds on the clock of the scheduler that runs the calling task, from when it opened.
     */
    public static long nanoTime() {
        return TaskImpl.ensureCurrent("read the clock").home().clock().nanos();
    }
}
