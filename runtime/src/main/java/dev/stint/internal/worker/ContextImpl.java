package dev.stint.internal.worker;

import dev.stint.context.ContextConfig;
import dev.stint.context.ContextSnapshot;
import dev.stint.context.ContextState;
import dev.stint.context.Overrun;
import dev.stint.context.SchedulingContext;
import dev.stint.internal.stack.Headroom;
import dev.stint.internal.stack.Points;
import dev.stint.internal.task.TaskImpl;
import dev.stint.internal.wait.TimerHeap;
import dev.stint.task.Task;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Objects;

/**
 * A right to processor time: what is left of it, when it is filled up, and which of its tasks wait.
 *
 * <pre>
 *   IDLE            -> READY      put()     a task on it can run: into the order
 *   READY           -> IDLE       take(), evict()   the last one is taken out
 *   IDLE, READY     -> DEPLETED   charge()  nothing is left: out of the order
 *   DEPLETED        -> IDLE       fillUp()  without tasks
 *   DEPLETED        -> READY      fillUp()  with tasks
 *   any             -> REVOKED    revoke()  final
 * </pre>
 *
 * <p>READY, and nothing else, stands in the order of {@link Contexts}. All fields are guarded by
 * its lock; what is volatile may be read without, as a hint. Whoever moves it to DEPLETED with
 * tasks in its queue, or puts the first one there, owes a timer, unless one is armed.
 */
public final class ContextImpl implements SchedulingContext {
    private final Contexts contexts;
    private final ContextConfig config;
    final int number;
    final long period;
    final long due; // after the beginning of a period
    final long mostOperations;
    final long mostNanos;

    final ArrayDeque<TaskImpl<?>> queue = new ArrayDeque<>();
    final Refill timer = new Refill();
    ContextState state = ContextState.IDLE;
    boolean isArmed; // the timer is in a heap, or about to be added, or taken and not fired yet
    long start; // of the period
    long operationsLeft;
    long nanosLeft;
    boolean isActive; // something of it can run, or runs, since before its deadline
    int running; // workers that it pays
    int tasks; // bound to it
    long operationsUsed;
    long nanosUsed;
    long depletions;
    long misses;
    private volatile long deadline;
    private volatile boolean usedUp; // DEPLETED or REVOKED

    ContextImpl(Contexts contexts, ContextConfig config, int number, long now) {
        this.contexts = contexts;
        this.config = config;
        this.number = number;
        this.period = config.period().toNanos();
        this.due = config.deadlineOrDefault().toNanos();
        this.mostOperations = config.operations();
        this.mostNanos = config.timeOrDefault().toNanos();
        this.operationsLeft = mostOperations;
        this.nanosLeft = mostNanos;
        this.start = now;
        this.deadline = now + due;
    }

    /** When it is filled up, by the timer of the worker that found it used up. */
    final class Refill extends TimerHeap.Entry {
        @Override
        public void fire() {
            contexts.refill(ContextImpl.this);
        }
    }

    /** By which what can run of it is due. A hint without the lock. */
    long deadline() {
        return deadline;
    }

    void setDeadline(long deadline) {
        this.deadline = deadline;
    }

    /** True if nobody may run on it now. A hint without the lock. */
    boolean isUsedUp() {
        return usedUp;
    }

    void move(ContextState to) {
        state = to;
        boolean stops = to == ContextState.DEPLETED || to == ContextState.REVOKED;
        if (stops != usedUp) {
            usedUp = stops;
        }
    }

    /** True if its tasks go on as others do when it is used up. */
    boolean isDemoting() {
        return config.overrun() == Overrun.DEMOTE;
    }

    boolean isRevoked() {
        return state == ContextState.REVOKED;
    }

    /** True if it comes before another in the order. Both are in it, or about to be. */
    boolean isBefore(ContextImpl other) {
        if (deadline != other.deadline) {
            return deadline < other.deadline;
        }
        int byPriority = other.config.priority().compareTo(config.priority());
        return byPriority != 0 ? byPriority < 0 : number < other.number;
    }

    // ---- the public face

    @Override
    public ContextConfig config() {
        return config;
    }

    @Override
    public void bind(Task<?> task) {
        contexts.bind(this, checked(task));
    }

    @Override
    public void unbind(Task<?> task) {
        contexts.unbind(this, checked(task));
    }

    private static TaskImpl<?> checked(Task<?> task) {
        Headroom.ensure();
        Points.pass();
        var checked = (TaskImpl<?>) Objects.requireNonNull(task, "the task");
        checked.ensureMaySee(TaskImpl.currentOrNull());
        return checked;
    }

    @Override
    public ContextSnapshot snapshot() {
        Headroom.ensure();
        return contexts.snapshot(this);
    }

    /** Lock held. */
    ContextSnapshot picture() {
        return new ContextSnapshot(
                config.name(),
                state,
                tasks,
                queue.size(),
                operationsLeft,
                Duration.ofNanos(nanosLeft),
                operationsUsed,
                Duration.ofNanos(nanosUsed),
                depletions,
                misses);
    }

    @Override
    public void close() {
        Headroom.ensure();
        Points.pass();
        contexts.revoke(this);
    }

    @Override
    public String toString() {
        return "context '" + config.name() + "'";
    }
}
