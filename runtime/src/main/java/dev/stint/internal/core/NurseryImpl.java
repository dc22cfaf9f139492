package dev.stint.internal.core;

import dev.stint.budget.Bill;
import dev.stint.budget.Budget;
import dev.stint.budget.OnExhaustion;
import dev.stint.capability.CapSpawn;
import dev.stint.error.BudgetExhausted;
import dev.stint.error.CapabilityMissing;
import dev.stint.error.NurseryNotActive;
import dev.stint.internal.time.TimerHeap;
import dev.stint.nursery.CancelReason;
import dev.stint.nursery.ChildError;
import dev.stint.nursery.Nursery;
import dev.stint.nursery.NurseryConfig;
import dev.stint.nursery.NurseryResult;
import dev.stint.nursery.NurseryState;
import dev.stint.task.Task;
import dev.stint.task.TaskCancelledException;
import dev.stint.task.TaskOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutorService;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** A nursery as its users see it: opening, starting tasks, waiting, paying. */
public final class NurseryImpl extends Treasury implements Nursery {
    private final long deadline; // the nearest of its own and those above
    private final long ownDeadline;
    private @Nullable Object scopedValues; // bound by its opener; null if none
    private volatile boolean isResultSeen;

    private NurseryImpl(
            Dispatcher home,
            TenantImpl tenant,
            @Nullable NurseryImpl above,
            @Nullable TaskImpl<?> owner,
            NurseryConfig config) {
        super(home, tenant, above, owner, config);
        this.ownDeadline =
                config.deadline().isPresent()
                        ? home.clock().after(TaskImpl.toNanos(config.deadline().get()))
                        : TimerHeap.NONE;
        this.deadline = above == null ? ownDeadline : Math.min(ownDeadline, above.deadline);
    }

    @Override
    NurseryImpl self() {
        return this;
    }

    // ---- opening

    static NurseryImpl root(Dispatcher home, TenantImpl tenant, NurseryConfig config) {
        var root = new NurseryImpl(home, tenant, null, null, config);
        root.grant(config.budget().orElse(Budget.ZERO));
        return root;
    }

    /** Opens a nursery below the tenant's root, for a thread outside. */
    static NurseryImpl open(TenantImpl tenant, UnaryOperator<NurseryConfig> configure) {
        NurseryConfig config = configured(configure);
        NurseryImpl root = tenant.root();
        TaskImpl<?> me = TaskImpl.currentOrNull();
        if (me != null && me.nursery.tenant == tenant) {
            return openIn(me, config);
        }
        var nursery = new NurseryImpl(root.home, tenant, root, null, config);
        if (me == null || me.core() instanceof VirtualCore) {
            nursery.scopedValues = Bindings.ofCaller();
        }
        Budget pool = config.budget().orElse(Budget.ZERO);
        nursery.grant(pool);
        nursery.announce();
        return switch (root.admit(nursery, pool)) {
            case STARTED -> {
                nursery.armDeadline();
                yield nursery;
            }
            case CANNOT_PAY -> throw BudgetExhausted.of(root.billFor(pool));
            case NOT_ACTIVE -> throw root.notActive("open " + nursery);
        };
    }

    /** Opens a nursery in the current task. */
    public static NurseryImpl openHere(UnaryOperator<NurseryConfig> configure) {
        return openIn(TaskImpl.ensureCurrent("open a nursery"), configured(configure));
    }

    private static NurseryImpl openIn(TaskImpl<?> me, NurseryConfig config) {
        long[] pool = null;
        if (config.budget().isPresent()) {
            try {
                pool = me.purse().carveExactly(config.budget().get());
            } catch (TaskCancelledException e) {
                throw cancelled(e);
            }
        }
        NurseryImpl above = me.nursery;
        var nursery = new NurseryImpl(above.home, above.tenant, above, me, config);
        if (me.core() instanceof VirtualCore) {
            nursery.scopedValues = Bindings.ofCaller();
        }
        if (pool != null) {
            nursery.fund(pool);
        }
        nursery.announce();
        nursery.armDeadline();
        me.setOwned(nursery); // from here on others may cancel it
        if (me.isCancelRequested()) {
            nursery.cancel(CancelReason.PARENT);
        }
        return nursery;
    }

    private static NurseryConfig configured(UnaryOperator<NurseryConfig> configure) {
        Objects.requireNonNull(configure, "the configuration function");
        NurseryConfig config =
                Objects.requireNonNull(
                        configure.apply(NurseryConfig.DEFAULT),
                        "the configuration function returned null; return the changed"
                                + " configuration");
        config.policy().nurseryOpened();
        return config;
    }

