package dev.stint.internal.nursery;

import dev.stint.internal.task.TaskImpl;

/**
 * Brings new tasks into the queues: for code on a worker that worker, for others the scheduler.
 *
 * <p>A spawn first has it {@link #expect} the task, then its nursery adopt it, and then has it
 * {@link #start} the task, or {@link #withdraw} it. Nothing is suspended in between.
 */
public interface Launcher {
    /**
     * A task may be adopted and started: it is not lost from here on, whatever happens.
     *
     * @throws java.util.concurrent.RejectedExecutionException if the scheduler takes no more tasks
     */
    void expect(TaskImpl<?> task);

    /** The task was adopted: puts it into a queue. */
    void start(TaskImpl<?> task);

    /** The task was not adopted. */
    void withdraw(TaskImpl<?> task);
}
