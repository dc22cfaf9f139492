package dev.stint.internal.core;

import dev.stint.budget.Bill;
import dev.stint.budget.Budget;
import dev.stint.capability.Capabilities;
import dev.stint.env.Parking;
import dev.stint.error.BudgetExhausted;
import dev.stint.error.CapabilityMissing;
import dev.stint.error.NurseryNotActive;
import dev.stint.error.StackOverflow;
import dev.stint.error.TaskFailedException;
import dev.stint.hooks.Meter;
import dev.stint.hooks.Stop;
import dev.stint.internal.time.TimerHeap;
import dev.stint.task.Action;
import dev.stint.task.Outcome;
import dev.stint.task.Priority;
import dev.stint.task.Task;
import dev.stint.task.TaskCancelledException;
import dev.stint.task.TaskOptions;
import dev.stint.task.TaskState;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * A task: its control word, what it is to do, and how it ended. Has no stack until it starts.
 *
 * <pre>
 *   field       who may touch it
 *   body        the spawner, then the core that runs the task; dropped at the end
 *   outcome     written by the core before finish(), read by anyone after isDone()
 *   waiters     a stack of nodes; anyone adds by CAS, the end swaps in CLOSED
 *   last        worker it last ran on; a hint, racy
 *   stolen      set by a thief, cleared by who wakes it; a hint, racy
 *   left, right   siblings; guarded by the nursery's lock
 *   owned       the innermost nursery it has open; written by the task, read by cancellers
 * </pre>
 */
