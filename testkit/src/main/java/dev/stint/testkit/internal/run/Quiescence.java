package dev.stint.testkit.internal.run;

import dev.stint.Scheduler;
import dev.stint.event.DrainReport;
import dev.stint.internal.nursery.Auditor;
import dev.stint.internal.nursery.NurseryImpl;
import dev.stint.internal.task.TaskImpl;
import dev.stint.internal.worker.Engine;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** What must hold of a scheduler when nothing runs on it. */
public final class Quiescence {
    private Quiescence() {}

    static Engine engineOf(Scheduler scheduler) {
        if (scheduler.root() instanceof NurseryImpl root && root.home() instanceof Engine engine) {
            return engine;
        }
        throw new IllegalStateException("the root nursery of a scheduler of another kind");
    }

    /**
     * Waits for what is still there, without telling those that wait in vain: they are leftovers.
     */
    static DrainReport drain(Scheduler scheduler, Duration timeout) throws InterruptedException {
        return engineOf(scheduler).drain(timeout, false);
    }

    /** Tasks that have outlived their nursery. */
    public static List<String> orphans(Scheduler scheduler) {
        List<String> orphans = new ArrayList<>();
        for (TaskImpl<?> task : engineOf(scheduler).liveTasks()) {
            if (NurseryImpl.of(task).state().isFinal()) {
                orphans.add(task + " runs, and " + task.nursery() + " has ended");
            }
        }
        return orphans;
    }

    /** What is wrong with the books of the first tenant. */
    public static List<String> books(Scheduler scheduler) {
        return Auditor.audit(engineOf(scheduler).tenant());
    }
}
