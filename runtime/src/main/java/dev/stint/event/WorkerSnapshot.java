package dev.stint.event;

/**
 * One worker at one moment; counters since it was made.
 *
 * @param task the task that it runs, -1 if none
 * @param queued tasks in its own queues
 * @param steps how many times it took something to run
 */
public record WorkerSnapshot(
        int id,
        boolean temporary,
        boolean asleep,
        boolean stalled,
        long task,
        int queued,
        int timers,
        long steps,
        long tasksStarted,
        long tasksStolen,
        long stealsFailed,
        long panics) {}
