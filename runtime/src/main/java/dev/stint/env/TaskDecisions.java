package dev.stint.env;

import dev.stint.task.Task;
import java.util.Optional;

/**
 * Decisions that also say which task goes on, wherever another could: before each operation that
 * other tasks can notice, and whenever a task has stopped.
 *
 * <p>A scheduler opened with these runs on one thread, as under a seed. Its workers do not choose
 * for themselves: what they have queued is offered here. With plain {@link Decisions} it is the
 * workers that are chosen between, and their queues and thefts are those of production.
 */
public interface TaskDecisions extends Decisions {
    /** The tasks that could go on. Valid during the call that it was passed to. */
    interface Ready {
        /** How many; at least one. */
        int count();

        /** One of them. They are in the order of their ids. */
        Task<?> task(int index);

        /**
         * The one that runs now and could simply go on, or -1 if none does: it has ended, waits or
         * gives way.
         */
        int running();

        /** False if the running task is about to do something that cannot fail, like a release. */
        boolean mayFail();

        /** The task that has just given way of its own will, on whose stack this is, if any. */
        Optional<Task<?>> yielding();
    }

    /**
     * Which of them goes on. If a task is running or yielding, this is called on its stack, and
     * what is thrown here is thrown at it there. It must not wait.
     */
    int next(Ready ready);

    @Override
    default Optional<TaskDecisions> ofTasks() {
        return Optional.of(this);
    }

    /** A task was woken by a thread that is none of the scheduler's, at a moment nobody decided. */
    default void wokenFromOutside(Task<?> task) {}
}
