package dev.stint.internal.task;

import dev.stint.budget.Bill;
import dev.stint.budget.Budget;
import dev.stint.budget.Receipt;
import dev.stint.capability.CapSpawn;
import dev.stint.capability.Capabilities;
import dev.stint.context.SchedulingContext;
import dev.stint.env.Parking;
import dev.stint.error.GuardExceededException;
import dev.stint.error.TaskFailedException;
import dev.stint.internal.SchedulerBug;
import dev.stint.internal.money.BillNode;
import dev.stint.internal.money.Purse;
import dev.stint.internal.stack.Carrier;
import dev.stint.internal.stack.Core;
import dev.stint.internal.stack.Headroom;
import dev.stint.internal.stack.Job;
import dev.stint.internal.stack.Points;
import dev.stint.internal.stack.Processor;
import dev.stint.internal.stack.UsageSum;
import dev.stint.internal.wait.TimerHeap;
import dev.stint.internal.wait.WaitNode;
import dev.stint.task.Action;
import dev.stint.task.CancelledException;
import dev.stint.task.NurseryCancelledException;
import dev.stint.task.Outcome;
import dev.stint.task.Priority;
import dev.stint.task.Task;
import dev.stint.task.TaskCancelledException;
import dev.stint.task.TaskOptions;
import dev.stint.task.TaskState;
import dev.stint.task.Usage;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * A task: its control word, what it is to do, and how it ended. Has no stack until it starts.
 *
 * <pre>
 *   field       who may touch it
 *   body        the spawner, then the core that runs the task; dropped at the end
 *   outcome     written by the core before finish(), read by anyone after isDone()
 *   last        worker it last ran on; a hint, racy
 *   stolen      set by a thief, cleared by who wakes it; a hint, racy
 *   left, right   siblings; guarded by the nursery's lock
 *   startedBy   the tenant that started it from another scheduler; the spawner
 *   context     what pays for its runs; guarded by the lock of the scheduler's contexts; read by
 *               anyone, as a hint that there is one
 *   daemon      set by the task before its body; read by it
 *   countedBy   the right that wants to hear of its end; the spawner, then the core at the end
 * </pre>
 */
public final class TaskImpl<T extends @Nullable Object> extends Awaited implements Task<T> {
    private final long id;
    private final TaskOptions options;
    private @Nullable Callable<? extends T> body;
    private @Nullable Outcome<T> outcome;
    private @Nullable Processor last;
    @Nullable TaskImpl<?> left;
    @Nullable TaskImpl<?> right;
    private boolean stolen;
    private @Nullable CapSpawn countedBy;
    private @Nullable Domain startedBy;
    private volatile @Nullable SchedulingContext context;
    private boolean onContext; // it is in the queue of that; guarded by the same lock
    private boolean daemon; // its nursery counts it as idle all the time; the task's own

    /** A task that will get at most {@code upTo}, or exactly what its options ask for. */
    public TaskImpl(
            Family nursery, long id, TaskOptions options, Callable<? extends T> body, Budget upTo) {
        super(nursery, upTo);
        this.id = id;
        this.options = options;
        this.body = body;
    }

    /** A published task that no nursery has adopted, for tests of the queues. */
    public static <T> TaskImpl<T> unowned(Family nursery, long id, Callable<? extends T> body) {
        var task = new TaskImpl<T>(nursery, id, TaskOptions.defaults(), body, Budget.ZERO);
        task.publish();
        return task;
    }

    /** All that our cores run are tasks. */
    public static TaskImpl<?> of(Job job) {
        return (TaskImpl<?>) job;
    }

    /** The task that the calling code belongs to, or null outside the scheduler. */
    public static @Nullable TaskImpl<?> currentOrNull() {
        Job job = Processor.currentJobOrNull();
        return job == null ? null : of(job);
    }

    // ---- running

    /** Runs the body and settles the outcome. On the core's stack. */
    @Override
    protected void runToEnd(Core on) {
        Callable<? extends T> work = Objects.requireNonNull(body);
        body = null;
        Outcome<T> result = Ending.unbegun();
        on.beginJob();
        if (!isCancelRequested() && !home().isCancelling()) {
            if (!options.name().isEmpty()) {
                on.callIt(this + " in " + nursery()); // only these: a name costs as much as a task
            }
            result = call(on, work);
            if (owned() != null) {
                result = closeOwned(result);
            }
            if (options.capabilities() != Capabilities.NONE) {
                TaskGrant.closeAll(this);
            }
        }
        GuardExceededException stopped = nursery().domain().stopped();
        outcome = stopped == null ? result : new Outcome.Failure<>(stopped);
        if (countedBy != null) {
            countedBy.taskEnded(nursery().domain().issuer()); // whoever sees the end finds room
        }
        on.dropLocals();
        Carrier.takeBack();
        settlePurse();
        while (!finish()) {
            on.giveWay(); // a canceller is about to let go of the core
        }
        leaveCore();
    }

