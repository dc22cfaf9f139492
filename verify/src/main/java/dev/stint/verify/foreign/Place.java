package dev.stint.verify.foreign;

import dev.stint.Scheduler;
import dev.stint.Stint;
import dev.stint.nursery.Nursery;
import dev.stint.nursery.NurseryConfig;
import dev.stint.task.Task;
import dev.stint.task.TaskState;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;

/**
 * Where a scenario runs: in a task, or on a thread outside; on threads, or under a seed.
 *
 * @param inTask whether the scenario itself runs in a task
 * @param seeded whether a seed decides and time is virtual
 */
record Place(Scheduler scheduler, boolean inTask, boolean seeded) {
    /** Nothing that a scenario waits for takes so long, unless it never comes. */
    static final Duration LONG = Duration.ofHours(1);

    /** Long enough for others to get going, and short enough to be waited for. */
    static final Duration SHORT = Duration.ofMillis(10);

    private static final Duration PATIENCE = Duration.ofSeconds(10);

    /** Opens a nursery here: the task's own, or one below the root. */
    Nursery nursery(UnaryOperator<NurseryConfig> configure) {
        return inTask ? Stint.nursery(configure) : scheduler.nursery(configure);
    }

    Nursery nursery() {
        return nursery(UnaryOperator.identity());
    }

    /** Lets others run until this holds. Virtual time stands still meanwhile. */
    void until(BooleanSupplier condition) throws InterruptedException {
        if (inTask) {
            yieldUntil(condition);
        } else {
            scheduler.run(() -> yieldUntil(condition));
        }
    }

    /** Lets others run until these tasks wait for something. */
    void untilBlocked(Task<?>... tasks) throws InterruptedException {
        for (Task<?> task : tasks) {
            until(() -> task.state() == TaskState.BLOCKED);
        }
    }

    /** For tasks: gives way until this holds. */
    static void yieldUntil(BooleanSupplier condition) throws InterruptedException {
        long begun = System.nanoTime();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - begun > PATIENCE.toNanos()) {
                throw new AssertionError("waited in vain for " + PATIENCE);
            }
            Stint.yield();
        }
    }
}