    /** Before anybody can cancel it, so that nobody hears of its end first. */
    private void announce() {
        home.changed(this, NurseryState.OPEN);
    }

    private void armDeadline() {
        if (ownDeadline != TimerHeap.NONE) {
            var timer = new Deadline(this);
            setTimer(timer);
            home.arm(timer, ownDeadline);
        }
    }

    // ---- starting tasks

    @Override
    public <T extends @Nullable Object> Task<T> spawn(
            TaskOptions options, Callable<? extends T> body) {
        return start(options, body);
    }

    public <T extends @Nullable Object> TaskImpl<T> start(
            TaskOptions options, Callable<? extends T> body) {
        return start(options, body, onExhaustion == OnExhaustion.WAIT);
    }

    private <T extends @Nullable Object> TaskImpl<T> start(
            TaskOptions options, Callable<? extends T> body, boolean mayWait) {
        Objects.requireNonNull(options, "options of the task");
        Objects.requireNonNull(body, "body of the task");
        TaskImpl<?> me = payingCaller();
        CapSpawn right = home.needsCapabilities() ? useRight(me, options) : null;
        Budget upTo = right == null ? childBudget : childBudget.min(right.mostPerTask());
        var task = new TaskImpl<T>(this, home.nextId(), options, body, upTo);
        boolean started = false;
        try {
            while (!started) {
                switch (home.launch(task)) {
                    case STARTED -> started = true;
                    case CANNOT_PAY -> {
                        Budget must = fundSpawn(me == owner ? me : null, task.askedBudget(), upTo);
                        if (must != null) {
                            cannotPay(must, mayWait);
                        }
                    }
                    case NOT_ACTIVE -> throw notActive("start " + task);
                }
            }
        } finally {
            if (!started && right != null) {
                right.unuse(tenant.issuer());
            }
        }
        return task;
    }

    @Override
    public <T extends @Nullable Object> Optional<Task<T>> trySpawn(
            TaskOptions options, Callable<? extends T> body) {
        try {
            return Optional.of(this.<T>start(options, body, false));
        } catch (NurseryNotActive | BudgetExhausted e) {
            return Optional.empty();
        }
    }

    /** The calling task, which has paid for the call; null for a thread outside. */
    private @Nullable TaskImpl<?> payingCaller() {
        TaskImpl<?> me = TaskImpl.currentOrNull();
        if (me == null || me.home() != home) {
            return null; // to this scheduler it is a thread outside
        }
        if (me.nursery.tenant != tenant) {
            throw new CapabilityMissing(
                    me
                            + " of "
                            + me.nursery.tenant
                            + " cannot start a task in "
                            + this
                            + ": it belongs to "
                            + tenant
                            + ". Start it in a nursery of its own tenant.");
        }
        try {
            me.checkpoint(1);
        } catch (TaskCancelledException e) {
            throw cancelled(e);
        }
        return me;
    }

    private CapSpawn useRight(@Nullable TaskImpl<?> me, TaskOptions options) {
        String who = me == null ? "a thread outside" : me.toString();
        String tried = "start a task in " + this;
        CapSpawn right =
                (me == null ? config.capabilities() : me.capabilities())
                        .find(CapSpawn.class)
                        .orElseThrow(
                                () ->
                                        new CapabilityMissing(
                                                who
                                                        + " cannot "
                                                        + tried
                                                        + ": profile SOVEREIGN asks for a CapSpawn."
                                                        + " Give it one that the tenant issued: "
                                                        + (me == null
                                                                ? "nursery(n ->"
                                                                      + " n.withCapabilities(...))"
                                                                : "TaskOptions.withCapabilities(...)")));
        right.use(tenant.issuer(), options.budget().orElse(Budget.ZERO), who, tried);
        return right;
    }

    private NurseryNotActive notActive(String tried) {
        CancelReason why = reason();
        ChildError error = firstError();
        String what =
                "cannot "
                        + tried
                        + " in "
                        + this
                        + ": it is "
                        + state()
                        + (why == null ? "" : ", because " + why.inWords())
                        + ". Start tasks before it is closed or cancelled, or open another.";
        return new NurseryNotActive(what, error == null ? null : error.cause());
    }

