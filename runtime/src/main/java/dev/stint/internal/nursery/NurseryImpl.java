package dev.stint.internal.nursery;

import dev.stint.budget.Bill;
import dev.stint.budget.Budget;
import dev.stint.budget.OnExhaustion;
import dev.stint.capability.CapSpawn;
import dev.stint.context.SchedulingContext;
import dev.stint.error.BudgetExhaustedException;
import dev.stint.error.CapabilityMissingException;
import dev.stint.error.NurseryNotActiveException;
import dev.stint.internal.money.BillNode;
import dev.stint.internal.stack.Bindings;
import dev.stint.internal.stack.Headroom;
import dev.stint.internal.stack.Points;
import dev.stint.internal.task.Family;
import dev.stint.internal.task.Opener;
import dev.stint.internal.task.Outside;
import dev.stint.internal.task.TaskImpl;
import dev.stint.internal.task.Waits;
import dev.stint.internal.wait.TimerHeap;
import dev.stint.internal.wait.WaitNode;
import dev.stint.nursery.CancelReason;
import dev.stint.nursery.ChildError;
import dev.stint.nursery.Nursery;
import dev.stint.nursery.NurseryConfig;
import dev.stint.nursery.NurseryState;
import dev.stint.task.CancelledException;
import dev.stint.task.NurseryCancelledException;
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
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** A nursery as its users see it: opening, and starting tasks. */
public final class NurseryImpl extends NurseryEnd implements Nursery {
    private static final int BLOCKS_OF_AN_OPERATION = 5; // as a shift
    private static final int MOST_BLOCKS = 512; // that a task stands in, one in the other

    private final long deadline; // the nearest of its own and those above
    private final long ownDeadline;
    private @Nullable Object scopedValues; // bound by its opener; null if none
    private final @Nullable SchedulingContext context; // that its tasks run on
    private final @Nullable AtomicBoolean isGraceArmed; // if opened in a clean-up of its owner

    private NurseryImpl(
            NurseryHome home,
            TenantImpl tenant,
            @Nullable NurseryImpl above,
            @Nullable TaskImpl<?> owner,
            @Nullable Opener opener,
            boolean hasBlock,
            NurseryConfig config) {
        super(home, tenant, above, owner, opener, hasBlock, config);
        this.ownDeadline =
                config.deadline().isPresent()
                        ? home.clock().after(TaskImpl.toNanos(config.deadline().get()))
                        : TimerHeap.NONE;
        long nearest = above == null ? ownDeadline : Math.min(ownDeadline, above.deadline);
        this.deadline =
                outer == null || outer.home != home ? nearest : Math.min(nearest, outer.deadline);
        this.context = config.context().orElse(null);
        this.isGraceArmed = owner != null && owner.isShielded() ? new AtomicBoolean() : null;
    }

    @Override
    NurseryImpl self() {
        return this;
    }

    /** All that tasks know as a family are nurseries. */
    public static NurseryImpl of(Family family) {
        return (NurseryImpl) family;
    }

    /** The nursery that a task is in. */
    public static NurseryImpl of(TaskImpl<?> task) {
        return of(task.nursery());
    }

    /** The innermost nursery that somebody has open; null if none. */
    public static @Nullable NurseryImpl ownedBy(@Nullable Opener opener) {
        Family innermost = opener == null ? null : opener.owned();
        return innermost == null ? null : of(innermost);
    }

    // ---- opening

    static NurseryImpl root(NurseryHome home, TenantImpl tenant, NurseryConfig config) {
        var root = new NurseryImpl(home, tenant, null, null, null, false, config);
        root.grant(config.budget().orElse(Budget.ZERO));
        return root;
    }

    /**
     * Opens a nursery of a tenant: in a task of that tenant its own, otherwise below the one of the
     * same tenant that the calling thread has open, or else below the tenant's root.
     */
    static NurseryImpl open(TenantImpl tenant, UnaryOperator<NurseryConfig> configure) {
        return open(tenant, configured(configure), true);
    }

    /** The same for an executor, which has no block: it is closed whenever somebody does it. */
    static NurseryImpl openExecutor(TenantImpl tenant, UnaryOperator<NurseryConfig> configure) {
        return open(tenant, configured(configure), false);
    }