    /** Runs the body, with what it inherits from the opener of its nursery. */
    private Outcome<T> call(Core on, Callable<? extends T> work) {
        Object bound = nursery().scopedValues();
        Outcome<T> result = bound == null ? Ending.of(this, work) : callWith(on, bound, work);
        on.closeScopes(); // of the JDK, that it left open; this may wait for them
        return result;
    }

    private Outcome<T> callWith(Core on, Object bound, Callable<? extends T> work) {
        var result = new AtomicReference<@Nullable Outcome<T>>();
        try {
            on.runWith(bound, () -> result.set(Ending.of(this, work)));
        } catch (RuntimeException | Error e) {
            return new Outcome.Failure<>(e);
        }
        return Objects.requireNonNull(result.get());
    }

    /** A task that ends with nurseries open has them cancelled, waits for them, and has failed. */
    private Outcome<T> closeOwned(Outcome<T> result) {
        Family innermost = owned();
        while (innermost != null && innermost.isLeft()) { // others have closed it
            innermost = innermost.outer();
            setOwned(innermost);
        }
        if (innermost == null) {
            return result;
        }
        String name = innermost.toString();
        while (innermost != null) {
            innermost.abandon(this);
            innermost = owned();
        }
        if (!(result instanceof Outcome.Success<T>)) {
            return result; // also when it has ended by itself: that would depend on the schedule
        }
        return new Outcome.Failure<>(
                new IllegalStateException(
                        this
                                + " ended and left "
                                + name
                                + " open; its children were cancelled. Close a nursery where it"
                                + " was opened: try (var nursery = ...) { ... }"));
    }

    @Override
    protected boolean isGuest() {
        return body instanceof GuestBody;
    }

    /** True if it was cancelled before it began, so that none of its code will run. */
    public boolean endsUnbegun() {
        return isCancelRequested() && isUnstarted();
    }

    // ---- paying; on the task's own stack, unless said otherwise

    /** Counts operations done by code that is not metered; looks around every interval. */
    public void checkpoint(long operations) throws CancelledException {
        purse().checkpoint(operations);
    }

    /** Pays for a channel operation, whether it will succeed or not; a cancellation point. */
    public void payChannelOp(String where) throws CancelledException {
        purse().channelOp(where);
    }

    /** Pays for one operation; a cancellation point. */
    public void payOp(String where) throws CancelledException {
        purse().checkpoint(1);
        throwIfEnding(where);
    }

    /** Pays for something, all of it or nothing. */
    public void charge(Budget cost) throws CancelledException {
        purse().charge(cost);
    }

