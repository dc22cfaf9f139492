package dev.stint.context;

import dev.stint.internal.worker.ContextImpl;
import dev.stint.task.Task;

/**
 * A right to processor time: a budget in each period, and a deadline in it. Whoever holds the
 * object may have tasks run on it.
 *
 * <p>What a task does on a context is charged to the context and not to its tenant's share of the
 * workers. Tasks on contexts run before all others, the more critical first and among equals the
 * nearest deadline. What happens when the budget is used up is said by {@link Overrun}. A task that
 * waits for an answer lends its context to whoever serves the call; see {@link
 * dev.stint.actor.Endpoint}. The bill is another matter: a task pays for its operations out of its
 * own budget, wherever it runs.
 *
 * <p>Being taken up by a worker counts as 1,000 operations, as in the turn of a tenant. A task
 * learns that the budget is used up when it looks around, so it may use an interval more; that is
 * taken from what the context is filled up with next.
 *
 * <p>Open one by {@link dev.stint.Scheduler#openContext}. All methods may be called by any thread
 * or task, in any state, any number of times.
 */
public sealed interface SchedulingContext extends AutoCloseable permits ContextImpl {
    /** How many tasks may be bound to one context. */
    int MAX_TASKS = 1_024;

    /** What it was opened with. */
    ContextConfig config();

    /**
     * Has a task run on this context, from the next time that it looks around, at the latest; one
     * that binds itself says {@link dev.stint.Stint#yield} to begin at once. What it starts does
     * not run on the context, unless it is started in a nursery that says so. A task that must end
     * does so at the expense of its tenant.
     *
     * @throws IllegalStateException if the task has ended, belongs to another scheduler or is bound
     *     to another context, or if this context is closed or has {@link #MAX_TASKS} tasks
     */
    void bind(Task<?> task);

    /** Has a task run as others do again; nothing happens if it is not bound to this context. */
    void unbind(Task<?> task);

    /** The context at this moment. */
    ContextSnapshot snapshot();

    /**
     * Gives the right back: its tasks go on as others do, those that waited for it included. What
     * runs on it gives way at its next look.
     */
    @Override
    void close();
}
