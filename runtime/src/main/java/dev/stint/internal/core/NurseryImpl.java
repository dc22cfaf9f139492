package dev.stint.internal.core;

import dev.stint.budget.Bill;
import dev.stint.budget.Budget;
import dev.stint.budget.OnExhaustion;
import dev.stint.capability.CapSpawn;
import dev.stint.error.BudgetExhausted;
import dev.stint.error.CapabilityMissing;
import dev.stint.error.NurseryNotActive;
import dev.stint.hooks.Stop;
import dev.stint.internal.time.TimerHeap;
import dev.stint.nursery.Block;
import dev.stint.nursery.CancelReason;
import dev.stint.nursery.ChildError;
import dev.stint.nursery.Nursery;
import dev.stint.nursery.NurseryConfig;
import dev.stint.nursery.NurseryResult;
import dev.stint.nursery.NurseryState;
import dev.stint.task.CancelledException;
import dev.stint.task.NurseryCancelledException;
import dev.stint.task.Task;
import dev.stint.task.TaskCancelledException;
import dev.stint.task.TaskOptions;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** A nursery as its users see it: opening, starting tasks, waiting, paying. */
public final class NurseryImpl extends Treasury implements Nursery {
    private final long deadline; // the nearest of its own and those above
    private final long ownDeadline;
    private final boolean isShielded; // opened in a clean-up of its owner
    private @Nullable Object scopedValues; // bound by its opener; null if none
    private volatile boolean isResultSeen;
    private volatile boolean isLeft; // its block is, by its opener or because another closed it
    private final AtomicBoolean isGraceArmed = new AtomicBoolean();

    private NurseryImpl(
            Dispatcher home,
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
        this.isShielded = owner != null && owner.isShielded();
    }

    @Override
    NurseryImpl self() {
        return this;
    }

    // ---- opening

    static NurseryImpl root(Dispatcher home, TenantImpl tenant, NurseryConfig config) {
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
        TaskImpl<?> me = TaskImpl.currentOrNull();
        if (me != null && me.nursery.tenant == tenant) {
            return openIn(me, config, hasBlock);
        }
        Opener opener = me != null ? me : hasBlock ? Outside.opener() : null;
        NurseryImpl around = me == null && opener != null ? opener.owned() : null;
        NurseryImpl root = tenant.root();
        NurseryImpl above = around != null && around.tenant == tenant ? around : root;
        var nursery = new NurseryImpl(root.home, tenant, above, null, opener, hasBlock, config);
        if (me == null || me.core() instanceof VirtualCore) {
            nursery.scopedValues = Bindings.ofCaller();
        }
        Budget pool = config.budget().orElse(Budget.ZERO);
        nursery.grant(pool);
        nursery.announce();
        switch (above.admit(nursery, pool)) {
            case STARTED -> nursery.enter();
            case CANNOT_PAY -> throw BudgetExhausted.of(above.billFor(pool));
            case NOT_ACTIVE -> throw above.notActive("open " + nursery);
        }
        return nursery;
    }

    /** Opens a nursery in the current task. */
    public static NurseryImpl openHere(UnaryOperator<NurseryConfig> configure) {
        return openIn(TaskImpl.ensureCurrent("open a nursery"), configured(configure), true);
    }

    private static NurseryImpl openIn(TaskImpl<?> me, NurseryConfig config, boolean hasBlock) {
        long[] pool = null;
        if (config.budget().isPresent()) {
            try {
                pool = me.purse().carveExactly(config.budget().get());
            } catch (CancelledException e) {
                throw cancelled(e);
            }
        }
        NurseryImpl above = me.nursery;
        var nursery = new NurseryImpl(above.home, above.tenant, above, me, me, hasBlock, config);
        if (me.core() instanceof VirtualCore) {
            nursery.scopedValues = Bindings.ofCaller();
        }
        if (pool != null) {
            nursery.fund(pool);
        }
        nursery.announce();
        nursery.enter();
        return nursery;
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
        if (isShielded && isGraceArmed.compareAndSet(false, true)) {
            home.arm(new Expiry(this, CancelReason.PARENT), home.clock().after(home.graceNanos()));
        }
        return isShielded;
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
                    case NOT_ACTIVE -> {
                        throwIfCancelled(me);
                        throw notActive("start " + task);
                    }
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
                Outside.await(home, node, TimerHeap.NONE, "spawn");
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
        } catch (CancelledException e) {
            throw cancelled(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CancellationException("interrupted while waiting for a recharge of " + this);
        }
    }

    // ---- ending

    @Override
    public NurseryResult awaitAll() throws InterruptedException {
        return awaitAll(TimerHeap.NONE).orElseThrow();
    }