    /** Runs something in which neither cancellation nor a lack of money is thrown, within grace. */
    public void shielded(Action action) throws Exception {
        Headroom.ensure();
        Purse p = purse();
        p.enterShield();
        boolean interrupted = mustEnd() && Thread.interrupted();
        try {
            action.run();
        } finally {
            p.leaveShield();
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** True if a nursery that it is in, or has open, has a deadline. */
    @Override
    protected boolean hasDeadline() {
        Family open = owned();
        return nursery().hasDeadline() || (open != null && open.hasDeadline());
    }

    /** Cancels the nurseries around it whose time is up. */
    @Override
    protected void lookForDeadline() {
        for (Family open = owned(); open != null; open = open.outer()) {
            open.lookForDeadline();
        }
        nursery().lookForDeadline();
    }

    /**
     * Suspends until somebody gives this task something. Returns DATA, or CLOSE if it was told that
     * nobody will, or PINNED if it cannot be suspended here.
     */
    @Override
    protected int awaitRecharge(Bill bill) throws CancelledException {
        var node = new BillNode(this, bill);
        if (!nursery().enlist(node, this)) {
            return WaitNode.DATA;
        }
        exhausted(bill);
        nursery().presentBill();
        int reason = awaitNode(node, TimerHeap.NONE);
        if (reason == WaitNode.CANCEL) {
            throwIfEnding("charge");
            throw new TaskCancelledException(this + " ran out of grace in charge()");
        }
        return reason;
    }

    /** Tells whoever listens that this task cannot pay. */
    @Override
    protected void exhausted(Bill bill) {
        home().exhausted(this, bill);
    }

    @Override
    protected long @Nullable [] drawByRight(int component, long need, long want) {
        return nursery().drawByRight(this, component, need, want);
    }

    @Override
    public Optional<Receipt> receipt() {
        ensureMaySee(currentOrNull());
        return toReceipt();
    }

    @Override
    public Usage usage() {
        ensureMaySee(currentOrNull());
        var sum = new UsageSum();
        addOwnTo(sum, home().coarseClock().nanos());
        return sum.toUsage();
    }

    // ---- waking and cancelling; any thread

    @Override
    public void unpark() {
        act(wakeUp());
    }

    @Override
    protected void wokenByJdk() {
        act(jdkWake());
    }

    /** No switch, which has a class of its own: a thread of the JDK must not be the first here. */
    private void act(Next next) {
        if (next == Next.ENQUEUE) {
            home().enqueueWoken(this);
        } else if (next == Next.UNPARK_CARRIER) {
            unparkCarrier();
        }
    }

    private void unparkCarrier() {
        Core c = core(); // non-null while the task is pinned; null if it has run on and ended since
        Thread blocked = c == null ? null : c.pinnedThread();
        if (blocked != null) {
            Parking.unpark(blocked);
        }
    }

    @Override
    public boolean cancel() {
        Headroom.ensure();
        Points.pass();
        if (!cancelAlone()) {
            return false;
        }
        for (Family at = owned(); at != null; at = at.outer()) {
            at.cancelWithParent();
        }
        return true;
    }

    /** Cancels this task without what it owns. */
    public boolean cancelAlone() {
        return disturb(requestCancel());
    }

    /** Wakes it, and interrupts what it waits for in the JDK: a block that it stands in was cut. */
    @Override
    public boolean cut() {
        return currentOrNull() != this && disturb(requestInterrupt());
    }

    private boolean disturb(CancelNext next) {
        if (next == CancelNext.NOTHING) {
            return false;
        }
        if (next.interrupt()) {
            interruptHeld();
        }
        act(next.then());
        if (context != null) {
            home().mustEnd(this); // after the word was written; see Contexts
        }
        return true;
    }

    // ---- the public face

    @Override
    public long id() {
        return id;
    }

    @Override
    protected String nameForReceipt() {
        return options.name();
    }

    @Override
    TaskImpl<?> self() {
        return this;
    }

    @Override
    public String name() {
        return options.name();
    }

    @Override
    public Priority priority() {
        return options.priority();
    }

    @Override
    public long nurseryId() {
        return nursery().id();
    }

    @Override
    public Optional<Task<?>> parent() {
        nursery().ensureMaySee("the parent of " + this);
        return Optional.ofNullable(nursery().owner());
    }

    @Override
    public TaskState state() {
        return switch (phase()) {
            case NEW, QUEUED -> TaskState.READY;
            case OWNED -> TaskState.RUNNING;
            case PARKED, BLOCKED, PINNED ->
                    waitingOn() instanceof BillNode
                            ? TaskState.BUDGET_EXHAUSTED
                            : TaskState.BLOCKED;
            default ->
                    outcome instanceof Outcome.Cancelled<T>
                            ? TaskState.CANCELLED
                            : TaskState.COMPLETED;
        };
    }

    @Override
    public T await() throws InterruptedException {
        return valueOf(awaitOutcome());
    }

    @Override
    public T await(Duration timeout) throws InterruptedException, TimeoutException {
        Objects.requireNonNull(timeout, "timeout of an await");
        if (!awaitDone(toNanos(timeout))) {
            throw new TimeoutException(
                    this + " had not ended after " + timeout + "; it is " + state());
        }
        return valueOf(told());
    }

    @Override
    public Outcome<T> awaitOutcome() throws InterruptedException {
        awaitDone(TimerHeap.NONE);
        return told();
    }

    @Override
    public Optional<Outcome<T>> awaitOutcome(Duration timeout) throws InterruptedException {
        Objects.requireNonNull(timeout, "timeout of an await");
        return awaitDone(toNanos(timeout)) ? Optional.of(told()) : Optional.empty();
    }

    @Override
    public Optional<Outcome<T>> tryOutcome() {
        Points.pass();
        ensureMaySee(currentOrNull());
        return isDone() ? Optional.of(told()) : Optional.empty();
    }

    /** What it has failed with; null if it has not. For reports: no point, and open to all. */
    public @Nullable Throwable failure() {
        return isDone() && outcome instanceof Outcome.Failure<T>(var cause) ? cause : null;
    }

    public Outcome<T> outcomeOrBug() {
        if (!isDone() || outcome == null) {
            throw new SchedulerBug("the outcome of " + this + " is asked while " + stateInWords());
        }
        return outcome;
    }

    /** How it ended, told to somebody. */
    private Outcome<T> told() {
        Outcome<T> result = outcomeOrBug();
        if (result instanceof Outcome.Failure<T>) {
            markSeen();
        }
        return result;
    }

    private T valueOf(Outcome<T> result) throws NurseryCancelledException {
        return switch (result) {
            case Outcome.Success<T>(var value) -> value;
            case Outcome.Failure<T>(var cause) -> throw new TaskFailedException(toString(), cause);
            case Outcome.Cancelled<T>() -> {
                throwIfByNursery();
                throw new CancellationException(this + cancelledInWords());
            }
        };
    }

    /** To who has opened its nursery, why that was cancelled says more than that this task was. */
    private void throwIfByNursery() throws NurseryCancelledException {
        TaskImpl<?> me = currentOrNull();
        Opener opener = me != null ? me : Outside.openerOrNull();
        Family innermost = opener == null ? null : opener.owned();
        for (Family at = innermost; at != null; at = at.outer()) {
            if (at.isCut() && nursery().isWithin(at)) {
                Family cut = Objects.requireNonNull(Opener.cutAt(innermost, null));
                throw cut.signal(Outside.caller(), "await");
            }
        }
    }

    /** Waits for the end; false if the time is up first. */
    private boolean awaitDone(long timeoutNanos) throws InterruptedException {
        Headroom.ensure();
        TaskImpl<?> me = currentOrNull();
        ensureMaySee(me);
        Points.pass();
        if (isDone()) {
            return true;
        }
        if (me == this) {
            throw new IllegalStateException(
                    this
                            + " cannot await itself: it would wait for ever. Await it from its"
                            + " parent.");
        }
        if (me != null) {
            Join.ensureNoCircle(me, this, "await");
        }
        var node = new EndNode(me != null ? me : new OutsideThread(), this);
        if (!enlist(node)) {
            return true;
        }
        try {
            return Waits.await(home(), node, timeoutNanos, "await") == WaitNode.DATA || isDone();
        } finally {
            if (node.reason() != WaitNode.DATA) {
                forgetWaiter();
            }
        }
    }

    public static long toNanos(Duration duration) {
        if (duration.isNegative()) {
            return 0;
        }
        try {
            return duration.toNanos();
        } catch (ArithmeticException e) {
            return Long.MAX_VALUE - 1; // 292 years
        }
    }

    // ---- for the scheduler

    public Home home() {
        return nursery().home();
    }

    /** Which tenant's queues it belongs to, or which group's. */
    public int lane() {
        return nursery().lane();
    }

    /** False if its spawn did not come so far that its nursery knows it. */
    public boolean isAdopted() {
        return isMember();
    }

    public Capabilities capabilities() {
        return options.capabilities();
    }

    /** The right by which it is started has its end told. */
    public void countedBy(CapSpawn right) {
        countedBy = right;
    }

    public @Nullable Budget askedBudget() {
        return options.budget().orElse(null);
    }

    /** Whose task has started it from another scheduler; null if nobody's. */
    public void startedBy(@Nullable Domain tenant) {
        startedBy = tenant;
    }

    /** Results are for the tenant that the task belongs to, for who started it, and outside. */
    @Override
    public void ensureMaySee(@Nullable TaskImpl<?> me) {
        nursery().ensureMaySee(me, this, startedBy);
    }

    /** The scheduling context that it is bound to; null if none. */
    public @Nullable SchedulingContext context() {
        return context;
    }

    /** Gives way, so that another pays from here on. The task itself. */
    void changePayer() throws CancelledException {
        giveWay();
    }

    /** Lock of the scheduler's contexts held. */
    public void setContext(@Nullable SchedulingContext context) {
        this.context = context;
    }

    /** True if it is in the queue of its scheduling context. Lock held. */
    public boolean isOnContext() {
        return onContext;
    }

    /** Lock held. */
    public void setOnContext(boolean is) {
        onContext = is;
    }

    /** True if its nursery counts it as idle whatever it does. The task's own. */
    public boolean isDaemon() {
        return daemon;
    }

    public void setDaemon() {
        daemon = true;
    }

    public boolean isUnstarted() {
        return core() == null;
    }

    public @Nullable Processor last() {
        return last;
    }

    /** Whether it was stolen since it was last woken; a hint, racy. */
    public boolean isStolen() {
        return stolen;
    }

    public void setStolen(boolean stolen) {
        this.stolen = stolen;
    }

    public void setLast(Processor processor) {
        last = processor;
    }

    /** The current task; an error that says what was tried otherwise. */
    public static TaskImpl<?> ensureCurrent(String tried) {
        TaskImpl<?> task = currentOrNull();
        if (task == null) {
            throw new IllegalStateException(
                    "thread '"
                            + Thread.currentThread().getName()
                            + "' cannot "
                            + tried
                            + ": it is not running a task. Call this from code that a scheduler"
                            + " runs, for example inside nursery.spawn(() -> ...).");
        }
        return task;
    }

    @Override
    public String toString() {
        return options.name().isEmpty() ? "task " + id : "task " + id + " '" + options.name() + "'";
    }
}