    private static NurseryImpl open(TenantImpl tenant, NurseryConfig config, boolean hasBlock) {
        Headroom.ensureForSeveral();
        TaskImpl<?> me = TaskImpl.currentOrNull();
        if (me != null && me.nursery().domain() == tenant) {
            return openIn(me, config, hasBlock);
        }
        Opener opener = me != null ? me : hasBlock ? Outside.opener() : null;
        NurseryImpl around = me == null ? ownedBy(opener) : null;
        NurseryImpl root = tenant.root();
        NurseryImpl above = around != null && around.tenant == tenant ? around : root;
        ensureMayBeGroup(above, null, config);
        var nursery = new NurseryImpl(root.home, tenant, above, null, opener, hasBlock, config);
        if (me == null || isThread(me)) {
            nursery.scopedValues = Bindings.ofCaller();
        }
        Budget pool = config.budget().orElse(Budget.ZERO);
        nursery.grant(pool);
        nursery.announce();
        switch (above.admit(nursery, pool)) {
            case ADOPTED -> nursery.enter();
            case CANNOT_PAY -> {
                nursery.leaveGroup();
                throw BudgetExhaustedException.of(above.billFor(pool));
            }
            case NOT_ACTIVE -> {
                nursery.leaveGroup();
                throw above.notActive("open " + nursery);
            }
        }
        return nursery;
    }

    /** Opens a nursery in the current task. */
    public static NurseryImpl openHere(UnaryOperator<NurseryConfig> configure) {
        return openIn(TaskImpl.ensureCurrent("open a nursery"), configured(configure), true);
    }

    static NurseryImpl openIn(TaskImpl<?> me, NurseryConfig config, boolean hasBlock) {
        Headroom.ensureForSeveral();
        NurseryImpl above = of(me.nursery());
        ensureMayBeGroup(above, me, config);
        ensureFewBlocks(me);
        long[] pool = null;
        try {
            payForBlocks(me);
            if (config.budget().isPresent()) {
                pool = me.purse().carveExactly(config.budget().get());
            }
        } catch (CancelledException e) {
            throw cancelled(e);
        }
        var nursery = new NurseryImpl(above.home, above.tenant, above, me, me, hasBlock, config);
        if (isThread(me)) {
            nursery.scopedValues = Bindings.ofCaller();
        }
        if (pool != null) {
            nursery.fund(pool);
        }
        nursery.announce();
        nursery.enter();
        return nursery;
    }

    /** All blocks that are open are looked at, whether one of them was cancelled. */
    private static void payForBlocks(TaskImpl<?> me) throws CancelledException {
        NurseryImpl innermost = ownedBy(me);
        int operations = innermost == null ? 0 : innermost.depth >> BLOCKS_OF_AN_OPERATION;
        if (operations > 0) {
            me.purse().checkpoint(operations);
        }
    }

    /**
     * They are looked through whenever the task waits, too, which costs the same for one as for
     * many.
     */
    private static void ensureFewBlocks(TaskImpl<?> me) {
        NurseryImpl innermost = ownedBy(me);
        if (innermost != null && innermost.depth + 1 >= MOST_BLOCKS) {
            throw new IllegalStateException(
                    me
                            + " cannot open a nursery: it stands in the blocks of "
                            + MOST_BLOCKS
                            + " others, one in the other, and may stand in no more. Close one of"
                            + " those first, or spawn a task that opens it.");
        }
    }

    /** True if its scoped values are its own, and not its carrier's. */
    private static boolean isThread(TaskImpl<?> me) {
        return Objects.requireNonNull(me.core()).isThread();
    }

    /** Its opener enters its block: from here on others may cancel it. */
    private void enter() {
        armDeadline();
        Opener who = opener;
        if (who == null) {
            return;
        }
        who.setOwned(this);
        boolean late = Opener.cutAt(outer, null) != null;
        if (who instanceof TaskImpl<?> me) {
            late |= me.isCancelRequested();
        }
        if (late) {
            cancelWithParent();
        }
    }

    /** True if it is shielded: it is cancelled when the grace of its owner, which begins, ends. */
    boolean isCancelledLater() {
        if (isGraceArmed != null && isGraceArmed.compareAndSet(false, true)) {
            home.arm(new Expiry(this, CancelReason.PARENT), home.clock().after(home.graceNanos()));
        }
        return isGraceArmed != null;
    }

