package dev.stint.internal.worker;

import dev.stint.internal.task.TaskImpl;
import org.jspecify.annotations.Nullable;

/**
 * The end of the slice that runs on one worker, under profile REALTIME. Something else than the
 * operations of the task decides it, and the task sees it at its next look.
 *
 * <p>The worker's carrier, unless said otherwise.
 */
public abstract sealed class SliceEnd permits ClockedSliceEnd, DrawnSliceEnd {
    /** What ends slices on this worker; null if a count of operations does, or a simulation. */
    static @Nullable SliceEnd of(Engine engine, Worker worker) {
        if (!engine.isTimed() || engine.isSimulated()) {
            return null;
        }
        return engine.isSeeded()
                ? new DrawnSliceEnd(engine, worker)
                : new ClockedSliceEnd(engine, worker);
    }

    /** A slice of this task begins. */
    abstract void begin(TaskImpl<?> task);

    /** Nothing runs here. */
    abstract void rest();

    /** The task has looked around. */
    abstract void looked();

    /** True if the task is to give way, if anything else can run. */
    abstract boolean isOver();
}