public final class TaskImpl<T extends @Nullable Object> extends Suspendable
        implements Task<T>, Waiter {
    private static final VarHandle WAITERS;
    private static final VarHandle CORE;
    private static final WaitNode CLOSED = new WaitNode(() -> {});

    /** The success of a task without a value, shared because most tasks have none. */
    @SuppressWarnings("NullAway") // the checker does not take the type argument's word for it
    private static final Outcome<?> NOTHING = new Outcome.Success<@Nullable Object>(null);

    static {
        try {
            var lookup = MethodHandles.lookup();
            WAITERS = lookup.findVarHandle(TaskImpl.class, "waiters", WaitNode.class);
            CORE = lookup.findVarHandle(Suspendable.class, "core", Core.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final long id;
    private final TaskOptions options;
    private @Nullable Callable<? extends T> body;
    private @Nullable Outcome<T> outcome;
    private volatile @Nullable WaitNode waiters;
    private int forgiven; // waits that may still be given up before the stack is cleared of them
    private @Nullable Processor last;
    @Nullable TaskImpl<?> left;
    @Nullable TaskImpl<?> right;
    boolean isMember; // of its nursery's list
    private boolean stolen;
    private volatile @Nullable NurseryImpl owned;

    /** A task that will get at most {@code upTo}, or exactly what its options ask for. */
    TaskImpl(
            NurseryImpl nursery,
            long id,
            TaskOptions options,
            Callable<? extends T> body,
            Budget upTo) {
        super(nursery, upTo);
        this.id = id;
        this.options = options;
        this.body = body;
    }

    /** A published task that no nursery has adopted, for tests of the queues. */
    public static <T> TaskImpl<T> unowned(NurseryImpl nursery, Callable<? extends T> body) {
        var task =
                new TaskImpl<T>(
                        nursery, nursery.home().nextId(), TaskOptions.DEFAULT, body, Budget.ZERO);
        task.publish();
        return task;
    }

    /** The task that the calling code belongs to, or null outside the scheduler. */
    public static @Nullable TaskImpl<?> currentOrNull() {
        Processor processor = Processor.currentOrNull();
        if (processor == null) {
            return null;
        }
        Core core = processor.mounted;
        return core == null ? null : core.task();
    }

    // ---- running

    /** Runs the body and settles the outcome. On the core's stack. */
    void runToEnd(Core on) {
        Callable<? extends T> work = Objects.requireNonNull(body);
        body = null;
        on.stackLeft = Meter.STACK;
        Carrier.reset(on);
        Outcome<T> result;
        if (isCancelRequested() || home().isCancelling()) {
            result = new Outcome.Cancelled<>();
        } else {
            result = on.call(this, work);
            if (owned != null) {
                result = closeOwned(result);
            }
            if (options.capabilities() != Capabilities.NONE) {
                Sockets.closeAll(this);
            }
        }
        outcome = result;
        Carrier.takeBack();
        while (!finish()) {
            on.yieldNow(); // a canceller is about to let go of the core
        }
        core = null;
    }

    /** Runs the body. */
    @SuppressWarnings("unchecked") // a success without a value is one of any type
    Outcome<T> call(Callable<? extends T> work) {
        try {
            T value = work.call();
            Bill doom = doom();
            if (doom != null) {
                return new Outcome.Failure<>(BudgetExhausted.of(doom)); // it has eaten it
            }
            StackOverflowError tooDeep = overflow();
            if (tooDeep != null) {
                return ended(tooDeep);
            }
            return value == null ? (Outcome<T>) NOTHING : new Outcome.Success<>(value);
        } catch (Throwable e) {
            return ended(e);
        }
    }

    private Outcome<T> ended(Throwable by) {
        StackOverflowError tooDeep = overflow();
        if (tooDeep != null) {
            return new Outcome.Failure<>(new StackOverflow(toString(), tooDeep));
        }
        Stop stop = Causes.find(Stop.class, by);
        Throwable e = stop == null ? by : Objects.requireNonNullElse(stop.getCause(), stop);
        return switch (e) {
            case InterruptedException _, CancellationException _, NurseryNotActive _
                    when isCancelRequested() ->
                    new Outcome.Cancelled<>();
            case BudgetExhausted _ -> new Outcome.Failure<>(e);
            case Throwable _ when doom() != null ->
                    new Outcome.Failure<>(exhausted(by)); // whatever it has made of that
            case StackOverflowError overflow ->
                    new Outcome.Failure<>(new StackOverflow(toString(), overflow));
            default -> new Outcome.Failure<>(e);
        };
    }

    private BudgetExhausted exhausted(Throwable by) {
        BudgetExhausted failure = BudgetExhausted.of(Objects.requireNonNull(doom()));
        failure.addSuppressed(by);
        return failure;
    }

    /** A task that ends with nurseries open has them cancelled, waits for them, and has failed. */
    private Outcome<T> closeOwned(Outcome<T> result) {
        NurseryImpl innermost = owned;
        String name = String.valueOf(innermost);
        while (innermost != null) {
            innermost.abandon(this);
            innermost = owned;
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

    /** True if somebody waits for its end. */
    boolean isAwaited() {
        return waiters != null;
    }

    /** After the end, with the core kept on its carrier. */
    void wakeWaiters() {
        // finish() was a CAS, so this read is ordered after it; enlist() adds and then reads the
        // word.
        if (waiters == null) {
            return;
        }
        wakeAll((WaitNode) WAITERS.getAndSet(this, CLOSED), nursery);
    }

    /** Wakes a list of waiters from a worker; a single one may be handed the worker itself. */
    static void wakeAll(@Nullable WaitNode list, NurseryImpl by) {
        Throwable failed = null;
        WaitNode node = list;
        boolean only = node != null && node.next == null;
        while (node != null) {
            WaitNode next = node.next; // not cut: somebody may be in unlinkEnded
            if (node.claim(WaitNode.DATA)) {
                boolean handedOff =
                        only
                                && node.waiter() instanceof TaskImpl<?> waiter
                                && waiter.nursery.tenant() == by.tenant()
                                && Processor.current().handOff(waiter);
                if (!handedOff) {
                    try {
                        node.wake();
                    } catch (Throwable e) { // nobody else wakes the others
                        failed = e;
                    }
                }
            }
            node = next;
        }
        WaitNode.rethrow(failed);
    }

    /**
     * Has the node claimed with DATA, and woken, when the task has ended; false if it has ended
     * already. Whoever claims it otherwise owes a {@link #forgetWaiter}.
     */
    public boolean enlist(WaitNode node) {
        while (true) {
            WaitNode head = waiters;
            if (head == CLOSED || isDone()) {
                return false;
            }
            // Waits that were given up stay in the stack until the next one is added above them.
            WaitNode below = head;
            while (below != null && !below.isWaiting()) {
                below = below.next;
            }
            node.next = below;
            if (WAITERS.compareAndSet(this, head, node)) {
                break;
            }
        }
        // The task may have ended between the look above and the CAS, and have seen no waiter.
        return !isDone() || !node.claim(WaitNode.DATA);
    }

    /** One wait more was given up. There are never more of those in the stack than of others. */
    public void forgetWaiter() {
        if (--forgiven < 0) { // racy: then one is counted twice or not at all
            forgiven = Math.max(16, WaitNode.unlinkEnded(waiters));
        }
    }

    /** Has this done when the task has ended, by the worker on which it did: it must be quick. */
    public void whenEnded(Runnable action) {
        if (!enlist(new WaitNode(action::run))) {
            action.run();
        }
    }

    // ---- paying; on the task's own stack, unless said otherwise

    /** Counts operations done by code that is not metered; looks around every interval. */
    public void checkpoint(long operations) throws TaskCancelledException {
        purse().checkpoint(operations);
    }

    /** Pays for a channel operation, whether it will succeed or not; a cancellation point. */
    public void payChannelOp(String where) throws TaskCancelledException {
        purse().channelOp(where);
    }

    /** Pays for one operation; a cancellation point. */
    public void payOp(String where) throws TaskCancelledException {
        purse().checkpoint(1);
        throwIfEnding(where);
    }

    /** Pays for something, all of it or nothing. */
    public void charge(Budget cost) throws TaskCancelledException {
        purse().charge(cost);
    }

    /** Runs something in which neither cancellation nor a lack of money is thrown, within grace. */
    public void shielded(Action action) throws Exception {
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

    /** Cancels the nurseries above whose time is up. */
    void lookForDeadline() {
        if (nursery.hasDeadline()) {
            nursery.lookForDeadline();
        }
    }

    /**
     * Suspends until somebody gives this task something. Returns DATA, or CLOSE if it was told that
     * nobody will, or PINNED if it cannot be suspended here.
     */
    int awaitRecharge(Bill bill) throws TaskCancelledException {
        var node = new BillNode(this, bill);
        if (!nursery.enlist(node, this)) {
            return WaitNode.DATA;
        }
        exhausted(bill);
        nursery.presentBill();
        int reason = awaitNode(node, TimerHeap.NONE);
        if (reason == WaitNode.CANCEL) {
            throwIfEnding("charge");
            throw new TaskCancelledException(
                    this
                            + " waited for a recharge when the scheduler was closed: nobody would"
                            + " have recharged it any more");
        }
        return reason;
    }

    /** Tells whoever listens that this task cannot pay. */
    void exhausted(Bill bill) {
        home().exhausted(this, bill);
    }

    // ---- the nurseries it has open

    @Nullable NurseryImpl owned() {
        return owned;
    }

    /** The task itself. A canceller sets CANCEL and then reads this; we do it the other way. */
    void setOwned(@Nullable NurseryImpl innermost) {
        owned = innermost;
    }

    // ---- waking and cancelling; any thread

    @Override
    public void unpark() {
        act(wakeUp());
    }

    void wokenByJdk() {
        act(jdkWake());
    }

    private void act(Next next) {
        switch (next) {
            case ENQUEUE -> home().enqueueWoken(this);
            case UNPARK_CARRIER -> unparkCarrier();
            case NOTHING -> {}
        }
    }

    private void unparkCarrier() {
        Core c = core; // non-null while the task is pinned; null if it has run on and ended since
        Thread blocked = c == null ? null : c.pinnedThread();
        if (blocked != null) {
            Parking.unpark(blocked);
        }
    }

    @Override
    public boolean cancel() {
        Points.pass();
        if (!cancelAlone()) {
            return false;
        }
        NurseryImpl.cancelOwned(this);
        return true;
    }

    /** Cancels this task without what it owns. */
    boolean cancelAlone() {
        CancelNext next = requestCancel();
        if (next == CancelNext.NOTHING) {
            return false;
        }
        if (next.interrupt()) {
            try {
                Core c = coreForCanceller();
                if (c != null) {
                    c.interrupt();
                }
            } finally {
                endInterrupting();
            }
        }
        act(next.then());
        return true;
    }

    /**
     * The core of a started task. Its worker writes it right after the mount that started the task;
     * null if that worker could not make one and has put the task back.
     */
    private @Nullable Core coreForCanceller() {
        Core c;
        while ((c = (Core) CORE.getVolatile(this)) == null && isOwned()) {
            Thread.onSpinWait();
        }
        return c;
    }

    // ---- the public face

    @Override
    public long id() {
        return id;
    }

    @Override
    String nameForReceipt() {
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
        return nursery.id();
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
        return valueOf(outcomeOrBug());
    }

    @Override
    public Outcome<T> awaitOutcome() throws InterruptedException {
        awaitDone(TimerHeap.NONE);
        return outcomeOrBug();
    }

    @Override
    public Optional<Outcome<T>> tryOutcome() {
        Points.pass();
        ensureMaySee(currentOrNull());
        return isDone() ? Optional.of(outcomeOrBug()) : Optional.empty();
    }

    /** What it has failed with; null if it has not. For reports: no point, and open to all. */
    public @Nullable Throwable failure() {
        return isDone() && outcome instanceof Outcome.Failure<T>(var cause) ? cause : null;
    }

    Outcome<T> outcomeOrBug() {
        if (!isDone() || outcome == null) {
            throw new SchedulerBug("the outcome of " + this + " is asked while " + stateInWords());
        }
        return outcome;
    }

    private T valueOf(Outcome<T> result) {
        return switch (result) {
            case Outcome.Success<T>(var value) -> value;
            case Outcome.Failure<T>(var cause) -> throw new TaskFailedException(toString(), cause);
            case Outcome.Cancelled<T>() -> throw new CancellationException(this + " was cancelled");
        };
    }

    private boolean awaitDone(long timeoutNanos) throws InterruptedException {
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
        var node = new EndNode(me != null ? me : new OutsideThread(), this);
        if (!enlist(node)) {
            return true;
        }
        int reason;
        try {
            reason =
                    me == null
                            ? home().awaitOutside(node, timeoutNanos)
                            : me.awaitFor(node, timeoutNanos);
        } finally {
            if (node.reason() != WaitNode.DATA) {
                forgetWaiter();
            }
        }
        if (reason == WaitNode.CANCEL && me != null) {
            me.throwIfEnding("await");
        }
        return reason == WaitNode.DATA || isDone();
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

    public Dispatcher home() {
        return nursery.home();
    }

    public NurseryImpl nursery() {
        return nursery;
    }

    /** Which tenant's queues it belongs to. */
    public int lane() {
        return nursery.lane();
    }

    /** False if its spawn did not come so far that its nursery knows it. */
    public boolean isAdopted() {
        return isMember;
    }

    public Capabilities capabilities() {
        return options.capabilities();
    }

    @Nullable Budget askedBudget() {
        return options.budget().orElse(null);
    }

    /** Results are for the tenant that the task belongs to, and for threads outside. */
    public void ensureMaySee(@Nullable TaskImpl<?> me) {
        if (me != null && me.nursery.tenant() != nursery.tenant() && me.home() == home()) {
            throw new CapabilityMissing(
                    me
                            + " of "
                            + me.nursery.tenant()
                            + " cannot see how "
                            + this
                            + " ended: it belongs to "
                            + nursery.tenant()
                            + ". Results are for the tenant that started the task.");
        }
    }

    public boolean isUnstarted() {
        return core == null;
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

    public @Nullable Core core() {
        return core;
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
