package dev.stint.testkit;

import dev.stint.env.VirtualClock;
import dev.stint.internal.task.TaskImpl;
import dev.stint.internal.worker.Engine;
import dev.stint.task.Task;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** A point of a run at which a {@link Fault} strikes, and what it can do there. */
public final class Moment {
    private final TaskImpl<?> running;
    private final Engine engine;
    private final FaultPlan plan;

    Moment(TaskImpl<?> running, Engine engine, FaultPlan plan) {
        this.running = running;
        this.engine = engine;
        this.plan = plan;
    }

    /** The task that is at this point. */
    public Task<?> running() {
        return running;
    }

    /** The tasks that have started and not ended, the running one among them, by id. */
    public List<Task<?>> tasks() {
        return new ArrayList<>(engine.liveTasks());
    }

    /** A number from 0 to {@code alternatives - 1}, chosen by the strategy. */
    public int choose(int alternatives) {
        return plan.choose(alternatives);
    }

    /** Nanoseconds on the virtual clock. */
    public long nanoTime() {
        return engine.clock().nanos();
    }

    /** Moves the virtual clock on, as if the tasks had been slow. */
    public void jumpClock(Duration by) {
        if (by.isNegative()) {
            throw new IllegalArgumentException("the clock only goes on, not by " + by);
        }
        long then = engine.clock().after(TaskImpl.toNanos(by));
        if (engine.clock() instanceof VirtualClock clock) {
            clock.jumpTo(then);
        }
    }

    /** Wakes a task that waits, for no reason. */
    public void wake(Task<?> task) {
        if (Objects.requireNonNull(task, "the task to wake") instanceof TaskImpl<?> waiter) {
            waiter.unpark();
        }
    }

    /** Has the scheduler's code on the worker of the running task throw when it next gets there. */
    public void killWorker() {
        plan.killNext();
    }

    /** Has the worker of the running task stuck for so many steps. */
    public void slowWorker(int steps) {
        if (steps < 1) {
            throw new IllegalArgumentException(
                    "a worker is slow for at least 1 step, not for " + steps);
        }
        plan.stick(running.last() == null ? 0 : running.last().id(), steps);
    }
}
