package dev.stint.internal.worker;

import dev.stint.context.ContextConfig;
import dev.stint.context.ContextSnapshot;
import dev.stint.context.ContextState;
import dev.stint.context.Overrun;
import dev.stint.context.SchedulingContext;
import dev.stint.context.WorkerMask;
import dev.stint.internal.nursery.TenantImpl;
import dev.stint.internal.stack.Headroom;
import dev.stint.internal.stack.Points;
import dev.stint.internal.task.Lending;
import dev.stint.internal.task.TaskImpl;
import dev.stint.internal.wait.TimerHeap;
import dev.stint.task.Task;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A right to processor time: what is left of it, when it is filled up, and which of its tasks wait.
 *
 * <pre>
 *   IDLE            -> READY      put()     a task on it can run: into the order
 *   READY           -> IDLE       take(), evict()   the last one is taken out
 *   IDLE, READY     -> DEPLETED   charge()  nothing is left: out of the order
 *   READY           -> READY      charge()  the same, and it borrows: behind those due before
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
    /** More than any deadline: clocks count from when the scheduler was opened. */
    private static final long RANK = 1L << 60;

    private final Contexts contexts;
    private final Engine engine;
    private final ContextConfig config;
    final @Nullable TenantImpl owner; // whose tasks may run on it; null: those of all
    volatile @Nullable Opened openedBy; // the tie to a right, if there is one
    final int number;
    final long period;
    final long due; // after the beginning of a period
    final long mostOperations;
    final long mostNanos;

    private final long rank; // what its criticality takes off the deadline, as a key
    private final @Nullable WorkerMask mask;
    private final boolean isSimulated; // then every worker is as any other
    private final DepletionReports.@Nullable Slot report;

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
    long killed;
    final ArrayList<Loan> loans = new ArrayList<>(); // all that are not over
    private boolean hasBorrowed; // what the next period would give
    private volatile long deadline; // written under the lock
    private volatile boolean usedUp; // DEPLETED or REVOKED

    ContextImpl(
            Contexts contexts,
            ContextConfig config,
            @Nullable TenantImpl owner,
            int number,
            Engine engine) {
        long now = engine.clock().nanos();
        this.contexts = contexts;
        this.engine = engine;
        this.config = config;
        this.owner = owner;
        this.number = number;
        this.period = config.period().toNanos();
        this.due = config.deadlineOrDefault().toNanos();
        this.mostOperations = config.operations();
        this.mostNanos = config.timeOrDefault().toNanos();
        this.operationsLeft = mostOperations;
        this.nanosLeft = mostNanos;
        this.start = now;
        this.deadline = now + due;
        this.rank =
                switch (config.criticality()) {
                    case LOW -> 0;
                    case NORMAL -> RANK;
                    case HIGH -> 2 * RANK;
                };
        this.mask = config.workers().orElse(null);
        this.isSimulated = engine.isSimulated();
        this.report =
                config.endpoint()
                        .map(endpoint -> ((DepletionReports) endpoint).slotFor(config.name()))
                        .orElse(null);
    }

    /** When it is filled up, by the timer of the worker that found it used up. */
    final class Refill extends TimerHeap.Entry {
        @Override
        public void fire() {
            contexts.refill(ContextImpl.this);
        }
    }

    private void setDeadline(long then) {
        deadline = then;
    }

    /** By which it is compared with others: the earlier, the sooner. A hint without the lock. */
    long key() {
        return deadline - rank;
    }

    @Nullable WorkerMask mask() {
        return mask;
    }

    boolean mayRunOn(int worker) {
        return mask == null
                || isSimulated
                || worker == ContextOrder.LEASED
                || mask.contains(worker);
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

    /** True if the task that runs when it is used up is cancelled. */
    boolean isKilling() {
        return config.overrun() == Overrun.KILL;
    }

    boolean isRevoked() {
        return state == ContextState.REVOKED;
    }

    /** True if it comes before another in the order. Both are in it, or about to be. */
    boolean isBefore(ContextImpl other) {
        if (key() != other.key()) {
            return key() < other.key();
        }
        int byPriority = other.config.priority().compareTo(config.priority());
        return byPriority != 0 ? byPriority < 0 : number < other.number;
    }

    // ---- budget and period; lock held

    boolean hasLeft() {
        return operationsLeft > 0 && nanosLeft > 0;
    }

    /** Takes off what was used; true if that has used it up just now. */
    boolean use(long operations, long nanos) {
        operationsLeft -= operations;
        operationsUsed += operations;
        nanosLeft -= nanos;
        nanosUsed += nanos;
        return !hasLeft() && !usedUp;
    }

    /**
     * Takes what the next period would give, and that one's deadline, if its policy is so; false if
     * it is not, or that is used up as well. As a constant bandwidth server does, once in a period.
     */
    boolean borrows() {
        if (config.overrun() != Overrun.NOTIFY || hasBorrowed) {
            return false;
        }
        hasBorrowed = true;
        operationsLeft += mostOperations;
        nanosLeft += mostNanos;
        setDeadline(deadline + period);
        return hasLeft();
    }

    void activate(long now) {
        if (!isActive) {
            isActive = true;
            long next = start + due + (hasBorrowed ? period : 0);
            deadline = next > now ? next : next + period;
        }
    }

    /** Nothing of it can run any more. */
    void end(long now) {
        if (isActive && now > deadline) {
            misses++;
        }
        isActive = false;
    }

    boolean isPeriodOver(long now) {
        return now - start >= period && !isRevoked();
    }

    /** Begins the period that now is in. It is in no order. */
    void beginPeriod(long now) {
        long periods = (now - start) / period;
        start += periods * period;
        long given = hasBorrowed ? periods - 1 : periods;
        hasBorrowed = false;
        operationsLeft = filled(operationsLeft, mostOperations, given);
        nanosLeft = filled(nanosLeft, mostNanos, given);
        if (isActive && now >= deadline) {
            end(now);
            activate(now);
        }
    }

    private static long filled(long left, long most, long periods) {
        long lacking = most - left; // more than most if it is in debt
        return lacking / most >= periods ? left + periods * most : most;
    }

    /** Tells whoever listens that it was used up. Without the lock; allocates nothing. */
    void tell(long now) {
        if (report != null) {
            report.tell(now);
        }
    }

    /** Why a task cannot be bound, in words; null if it can. */
    @Nullable String whatForbids(TaskImpl<?> task, @Nullable ContextImpl before) {
        if (isRevoked()) {
            return "that is closed. Open another one.";
        }
        if (task.home() != engine) {
            return "that belongs to scheduler '"
                    + engine.name()
                    + "', and the task to '"
                    + ((Engine) task.home()).name()
                    + "'. Open one where the task runs.";
        }
        if (owner != null && task.nursery().domain() != owner) {
            return "that was opened by a right of "
                    + owner
                    + ", for tasks of that tenant. Bind one of those.";
        }
        if (before != null && !before.isRevoked()) {
            return "it runs on "
                    + before
                    + ", and a task has one at a time. Unbind it there first.";
        }
        if (tasks == MAX_TASKS) {
            return "that has " + tasks + " tasks, which is the most. Unbind one first.";
        }
        return null;
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

    /** What an endpoint lends for a call; null if nothing is left. */
    public @Nullable Lending lend() {
        return contexts.loans.offerOf(this);
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
                killed,
                Loans.countLent(loans),
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
