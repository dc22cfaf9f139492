package dev.stint.internal.worker;

import dev.stint.internal.nursery.NurseryImpl;
import dev.stint.internal.task.TaskImpl;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The tasks that have ended on one worker and whose nursery does not know yet. They are reported
 * together, because the nursery's lock is what workers contend for most: before the worker turns to
 * a task of another nursery, to one that was suspended, or to sleep, and at once when somebody
 * waits for it. The owner's.
 */
final class EndedTasks {
    private final @Nullable TaskImpl<?>[] tasks = new TaskImpl<?>[64];
    private int count;
    private @Nullable NurseryImpl nursery;

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
     * Tells the nursery; returns how many there were. Who waits for its end may be handed this
     * worker if that is about to be free.
     */
    int report(boolean mayRunNext) {
        int n = count;
        NurseryImpl to = nursery;
        if (n == 0 || to == null) {
            return 0;
        }
        count = 0;
        nursery = null;
        to.ended(tasks, n, mayRunNext);
        Arrays.fill(tasks, 0, n, null);
        return n;
    }
}
