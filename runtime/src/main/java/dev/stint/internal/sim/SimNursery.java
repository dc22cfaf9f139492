package dev.stint.internal.sim;

import dev.stint.Scheduler;
import dev.stint.internal.nursery.NurseryImpl;
import dev.stint.internal.task.TaskImpl;
import dev.stint.nursery.Nursery;
import dev.stint.nursery.NurseryState;
import dev.stint.task.Task;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A nursery as a simulation sees it: with its tasks, and the nurseries that are open below it. */
public record SimNursery(Nursery nursery) {
    /** The root of a scheduler's first tenant. */
    public static SimNursery rootOf(Scheduler scheduler) {
        return new SimNursery(scheduler.root());
    }

    /** The root of the tenant that a task belongs to. */
    public static SimNursery rootOf(Task<?> task) {
        return new SimNursery(NurseryImpl.of((TaskImpl<?>) task).tenant().root());
    }

    /** The nursery that a task was started in. */
    public static SimNursery of(Task<?> task) {
        return new SimNursery(NurseryImpl.of((TaskImpl<?>) task));
    }

    private NurseryImpl ours() {
        return (NurseryImpl) nursery;
    }

    /** Its number in its scheduler. */
    public long id() {
        return ours().id();
    }

    /** Where it is in its life. */
    public NurseryState state() {
        return ours().state();
    }

    /** The task that has opened it; null if none has. */
    public @Nullable Task<?> owner() {
        return ours().owner();
    }

    /** Its tasks that are not forgotten yet. Not a point: nobody goes on before it. */
    public List<Task<?>> children() {
        return List.copyOf(ours().childrenNow());
    }

    /** The nurseries that are open right below it. */
    public List<SimNursery> openBelow() {
        return ours().openBelow().stream().map(SimNursery::new).toList();
    }

    @Override
    public String toString() {
        return nursery.toString();
    }
}
