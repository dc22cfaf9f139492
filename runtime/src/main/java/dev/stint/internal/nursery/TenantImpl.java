package dev.stint.internal.nursery;

import dev.stint.budget.Budget;
import dev.stint.budget.Ledger;
import dev.stint.capability.Issuer;
import dev.stint.env.Xoshiro256;
import dev.stint.error.GuardExceededException;
import dev.stint.guard.Guard;
import dev.stint.guard.GuardReading;
import dev.stint.guard.KeptHeap;
import dev.stint.internal.guard.GuardAccount;
import dev.stint.internal.stack.Headroom;
import dev.stint.internal.stack.Tallies;
import dev.stint.internal.task.Domain;
import dev.stint.internal.task.TaskImpl;
import dev.stint.nursery.Block;
import dev.stint.nursery.CancelReason;
import dev.stint.nursery.Nursery;
import dev.stint.nursery.NurseryConfig;
import dev.stint.nursery.Policy;
import dev.stint.task.Usage;
import dev.stint.tenant.Tenant;
import dev.stint.tenant.TenantConfig;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** A tenant: its root nursery, whose pool is all it may spend, and where its rights come from. */
public final class TenantImpl implements Tenant, Domain {
    private final NurseryHome home;
    private final int id;
    private final int lane;
    private final Tallies tallies;
    private final TenantConfig asked;
    private volatile TenantConfig config; // a policy changes its weight, slice and carriers
    private final Issuer issuer;
    private final Xoshiro256 chance;
    private final NurseryImpl root;
    private final GuardAccount guard;

    public TenantImpl(
            NurseryHome home,
            int id,
            int lane,
            Tallies tallies,
            TenantConfig asked,
            TenantConfig config) {
        this.home = home;
        this.id = id;
        this.lane = lane;
        this.tallies = tallies;
        this.asked = asked;
        this.config = config;
        this.guard = new GuardAccount(toString(), config.limits());
        this.guard.granted(config.budget().memory());
        this.issuer = new Issuer(toString(), () -> home.clock().nanos());
        this.chance = new Xoshiro256(home.chanceSeed() + id);
        var asNursery =
                NurseryConfig.defaults()
                        .withName("root of " + config.name())
                        .withBudget(config.budget())
                        .withChildBudget(config.childBudget())
                        .withOnExhaustion(config.onExhaustion())
                        .withSelfRecharge(config.selfRecharge())
                        .withPolicy(Policy.runAll());
        this.root = NurseryImpl.root(home, this, asNursery);
    }

    @Override
    public int id() {
        return id;
    }

    @Override
    public int lane() {
        return lane;
    }

    @Override
    public String name() {
        return config.name();
    }

    @Override
    public int weight() {
        return config.weight();
    }

    /** How many operations it asks for at once. */
    public long slice() {
        return config.slice().orElse(home.slice());
    }

    /** What it has asked for, whatever it was given. */
    public TenantConfig asked() {
        return asked;
    }

    /** A policy gives it this now; its tasks get what it was opened with. One caller at a time. */
    public void reshape(TenantConfig given) {
        Budget before = config.budget();
        Budget after = given.budget();
        config = given.withChildBudget(config.childBudget());
        if (!after.equals(before)) {
            root.regrant(before, after);
            guard.granted(after.memory() - before.memory());
        }
    }

    /** How many workers its tasks may keep from going on. */
    public int carriers() {
        return config.carriers();
    }

    @Override
    public NurseryImpl root() {
        return root;
    }

    @Override
    public Nursery nursery(UnaryOperator<NurseryConfig> configure) {
        return NurseryImpl.open(this, configure);
    }

    @Override
    public <T extends @Nullable Object, X extends Exception> T inNursery(
            UnaryOperator<NurseryConfig> configure, Block<T, X> block)
            throws X, InterruptedException {
        Objects.requireNonNull(block, "block of the nursery");
        Headroom.ensureForBlock();
        return Blocks.run(NurseryImpl.open(this, configure), block);
    }

    @Override
    public ExecutorService executor(String name) {
        return forExecutor(name).asExecutor();
    }

    @Override
    public ScheduledExecutorService scheduledExecutor(String name) {
        return forExecutor(name).asScheduledExecutor();
    }

    private NurseryImpl forExecutor(String name) {
        return NurseryImpl.openExecutor(this, n -> n.withName(name).withPolicy(Policy.runAll()));
    }

    @Override
    public Ledger ledger() {
        return root.ledger();
    }

    @Override
    public Usage usage() {
        return tallies.toUsage();
    }

    @Override
    public void grant(Budget amount) {
        Headroom.ensure();
        root.grant(Objects.requireNonNull(amount, "the amount to grant"));
        guard.granted(amount.memory());
    }

    // ---- guards

    /** What it was seen to use. */
    public GuardAccount guard() {
        return guard;
    }

    @Override
    public List<GuardReading> guards() {
        return guard.readings();
    }

    @Override
    public Optional<KeptHeap> kept() {
        return Optional.ofNullable(guard.keptByClass());
    }

    @Override
    public Optional<GuardExceededException> stoppedBy() {
        return Optional.ofNullable(guard.stopped());
    }

    @Override
    public @Nullable GuardExceededException stopped() {
        return guard.stopped();
    }

    /** Ends all that it runs, by this; false if something else has ended it before. Any thread. */
    public boolean stop(GuardExceededException why) {
        if (!guard.stop(why)) {
            return false;
        }
        root.cancel(CancelReason.GUARD); // after the note: whoever is cancelled finds it
        return true;
    }

    @Override
    public void countOpen(Guard kind, String who, String tried) {
        guard.count(kind, 1, who, tried);
    }

    @Override
    public void countClosed(Guard kind) {
        guard.uncount(kind);
    }

    @Override
    public Issuer issuer() {
        return issuer;
    }

    /** What its tasks draw random numbers from; locked by whoever draws. */
    public Xoshiro256 chance() {
        return chance;
    }

    @Override
    public void close() {
        TaskImpl<?> me = TaskImpl.currentOrNull();
        if (me != null && me.nursery().domain() == this) {
            throw new IllegalStateException(
                    me
                            + " cannot close "
                            + this
                            + ": it belongs to it and would wait for itself. Close it from"
                            + " outside.");
        }
        Headroom.ensureForBlock();
        root.cancel();
        root.closeQuietly(); // tasks of a tenant fail alone
        home.dismiss(this);
    }

    @Override
    public String toString() {
        return "tenant " + id + " '" + config.name() + "'";
    }
}
