package dev.stint.internal.worker;

import dev.stint.internal.nursery.NurseryImpl;
import dev.stint.internal.task.TaskImpl;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The tasks that have ended on one worker and whose nursery does not know yet. They are reported
 * together, because the nursery's lock is what workers contend for most: before the worker turns to
 * a task of another nursery, to one that was suspended, or to sleep, and at once when somebody
 * waits for it. The owner's, but for {@link #reported}.
 */
final class EndedTasks {
    private static final VarHandle REPORTED;

    static {
        try {
            REPORTED =
                    MethodHandles.lookup().findVarHandle(EndedTasks.class, "reported", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final @Nullable TaskImpl<?>[] tasks = new TaskImpl<?>[64];
    private int count;
    private @Nullable NurseryImpl nursery;
    private long reported; // one writer

    boolean isEmpty() {
        return count == 0;
    }

    /** True if the task can join the others: its nursery is theirs, and there is room. */
    boolean hasRoomFor(TaskImpl<?> task) {
        return count == 0 || (nursery == task.nursery() && count < tasks.length);
    }

    /** True if a task of another nursery has ended here. */
    boolean isOfAnother(TaskImpl<?> task) {
        return count > 0 && nursery != task.nursery();
    }

    void add(TaskImpl<?> task) {
        nursery = NurseryImpl.of(task);
        tasks[count++] = task;
    }

    /**
     * Tells the nursery. Who waits for its end may be handed this worker if that is about to be
     * free.
     */
    void report(boolean mayRunNext) {
        int n = count;
        NurseryImpl to = nursery;
        if (n == 0 || to == null) {
            return;
        }
        count = 0;
        nursery = null;
        to.ended(tasks, n, mayRunNext);
        Arrays.fill(tasks, 0, n, null);
        REPORTED.setRelease(this, reported + n); // pairs with Activity.tasks
    }

    /** How many it has told of. Any thread. */
    long reported() {
        return (long) REPORTED.getAcquire(this);
    }
}