    /** A spawn that cannot be paid: waits until the pool has this, or throws. */
    private void cannotPay(Budget least, boolean mayWait) {
        Bill bill = billFor(least);
        if (!mayWait) {
            throw BudgetExhausted.of(bill);
        }
        TaskImpl<?> me = TaskImpl.currentOrNull();
        if (isSupervised() && me == owner) {
            if (!fundAsSupervisor(least)) { // it cannot wait: it is the one who pays
                throw BudgetExhausted.of(bill);
            }
            return;
        }
        var node = new BillNode(Waiter.current(), bill);
        if (!enlist(node, least) || state() != NurseryState.OPEN) {
            return;
        }
        presentBill();
        try {
            if (me == null) {
                home.awaitOutside(node, TimerHeap.NONE);
                return;
            }
            int reason = me.awaitNode(node, TimerHeap.NONE);
            if (reason == WaitNode.PINNED) {
                throw BudgetExhausted.of(bill);
            }
            if (reason == WaitNode.CANCEL) {
                me.throwIfEnding("spawn");
                throw new TaskCancelledException(me + " waited for a recharge of " + this);
            }
        } catch (TaskCancelledException e) {
            throw cancelled(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CancellationException("interrupted while waiting for a recharge of " + this);
        }
    }

    // ---- ending

    @Override
    public NurseryResult awaitAll() throws InterruptedException {
        TaskImpl<?> me = TaskImpl.currentOrNull();
        ensureMaySee(me);
        ensureMayWait(me);
        InterruptedException interrupt = awaitEnd(me, me == owner);
        isResultSeen = true;
        NurseryResult result = result();
        if (result instanceof NurseryResult.ChildFailed) {
            if (interrupt != null && me == null) {
                Thread.currentThread().interrupt();
            }
            return result; // an error says more than a cancellation
        }
        if (interrupt != null) {
            throw interrupt;
        }
        if (me != null) {
            me.throwIfEnding("awaitAll");
        }
        return result;
    }

    /**
     * Waits for the end. A cancelled owner, or an interrupted thread outside, has the nursery
     * cancelled and waits on; returns the interrupt.
     */
    private @Nullable InterruptedException awaitEnd(@Nullable TaskImpl<?> me, boolean toTheEnd)
            throws TaskCancelledException {
        if (me != null && me == owner) {
            closeInner(me);
        }
        seal();
        InterruptedException interrupt = null;
        while (!state().isFinal()) {
            var node = new EndNode(me != null ? me : Waiter.current(), this);
            if (!enlist(node)) {
                break;
            }
            if (me == null) {
                try {
                    home.awaitOutside(node, TimerHeap.NONE);
                } catch (InterruptedException e) {
                    interrupt = e;
                    cancel();
                }
            } else if (toTheEnd) {
                me.waitThrough(node);
            } else if (me.awaitNode(node, TimerHeap.NONE) == WaitNode.CANCEL) {
                me.throwIfEnding("awaitAll");
                break; // the scheduler of the waiter drains
            }
        }
        if (me != null && me == owner && me.owned() == this) {
            me.setOwned(outer);
        }
        return interrupt;
    }

    /** Nurseries that the owner opened after this one end first. */
    private void closeInner(TaskImpl<?> me) throws TaskCancelledException {
        if (!isOpenIn(me)) {
            return;
        }
        NurseryImpl innermost;
        while ((innermost = me.owned()) != this && innermost != null) {
            innermost.awaitEnd(me, true);
        }
    }

    private boolean isOpenIn(TaskImpl<?> me) {
        for (NurseryImpl at = me.owned(); at != null; at = at.outer) {
            if (at == this) {
                return true;
            }
        }
        return false;
    }

    /** Its owner has ended and left it open. */
    void abandon(TaskImpl<?> me) {
        cancel(CancelReason.PARENT);
        try {
            awaitEnd(me, true);
        } catch (TaskCancelledException e) {
            throw new SchedulerBug("a wait to the end was cancelled: " + e);
        }
    }

    /** Results are for the tenant that the nursery belongs to, and for threads outside. */
    private void ensureMaySee(@Nullable TaskImpl<?> me) {
        if (me != null && me.home() == home && me.nursery.tenant != tenant) {
            throw new CapabilityMissing(
                    me
                            + " of "
                            + me.nursery.tenant
                            + " cannot see how "
                            + this
                            + " ended: it belongs to "
                            + tenant
                            + ". Results are for the tenant that opened the nursery.");
        }
    }

    private void ensureMayWait(@Nullable TaskImpl<?> me) {
        if (me == null || me == owner) {
            return;
        }
        for (NurseryImpl at = me.nursery; at != null; at = at.above) {
            if (at == this) {
                throw new IllegalStateException(
                        me
                                + " cannot wait for the end of "
                                + this
                                + ": it runs in it and would wait for itself. Wait where the"
                                + " nursery was opened.");
            }
        }
    }

    @Override
    public Optional<NurseryResult> tryGetResult() {
        ensureMaySee(TaskImpl.currentOrNull());
        if (!state().isFinal()) {
            return Optional.empty();
        }
        isResultSeen = true;
        return Optional.of(result());
    }

    @Override
    public boolean cancel() {
        Points.pass();
        return cancel(CancelReason.REQUESTED);
    }

    @Override
    public Optional<CancelReason> cancelReason() {
        return Optional.ofNullable(reason());
    }

    @Override
    public void close() {
        if (!closeQuietly() || isResultSeen) {
            return;
        }
        isResultSeen = true;
        switch (result()) {
            case NurseryResult.ChildFailed failed -> failed.orThrow();
            case NurseryResult.Cancelled late when late.reason() == CancelReason.DEADLINE ->
                    late.orThrow();
            case NurseryResult.Cancelled _, NurseryResult.Success _ -> {}
        }
    }

    /** As {@link #close}, without a look at the result; false if the waiter was cancelled. */
    boolean closeQuietly() {
        TaskImpl<?> me = TaskImpl.currentOrNull();
        ensureMayWait(me);
        try {
            if (awaitEnd(me, me == owner) != null) {
                Thread.currentThread().interrupt();
            }
            return true;
        } catch (TaskCancelledException e) {
            cancel(); // by a task that has opened it as a thread outside would
            abandon(Objects.requireNonNull(me));
            return false;
        }
    }

    /** Waits for the end without bringing it about; false if the time is up first. */
    boolean awaitFinal(long timeoutNanos) throws InterruptedException {
        var node = new EndNode(Waiter.current(), this);
        if (enlist(node)
                && Waiter.await(home, node, timeoutNanos, "awaitTermination") != WaitNode.DATA) {
            return state().isFinal();
        }
        TaskImpl<?> me = TaskImpl.currentOrNull();
        if (me != null) {
            NurseryImpl ended;
            while ((ended = me.owned()) != null && ended.state().isFinal()) {
                me.setOwned(ended.outer);
            }
        }
        return true;
    }

    /** Takes no more children: the scheduler has ended. */
    public void end() {
        seal();
    }

    // ---- deadlines

    private static final class Deadline extends TimerHeap.Entry {
        private final NurseryImpl nursery;

        Deadline(NurseryImpl nursery) {
            this.nursery = nursery;
        }

        @Override
        public void fire() {
            nursery.cancel(CancelReason.DEADLINE);
        }
    }

    boolean hasDeadline() {
        return deadline != TimerHeap.NONE;
    }

    /** Cancels this and those above whose time is up; for a task that looks around. */
    void lookForDeadline() {
        long now = home.clock().nanos();
        if (now < deadline) {
            return;
        }
        for (NurseryImpl at = this; at != null; at = at.above) {
            if (at.ownDeadline <= now) {
                at.cancel(CancelReason.DEADLINE);
            }
        }
    }

    // ---- looking at it

    @Override
    public List<Task<?>> children() {
        Points.pass();
        ensureMaySee("the children of " + this);
        List<Task<?>> live = new ArrayList<>(childrenNow());
        live.removeIf(child -> ((TaskImpl<?>) child).isDone());
        return List.copyOf(live);
    }

    /** Who belongs to whom is for the tenant of the nursery, and for threads outside. */
    void ensureMaySee(String what) {
        TaskImpl<?> me = TaskImpl.currentOrNull();
        if (me != null && me.nursery.tenant != tenant && me.home() == home) {
            throw new CapabilityMissing(
                    me
                            + " of "
                            + me.nursery.tenant
                            + " cannot see "
                            + what
                            + ": it belongs to "
                            + tenant
                            + ". Tasks are seen by the tenant that started them.");
        }
    }

    @Override
    public ExecutorService asExecutor() {
        return new NurseryExecutor(this);
    }

    @Override
    public String name() {
        return config.name();
    }

    @Override
    String debtor() {
        return toString();
    }

    /** What its children find bound; null if nothing. */
    @Nullable Object scopedValues() {
        return scopedValues;
    }

    public Dispatcher home() {
        return home;
    }

    public TenantImpl tenant() {
        return tenant;
    }

    /** Which queues its tasks wait in. */
    int lane() {
        return tenant.lane();
    }

    @Override
    public String toString() {
        return name().isEmpty() ? "nursery " + id() : "nursery " + id() + " '" + name() + "'";
    }
}
