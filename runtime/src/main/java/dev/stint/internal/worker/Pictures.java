package dev.stint.internal.worker;

import dev.stint.event.TaskSnapshot;
import dev.stint.event.TenantSnapshot;
import dev.stint.event.WorkerSnapshot;
import dev.stint.internal.nursery.TenantImpl;
import dev.stint.internal.stack.Core;
import dev.stint.internal.stack.Processor;
import dev.stint.internal.task.TaskImpl;
import dev.stint.internal.wait.WaitNode;
import java.util.ArrayList;
import java.util.List;

/** Takes snapshots of tasks and workers. Any thread; what they show moves on meanwhile. */
public final class Pictures {
    /** A picture of more tasks than this leaves out their stacks: each costs microseconds. */
    private static final int MOST_STACKS = 256;

    private Pictures() {}

    /** One task, with its stack. */
    public static TaskSnapshot of(TaskImpl<?> task) {
        return of(task, 0);
    }

    /** One task, after so many others. */
    static TaskSnapshot of(TaskImpl<?> task, int before) {
        WaitNode on = task.waitingOn();
        Processor last = task.last();
        Core core = task.core();
        return new TaskSnapshot(
                task.id(),
                task.name(),
                task.state(),
                task.priority(),
                on == null ? "" : on.describe(),
                last == null ? -1 : last.id(),
                core == null || before >= MOST_STACKS ? List.of() : List.of(core.stackTrace()));
    }

    /** Those among them that have not ended. */
    static List<TaskSnapshot> of(List<TaskImpl<?>> tasks) {
        List<TaskSnapshot> pictures = new ArrayList<>();
        for (TaskImpl<?> task : tasks) {
            TaskSnapshot picture = of(task, pictures.size());
            if (!picture.state().isFinal()) { // it may have ended while we looked
                pictures.add(picture);
            }
        }
        return pictures;
    }

    static TenantSnapshot of(TenantImpl tenant) {
        return new TenantSnapshot(tenant.id(), tenant.name(), tenant.weight(), tenant.guards());
    }

    static WorkerSnapshot of(Worker worker) {
        boolean asleep = worker.sleeper().isAsleep();
        TaskImpl<?> task = asleep ? null : worker.currentTask();
        return new WorkerSnapshot(
                worker.id(),
                worker.isTemporary(),
                asleep,
                worker.pulse().isStalled(),
                task != null && task.isOwned() ? task.id() : -1,
                worker.queued(),
                worker.timers().size(),
                worker.pulse().steps(),
                worker.begun().started(),
                worker.thefts().succeeded(),
                worker.thefts().failed(),
                worker.deaths().count());
    }
}
