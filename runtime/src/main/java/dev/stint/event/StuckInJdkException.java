package dev.stint.event;

import java.util.List;

/**
 * Thrown under a seed when nothing can run and tasks are blocked inside the JDK, where a seed
 * decides nothing, and have been for long: a deadlock, or a wait for something outside.
 */
public final class StuckInJdkException extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    private final transient List<TaskSnapshot> tasks;

    public StuckInJdkException(long seed, List<TaskSnapshot> tasks) {
        super(
                "no verdict under seed "
                        + seed
                        + ": nothing can run, and these tasks are blocked inside the JDK, where a"
                        + " seed decides nothing:"
                        + TaskSnapshot.toLines(tasks));
        this.tasks = List.copyOf(tasks);
    }

    /** The tasks that have started and not ended. */
    public List<TaskSnapshot> tasks() {
        return tasks;
    }
}
