package dev.stint.internal.supervisor;

import dev.stint.internal.task.TaskImpl;
import dev.stint.internal.wait.TimerHeap;
import dev.stint.supervisor.ChildSnapshot;
import dev.stint.supervisor.ChildSpec;
import dev.stint.task.TaskState;
import org.jspecify.annotations.Nullable;

/** A child of a supervisor. Written by the supervising task only; the volatiles are read by any. */
final class Child {
    final ChildSpec spec;
    final int place;
    private volatile @Nullable TaskImpl<?> task; // the last one started
    private volatile long restarts;
    private long starts;
    private boolean settled = true; // its end was seen and dealt with
    private boolean over; // and its body was told that it will not be started again
    long startAt = TimerHeap.NONE; // when it is to be started; NONE: not at all

    Child(ChildSpec spec, int place) {
        this.spec = spec;
        this.place = place;
    }

    boolean isRunning() {
        TaskImpl<?> now = task;
        return now != null && !now.isDone();
    }

    /** True while it runs, and until somebody has dealt with its end. */
    boolean isOpen() {
        return !settled;
    }

    boolean isRunBy(TaskImpl<?> some) {
        return task == some && !settled;
    }

    boolean isRunBy(long taskId) {
        TaskImpl<?> now = task;
        return now != null && !settled && now.id() == taskId;
    }

    @Nullable TaskImpl<?> task() {
        return task;
    }

    void started(TaskImpl<?> by) {
        restarts = starts;
        starts++;
        task = by;
        settled = false;
        startAt = TimerHeap.NONE;
    }

    void settle() {
        settled = true;
    }

    /** It will not be started again, and tells its body so if that wants to know. */
    void over() {
        if (spec.body() instanceof Survivor survivor && !over) {
            over = true;
            survivor.over();
        }
    }

    /** False for a body that has been told that it is over. */
    boolean mayStartAgain() {
        return !over;
    }

    ChildSnapshot snapshot() {
        TaskImpl<?> now = task;
        return new ChildSnapshot(
                spec.name(),
                now == null ? 0 : now.id(),
                now == null ? TaskState.READY : now.state(),
                restarts);
    }
}
