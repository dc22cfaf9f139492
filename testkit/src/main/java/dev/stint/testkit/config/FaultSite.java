package dev.stint.testkit.config;

import dev.stint.task.Task;
import java.time.Duration;
import java.util.List;

/** The point of a run at which a {@link Fault} strikes, and what the fault can do there. */
public interface FaultSite {
    /** The task that is at this point. */
    Task<?> running();

    /** The tasks that have started and not ended, the running one among them, by id. */
    List<Task<?>> tasks();

    /** A number from 0 to {@code alternatives - 1}, chosen by the strategy. */
    int choose(int alternatives);

    /** Nanoseconds on the virtual clock. */
    long nanoTime();

    /** Moves the virtual clock on, as if the tasks had been slow. */
    void jumpClock(Duration by);

    /** Wakes a task that waits, for no reason. */
    void wake(Task<?> task);

    /** Has the scheduler's code on the worker of the running task throw when it next gets there. */
    void killWorker();

    /** Has the worker of the running task stuck for so many steps. */
    void slowWorker(int steps);
}
