package dev.stint.internal.sim;

import dev.stint.Scheduler;
import dev.stint.env.VirtualClock;
import dev.stint.event.DrainReport;
import dev.stint.internal.SchedulerBug;
import dev.stint.internal.nursery.Auditor;
import dev.stint.internal.nursery.NurseryImpl;
import dev.stint.internal.task.TaskImpl;
import dev.stint.internal.worker.Engine;
import dev.stint.task.Task;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A scheduler as a simulation sees it: its tasks, its clock and its books. */
public final class SimScheduler {
    private final Engine engine;

    private SimScheduler(Engine engine) {
        this.engine = engine;
    }

    /** The view of a scheduler. */
    public static SimScheduler of(Scheduler scheduler) {
        return new SimScheduler((Engine) ((NurseryImpl) scheduler.root()).home());
    }

    /** The view of the scheduler that a task belongs to. */
    public static SimScheduler of(Task<?> task) {
        return new SimScheduler(engineOf((TaskImpl<?>) task));
    }

    static Engine engineOf(TaskImpl<?> task) {
        return (Engine) task.home();
    }

    /** The tasks that have started and not ended, by id. */
    public List<Task<?>> liveTasks() {
        return List.copyOf(engine.liveTasks());
    }

    /** Nanoseconds on its clock. */
    public long nanos() {
        return engine.clock().nanos();
    }

    /** Moves its clock on, if that is virtual. */
    public void jumpClock(Duration by) {
        long then = engine.clock().after(TaskImpl.toNanos(by));
        if (engine.clock() instanceof VirtualClock clock) {
            clock.jumpTo(then);
        }
    }

    /**
     * Waits for what is still there, without telling those that wait in vain: they are leftovers.
     */
    public DrainReport drain(Duration timeout) throws InterruptedException {
        return engine.drain(timeout, false);
    }

    /** Tasks that have outlived their nursery, in words. */
    public List<String> orphans() {
        List<String> orphans = new ArrayList<>();
        for (TaskImpl<?> task : engine.liveTasks()) {
            if (NurseryImpl.of(task).state().isFinal()) {
                orphans.add(task + " runs, and " + task.nursery() + " has ended");
            }
        }
        return orphans;
    }

    /** What is wrong with the books of the first tenant, in words. */
    public List<String> audit() {
        return Auditor.audit(engine.tenant());
    }

    /** Closes a scheduler; returns the bug of its own that showed in this, or null. */
    public static @Nullable RuntimeException close(Scheduler scheduler) {
        try {
            scheduler.close();
            return null;
        } catch (SchedulerBug bug) {
            return bug;
        }
    }
}
