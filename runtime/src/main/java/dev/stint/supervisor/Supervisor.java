package dev.stint.supervisor;

import dev.stint.internal.supervisor.SupervisorImpl;
import dev.stint.task.Task;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A task that starts others, restarts those that end when they should not, and decides about those
 * that cannot pay. Only under profile CLUSTER.
 *
 * <p>It ends when no child runs and none is to be restarted; when it is shut down; with {@link
 * dev.stint.error.SupervisorFailedException} when it would have to restart more often than it
 * allows; and when its task is cancelled, which cancels all children at once.
 *
 * <p>Handles are given out by the runtime. Every method may be called by any thread.
 */
public sealed interface Supervisor extends AutoCloseable permits SupervisorImpl {
    String name();

    /** The task that supervises. Await it to learn how it ends. */
    Task<@Nullable Void> task();

    /** The children at this moment, in the order of the configuration. */
    List<ChildSnapshot> children();

    /**
     * Asks it to stop its children, the last first, each after the one before has ended, and to end
     * then. Does not wait. True for the first call.
     */
    boolean shutdown();

    /**
     * Shuts it down and waits for its end. If the waiting thread is interrupted, or the waiting
     * task cancelled, all children are cancelled at once.
     *
     * @throws dev.stint.error.TaskFailedException if it has failed
     */
    @Override
    void close();
}