    private static NurseryConfig configured(UnaryOperator<NurseryConfig> configure) {
        Objects.requireNonNull(configure, "the configuration function");
        NurseryConfig config =
                Objects.requireNonNull(
                        configure.apply(NurseryConfig.defaults()),
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
            var timer = new Expiry(this, CancelReason.DEADLINE);
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
        return start(options, body, onExhaustion == OnExhaustion.WAIT, null);
    }

    /** The same by this right, for the runtime itself. */
    public <T extends @Nullable Object> TaskImpl<T> startBy(
            CapSpawn right, TaskOptions options, Callable<? extends T> body) {
        return start(options, body, onExhaustion == OnExhaustion.WAIT, right);
    }

    private <T extends @Nullable Object> TaskImpl<T> start(
            TaskOptions options,
            Callable<? extends T> body,
            boolean mayWait,
            @Nullable CapSpawn given) {
        Headroom.ensure();
        Objects.requireNonNull(options, "options of the task");
        Objects.requireNonNull(body, "body of the task");
        TaskImpl<?> me = payingCaller();
        CapSpawn right = home.needsCapabilities() ? useRight(me, options, given) : null;
        Budget upTo = right == null ? childBudget : childBudget.min(right.mostPerTask());
        var task = new TaskImpl<T>(this, home.nextId(), options, body, upTo);
        if (me == null) {
            task.startedBy(tenantHere());
        }
        if (right != null && right.countsAlive()) {
            task.countedBy(right);
        }
        boolean started = false;
        try {
            while (!started) {
                switch (launch(task)) {
                    case ADOPTED -> started = true;
                    case CANNOT_PAY -> {
                        Budget must = fundSpawn(me == owner ? me : null, task.askedBudget(), upTo);
                        if (must != null) {
                            cannotPay(must, mayWait);
                        }
                    }
                    case NOT_ACTIVE -> {
                        throwIfCancelled(me);
                        throw notActive("start " + task);
                    }
                }
            }
        } finally {
            // A task that its nursery has taken in ends, whatever was thrown here afterwards.
            if (!started && right != null && !task.isAdopted() && !task.isDone()) {
                right.unuse(tenant.issuer());
            }
        }
        return task;
    }

    private Adoption launch(TaskImpl<?> task) {
        return context == null ? launchPlain(task) : launchOn(context, task);
    }

    /** Bound before anybody can run it, so that its first step is paid. */
    private Adoption launchOn(SchedulingContext right, TaskImpl<?> task) {
        home.bindBefore(right, task);
        boolean isIn = false;
        try {
            Adoption adoption = launchPlain(task);
            isIn = adoption == Adoption.ADOPTED;
            return adoption;
        } finally {
            if (isIn) {
                home.queueBound(task);
            } else {
                right.unbind(task);
            }
        }
    }

    private Adoption launchPlain(TaskImpl<?> task) {
        Launcher launcher = home.launcher();
        launcher.expect(task);
        Adoption adoption = adopt(task);
        if (adoption == Adoption.ADOPTED) {
            launcher.start(task);
        } else {
            launcher.withdraw(task);
        }
        return adoption;
    }

    @Override
    public <T extends @Nullable Object> Optional<Task<T>> trySpawn(
            TaskOptions options, Callable<? extends T> body) {
        try {
            return Optional.of(this.<T>start(options, body, false, null));
        } catch (NurseryNotActiveException | BudgetExhaustedException e) {
            return Optional.empty();
        }
    }

    /** The calling task, which has paid for the call; null for a thread outside. */
    private @Nullable TaskImpl<?> payingCaller() {
        TaskImpl<?> me = TaskImpl.currentOrNull();
        if (me == null || me.home() != home) {
            return null; // to this scheduler it is a thread outside
        }
        if (me.nursery().domain() != tenant) {
            throw new CapabilityMissingException(
                    me
                            + " of "
                            + me.nursery().domain()
                            + " cannot start a task in "
                            + this
                            + ": it belongs to "
                            + tenant
                            + ". Start it in a nursery of its own tenant.");
        }
        try {
            me.purse().paySpawn();
        } catch (CancelledException e) {
            throw cancelled(e);
        }
        throwIfCancelled(me);
        return me;
    }

    /** That the caller itself was cancelled says more than that the nursery takes no more. */
    private static void throwIfCancelled(@Nullable TaskImpl<?> me) {
        if (me != null && me.isCancelRequested()) {
            try {
                me.throwIfEnding("spawn");
            } catch (CancelledException e) {
                throw cancelled(e);
            }
        }
    }

    private CapSpawn useRight(
            @Nullable TaskImpl<?> me, TaskOptions options, @Nullable CapSpawn given) {
        String who = me == null ? "a thread outside" : me.toString();
        String tried = "start a task in " + this;
        CapSpawn right =
                Optional.ofNullable(given)
                        .or(
                                () ->
                                        (me == null ? config.capabilities() : me.capabilities())
                                                .find(CapSpawn.class))
                        .orElseThrow(
                                () ->
                                        new CapabilityMissingException(
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

    private NurseryNotActiveException notActive(String tried) {
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
        return new NurseryNotActiveException(what, error == null ? null : error.cause());
    }

    /** A spawn that cannot be paid: waits until the pool has this, or throws. */
    private void cannotPay(Budget least, boolean mayWait) {
        Bill bill = billFor(least);
        if (!mayWait) {
            throw BudgetExhaustedException.of(bill);
        }
        TaskImpl<?> me = TaskImpl.currentOrNull();
        if (isSupervised() && me == owner) {
            if (!fundAsSupervisor(least)) { // it cannot wait: it is the one who pays
                throw BudgetExhaustedException.of(bill);
            }
            return;
        }
        var node = new BillNode(Waits.current(), bill);
        if (!enlist(node, least) || state() != NurseryState.OPEN) {
            return;
        }
        presentBill();
        try {
            if (me == null) {
                Outside.await(home, node, TimerHeap.NONE, "spawn");
                return;
            }
            int reason = me.awaitNode(node, TimerHeap.NONE);
            if (reason == WaitNode.PINNED) {
                throw BudgetExhaustedException.of(bill);
            }
            if (reason == WaitNode.CANCEL) {
                me.throwIfEnding("spawn");
                throw new TaskCancelledException(me + " waited for a recharge of " + this);
            }
        } catch (CancelledException e) {
            if (e instanceof NurseryCancelledException && state() != NurseryState.OPEN) {
                return; // that it takes no more children is what there is to say
            }
            throw cancelled(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CancellationException("interrupted while waiting for a recharge of " + this);
        }
    }

    /** Takes no more children: the scheduler has ended. */
    public void end() {
        seal();
    }

    // ---- deadlines

    private static final class Expiry extends TimerHeap.Entry {
        private final NurseryImpl nursery;
        private final CancelReason why;

        Expiry(NurseryImpl nursery, CancelReason why) {
            this.nursery = nursery;
            this.why = why;
        }

        @Override
        public void fire() {
            nursery.cancel(why);
        }
    }

    @Override
    public boolean hasDeadline() {
        return deadline != TimerHeap.NONE;
    }

    /** Cancels this and those above whose time is up; for a task that looks around. */
    @Override
    public void lookForDeadline() {
        if (deadline == TimerHeap.NONE) {
            return;
        }
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
        Headroom.ensure();
        Points.pass();
        ensureMaySee("the children of " + this);
        List<Task<?>> live = new ArrayList<>(childrenNow());
        live.removeIf(child -> ((TaskImpl<?>) child).isDone());
        return List.copyOf(live);
    }

    /** Who belongs to whom is for the tenant of the nursery, and for threads outside. */
    @Override
    public void ensureMaySee(String what) {
        TaskImpl<?> me = TaskImpl.currentOrNull();
        if (me != null && me.nursery().domain() != tenant) {
            throw new CapabilityMissingException(
                    me
                            + " of "
                            + me.nursery().domain()
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
    public ScheduledExecutorService asScheduledExecutor() {
        return new NurseryTimetable(this);
    }

    @Override
    public ThreadFactory asThreadFactory() {
        return new NurseryThreads(this);
    }

    @Override
    public String name() {
        return config.name();
    }

    @Override
    protected String debtor() {
        return toString();
    }

    /** What its children find bound; null if nothing. */
    @Override
    public @Nullable Object scopedValues() {
        return scopedValues;
    }

    public TenantImpl tenant() {
        return tenant;
    }

    @Override
    public String toString() {
        if (above == null) {
            return "the root nursery of '" + tenant.name() + "'";
        }
        return name().isEmpty() ? "nursery " + id() : "nursery " + id() + " '" + name() + "'";
    }
}