    @Override
    public Optional<NurseryResult> awaitAll(Duration timeout) throws InterruptedException {
        Objects.requireNonNull(timeout, "timeout of a wait");
        return awaitAll(TaskImpl.toNanos(timeout));
    }

    private Optional<NurseryResult> awaitAll(long timeoutNanos) throws InterruptedException {
        TaskImpl<?> me = TaskImpl.currentOrNull();
        ensureMaySee(me);
        ensureMayWait(me);
        InterruptedException interrupt = null;
        if (timeoutNanos == TimerHeap.NONE) {
            interrupt = awaitEnd(me, isOpener(me));
        } else if (!awaitEndFor(me, timeoutNanos)) {
            return Optional.empty();
        }
        isResultSeen = true;
        NurseryResult result = result();
        if (result instanceof NurseryResult.ChildFailed) {
            if (interrupt != null) {
                Thread.currentThread().interrupt();
            }
            return Optional.of(result); // an error says more than a cancellation
        }
        if (interrupt != null) {
            throw interrupt;
        }
        if (me != null) {
            me.throwIfEnding("awaitAll");
        }
        return Optional.of(result);
    }

    /** True if whoever calls stands, or stood, in its block. */
    private boolean isOpener(@Nullable TaskImpl<?> me) {
        return opener != null && opener == (me != null ? me : Outside.openerOrNull());
    }

    /**
     * Waits for the end. An opener that is cancelled or interrupted has the nursery cancelled and
     * waits on; so has a thread outside that is interrupted. Returns the interrupt.
     *
     * @throws InterruptedException if another task that waits is cancelled or interrupted
     */
    private @Nullable InterruptedException awaitEnd(@Nullable TaskImpl<?> me, boolean toTheEnd)
            throws InterruptedException {
        if (isOpener(me)) {
            closeInner(me);
        }
        seal();
        InterruptedException interrupt = null;
        while (!state().isFinal()) {
            var node = new EndNode(me != null ? me : Waiter.current(), this);
            if (!enlist(node)) {
                break;
            }
            if (me != null && !toTheEnd) {
                me.await(node, TimerHeap.NONE, "awaitAll");
                continue;
            }
            if (interrupt != null && me != null) {
                me.waitThrough(node);
            } else if (isInterruptedWaiting(me, node)) {
                interrupt =
                        new InterruptedException(
                                Outside.caller()
                                        + " was interrupted while it waited for the end of "
                                        + this
                                        + ", which was cancelled");
                cancel();
            }
        }
        leave(me);
        return interrupt;
    }

    /**
     * Waits until the node is claimed, and nothing else; true if interrupted, with no flag left.
     */
    private boolean isInterruptedWaiting(@Nullable TaskImpl<?> me, WaitNode node) {
        if (me != null) {
            return me.waitUnlessInterrupted(node) && Thread.interrupted();
        }
        try {
            home.awaitOutside(node, TimerHeap.NONE); // of its own accord: no cut ends it
            return false;
        } catch (InterruptedException e) {
            return true;
        }
    }

    /** Takes no more children, and waits for the end for so long; false if the time is up first. */
    private boolean awaitEndFor(@Nullable TaskImpl<?> me, long timeoutNanos)
            throws InterruptedException {
        long deadline = home.clock().after(timeoutNanos);
        if (isOpener(me) && opener != null && isBlockOpen()) {
            for (NurseryImpl at = opener.owned(); at != null && at != this; at = at.outer) {
                at.seal(); // it waits for those inside, too
            }
        }
        seal();
        while (!state().isFinal()) {
            var node = new EndNode(me != null ? me : Waiter.current(), this);
            long left = Math.max(0, deadline - home.clock().nanos());
            if (enlist(node) && Waiter.await(home, node, left, "awaitAll") == WaitNode.TIMEOUT) {
                return false;
            }
        }
        if (isOpener(me)) {
            closeInner(me);
        }
        leave(me);
        return true;
    }

    /** It has ended. Its opener is no longer in its block. */
    private void leave(@Nullable TaskImpl<?> me) {
        isLeft = true;
        if (!isOpener(me)) {
            return;
        }
        if (me == null) {
            Outside.left();
        } else if (me.owned() == this) {
            me.setOwned(outer);
            if (isCut()) {
                me.leftCutBlock(hasInterruptedOpener());
            }
        }
    }

    boolean isLeft() {
        return isLeft;
    }

    /** What ends a wait in its block after it was cancelled. */
    NurseryCancelledException signal(String who, String where) {
        CancelReason why = Objects.requireNonNull(reason());
        ChildError error = firstError();
        String because = error == null ? why.inWords() : error.who() + " failed";
        return new NurseryCancelledException(
                who
                        + " stands in the block of "
                        + this
                        + ", which was cancelled because "
                        + because
                        + "; it learns of it in "
                        + where
                        + "()",
                error == null ? null : error.cause());
    }

