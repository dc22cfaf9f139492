package dev.stint.internal.worker;

import dev.stint.internal.task.TaskImpl;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** Counts the tasks that were spawned on one worker, and those that it was the first to run. */
final class BegunTasks {
    private static final VarHandle PUBLISHED;

    static {
        try {
            PUBLISHED =
                    MethodHandles.lookup().findVarHandle(BegunTasks.class, "published", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private long published; // one writer; released before the push, see Activity.tasks
    private long started;

    /** One is about to be pushed. */
    void published() {
        PUBLISHED.setRelease(this, published + 1);
    }

    void mounted(TaskImpl<?> task) {
        started += task.isUnstarted() ? 1 : 0;
    }

    /** How many were spawned here. Any thread. */
    long countPublished() {
        return (long) PUBLISHED.getAcquire(this);
    }

    /** How many have begun here. Any thread; a moving number. */
    long started() {
        return started;
    }
}
