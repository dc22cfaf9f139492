package dev.stint.internal.task;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The live children of a nursery, linked through themselves, the newest first. Guarded by the
 * nursery's lock.
 */
public final class Siblings {
    private @Nullable TaskImpl<?> newest;
    private @Nullable TaskImpl<?> toCancel; // where the canceller is

    public void add(TaskImpl<?> task) {
        TaskImpl<?> next = newest;
        task.right = next;
        if (next != null) {
            next.left = task;
        }
        newest = task;
        task.setMember(true);
    }

    public void remove(TaskImpl<?> task) {
        TaskImpl<?> l = task.left;
        TaskImpl<?> r = task.right;
        if (toCancel == task) {
            toCancel = r;
        }
        if (l == null) {
            newest = r;
        } else {
            l.right = r;
        }
        if (r != null) {
            r.left = l;
        }
        task.left = null;
        task.right = null;
        task.setMember(false);
    }

    /** All of them are to be cancelled. No more come. */
    public void beginCancel() {
        toCancel = newest;
    }

    /** The next few to cancel; those that end leave the list. */
    public int nextToCancel(@Nullable TaskImpl<?>[] batch) {
        int n = 0;
        TaskImpl<?> task = toCancel;
        while (task != null && n < batch.length) {
            batch[n++] = task;
            task = task.right;
        }
        toCancel = task;
        return n;
    }

    /** Those that have ended and were not reported yet are among them. */
    public void forEach(Consumer<? super TaskImpl<?>> action) {
        for (TaskImpl<?> task = newest; task != null; task = task.right) {
            action.accept(task);
        }
    }

    /** The oldest first; those among them that have ended were not reported yet. */
    public List<TaskImpl<?>> all() {
        List<TaskImpl<?>> all = new ArrayList<>();
        for (TaskImpl<?> task = newest; task != null; task = task.right) {
            all.add(task);
        }
        Collections.reverse(all);
        return all;
    }
}
