package dev.stint.internal.worker;

import dev.stint.internal.task.TaskImpl;
import org.jspecify.annotations.Nullable;

/**
 * Whose scheduling context pays for what runs on one worker, if one does; then no tenant's share is
 * charged. The worker's own. While no task has a context each question is one look at an empty
 * field.
 */
final class Paying {
    private final Engine engine;
    private final Contexts contexts;
    private final Lanes lanes;
    private final int worker;
    private int place; // the worker's, or LEASED; see ContextOrder
    private @Nullable ContextImpl context;
    private long since; // on the scheduler's clock; what was before is charged
    private long[] row = {}; // of the task's tenant
    private volatile boolean called; // a task that runs was bound or unbound; it may be here

    Paying(Engine engine, Lanes lanes, int worker) {
        this.engine = engine;
        this.contexts = engine.contexts();
        this.lanes = lanes;
        this.worker = worker;
        this.place = worker;
    }

    /** The worker serves a lease from now on, or everybody again. Nothing is paid. */
    void moveTo(int place) {
        this.place = place;
    }

    /** What the worker is to contexts. */
    int place() {
        return place;
    }

    /** True if a context pays for the task that runs. */
    boolean isOn() {
        return context != null;
    }

    /** A task runs now; false if no context pays for it. */
    boolean begin(TaskImpl<?> task) {
        return task.context() != null && beginOn(task);
    }

    private boolean beginOn(TaskImpl<?> task) {
        settle();
        called = false; // before the look at its context: who changes that after it calls again
        long now = engine.clock().nanos();
        ContextImpl paying = contexts.begin(task, place, now);
        if (paying == null) {
            called = true; // it may have just been used up: then the task waits at its next look
            return false;
        }
        row = lanes.laneOf(task).tallies().row(worker);
        since = now;
        context = paying;
        return true;
    }

    /** It was taken up just now. */
    void step() {
        use(Turns.STEP_OPERATIONS);
    }

    /** Operations that the task has done; false if no context pays for them. */
    boolean use(long operations) {
        ContextImpl paying = context;
        if (paying == null) {
            return false;
        }
        long now = engine.clock().nanos();
        contexts.charge(paying, operations, now - since, now);
        since = now;
        return true;
    }

    /** The task runs no longer. */
    void settle() {
        ContextImpl paying = context;
        if (paying != null) {
            context = null; // first: a death must not settle twice
            long now = engine.clock().nanos();
            contexts.settle(paying, now - since, now);
        }
    }

    /** True if the task is to give way now, because of contexts. */
    boolean isHurried() {
        ContextImpl paying = context;
        return paying == null
                ? contexts.isReady(place) || called
                : paying.isUsedUp() || called || contexts.earliest(place) < paying.key();
    }

    /** True if the task must give way whoever else is there, so that another pays or it waits. */
    boolean mustChange(@Nullable TaskImpl<?> task) {
        ContextImpl paying = context;
        if (paying != null && paying.isUsedUp()) {
            return true;
        }
        if (!called) {
            return false;
        }
        boolean isOutdated = task != null && isOutdated(task);
        if (!isOutdated) {
            called = false; // it was not here, or runs here no longer
        }
        return isOutdated;
    }

    /** True if another should pay for the task that runs. */
    boolean isOutdated(TaskImpl<?> task) {
        return !task.mustEnd() && wantedBy(task) != context;
    }

    /** Cancels the task that runs if its context is used up and wants that. */
    void killIfUsedUp(@Nullable TaskImpl<?> task) {
        ContextImpl paying = context;
        if (paying != null
                && paying.isKilling()
                && paying.isUsedUp()
                && task != null
                && task.context() == paying
                && !task.mustEnd()) {
            contexts.loans.kill(paying, task);
        }
    }

    /** The context that a task should be paid by, or wait for. */
    private static @Nullable ContextImpl wantedBy(TaskImpl<?> task) {
        var bound = (ContextImpl) task.context();
        return bound != null && bound.isUsedUp() && bound.isDemoting() ? null : bound;
    }

    /** A task that runs on some worker was bound or unbound just now. Any thread. */
    void call() {
        called = true;
    }

    /** Where the worker counts for the tenant of the task that runs. */
    long[] row() {
        return context == null ? lanes.current().row : row;
    }
}