    /** Nurseries that the opener, who calls, has opened after this one end first. */
    private void closeInner(@Nullable TaskImpl<?> me) throws InterruptedException {
        Opener who = opener;
        if (who == null || !isBlockOpen()) {
            return;
        }
        NurseryImpl innermost;
        while ((innermost = who.owned()) != this && innermost != null) {
            innermost.awaitEnd(me, true);
        }
    }

    /** Its owner has ended and left it open, or cannot be waited for any other way. */
    void abandon(TaskImpl<?> me) {
        cancel(CancelReason.PARENT);
        try {
            awaitEnd(me, true);
        } catch (InterruptedException e) {
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
        boolean interrupted;
        boolean cancelled = false;
        try {
            interrupted = awaitEnd(me, isOpener(me)) != null;
        } catch (InterruptedException e) { // a task that has not opened it
            cancelled = e instanceof CancelledException;
            interrupted = !cancelled;
            cancel();
            abandon(Objects.requireNonNull(me));
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return !cancelled;
    }

    /** Waits for the end without bringing it about; false if the time is up first. */
    boolean awaitFinal(long timeoutNanos) throws InterruptedException {
        TaskImpl<?> me = TaskImpl.currentOrNull();
        var node = new EndNode(me != null ? me : Waiter.current(), this);
        if (enlist(node)
                && Waiter.await(home, node, timeoutNanos, "awaitTermination") != WaitNode.DATA
                && !state().isFinal()) {
            return false;
        }
        leave(me);
        NurseryImpl open = me == null ? null : me.owned();
        while (me != null && open != null && !open.hasBlock() && open.state().isFinal()) {
            open = open.outer; // executors are closed in any order
            me.setOwned(open);
        }
        return true;
    }

    // ---- a block as a function

    /**
     * Runs the body in its block, waits for all children and returns the body's value. If the body
     * throws, the children are cancelled first. What it throws because the nursery was cancelled is
     * replaced by why that was.
     */
    public <T extends @Nullable Object> T runBlock(Block<T> body) throws Exception {
        T value;
        try {
            value = body.run(this);
        } catch (Throwable e) {
            boolean follows = isByCancel(e);
            cancel();
            closeQuietly();
            isResultSeen = true;
            NurseryResult result = result();
            if (follows) {
                result.orThrow();
                throw endedByPolicy(e);
            }
            if (result instanceof NurseryResult.ChildFailed failed) {
                addSuppressed(e, failed.toException());
            }
            throw e;
        }
        closeAfterBody();
        return value;
    }

    /** As {@link #join}, but a nursery whose block was left is closed in any case. */
    private void closeAfterBody() throws InterruptedException {
        try {
            join();
        } finally {
            closeQuietly();
        }
    }

    private static void addSuppressed(Throwable to, Throwable what) {
        if (to != what && to.getCause() != what.getCause()) {
            to.addSuppressed(what);
        }
    }

    /** True if this was thrown because the nursery was cancelled, and nothing further out was. */
    private boolean isByCancel(Throwable e) {
        TaskImpl<?> me = TaskImpl.currentOrNull();
        if (!isCut()
                || Opener.cutAt(outer, null) != null
                || (me != null && (me.isCancelRequested() || me.doom() != null))) {
            return false;
        }
        Stop stop = Causes.find(Stop.class, e);
        Throwable thrown = stop == null ? e : Objects.requireNonNullElse(stop.getCause(), stop);
        return thrown instanceof InterruptedException
                || thrown instanceof CancellationException
                || thrown instanceof NurseryNotActive;
    }

    private CancellationException endedByPolicy(Throwable by) {
        var e =
                new CancellationException(
                        "the block of "
                                + this
                                + " ended early: its policy had what it wanted. Wait for that by"
                                + " join(), or await a child.");
        e.initCause(by);
        return e;
    }

    /** Runs something in the calling task for at most so long. */
    public static <T extends @Nullable Object> T within(Duration limit, Callable<? extends T> body)
            throws Exception {
        TaskImpl<?> me = TaskImpl.ensureCurrent("limit the time of a block");
        var config = NurseryConfig.DEFAULT.named("within " + limit).withDeadline(limit);
        NurseryImpl nursery = openIn(me, config, true);
        try {
            return body.call();
        } catch (Throwable e) {
            if (nursery.isByCancel(e)) {
                var late = new TimeoutException(me + " was not done within " + limit);
                late.initCause(e);
                throw late;
            }
            throw e;
        } finally {
            nursery.closeQuietly();
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

    boolean hasDeadline() {
        return deadline != TimerHeap.NONE;
    }

    /** Cancels this and those above whose time is up; for a task that looks around. */
    void lookForDeadline() {
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
