package dev.stint.internal.worker;

import dev.stint.capability.CapSchedule;
import dev.stint.config.SchedulerConfig;
import dev.stint.context.ContextConfig;
import dev.stint.env.Clock;
import dev.stint.env.Parking;
import dev.stint.error.CapabilityMissingException;
import dev.stint.event.Event;
import dev.stint.internal.nursery.TenantImpl;
import dev.stint.internal.policy.PolicyDesk;
import dev.stint.internal.policy.Ruling;
import dev.stint.internal.task.TaskImpl;
import dev.stint.lease.LeaseConfig;
import dev.stint.policy.Policy;
import dev.stint.policy.PolicySnapshot;
import dev.stint.tenant.Tenant;
import dev.stint.tenant.TenantConfig;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Where tenants, scheduling contexts and leases come in. With a policy, its rules decide; they are
 * data, so that nothing here waits for the service. Without one, all get what they ask for.
 *
 * <p>Under profile SOVEREIGN contexts and leases are opened by a right and not otherwise; see
 * {@link ByRight}.
 */
public final class Openings implements PolicyDesk.Home {
    private static final String NO_CONTEXT = "takes no new scheduling context: it is %s.";
    private static final String NO_LEASE = "takes no new lease: it is %s.";

    private final Engine engine;
    private final Tenants tenants;
    private final Contexts contexts;
    private final Leases leases;
    private final Shutdown shutdown;
    private final @Nullable PolicyDesk desk;
    private final ByRight byRight;

    Openings(
            Engine engine,
            SchedulerConfig config,
            Tenants tenants,
            Contexts contexts,
            Leases leases,
            Shutdown shutdown) {
        this.engine = engine;
        this.tenants = tenants;
        this.contexts = contexts;
        this.leases = leases;
        this.shutdown = shutdown;
        this.byRight = new ByRight(engine, this);
        this.desk = config.policy().map(policy -> new PolicyDesk(policy, this)).orElse(null);
    }

    /** Null if the scheduler has no policy. */
    @Nullable PolicyDesk desk() {
        return desk;
    }

    /** By what policy that is; empty if there is none. */
    public Optional<PolicySnapshot> policy() {
        return Optional.ofNullable(desk).map(PolicyDesk::snapshot);
    }

    /** The virtual clock has moved; the driver. */
    public void timePassed() {
        if (desk != null) {
            desk.tick();
        }
    }

    // ---- tenants

    /** Takes in another tenant. */
    public TenantImpl tenant(TenantConfig asked) {
        tenants.ensureSlice(asked);
        engine.heap().ensureFor(asked);
        String refused = "takes no new tenant: it is %s.";
        PolicyDesk by = desk;
        if (by == null) {
            return announced(shutdown.whileOpen(refused, () -> add(asked, asked)));
        }
        String who = who();
        return announced(
                shutdown.whileOpen(
                                refused,
                                () ->
                                        Ruling.on(asked, openTenants(), engine.slice(), who, by)
                                                .then(given -> add(asked, given)))
                        .conclude(by));
    }

    private TenantImpl announced(TenantImpl tenant) {
        TenantConfig asked = tenant.asked();
        engine.announce(
                new Event.TenantOpened(
                        tenant.name(),
                        asked.weight(),
                        asked.slice().orElse(engine.slice()),
                        tenant.weight(),
                        tenant.slice()));
        return tenant;
    }

    private TenantImpl add(TenantConfig asked, TenantConfig given) {
        return engine.heap().watch(tenants.add(asked, given));
    }

    // ---- contexts and leases of the host, which needs a right only under SOVEREIGN

    /** Takes in a scheduling context for the tasks of all, if it fits. */
    public ContextImpl context(ContextConfig asked) {
        ensureNoRightNeeded("open context '" + asked.name() + "'");
        return context(asked, null);
    }

    /** Gives a tenant workers of its own, if enough are left. */
    public LeaseImpl lease(Tenant owner, LeaseConfig asked) {
        ensureNoRightNeeded("open lease '" + asked.name() + "'");
        return lease((TenantImpl) owner, asked);
    }

    private void ensureNoRightNeeded(String tried) {
        if (engine.needsCapabilities()) {
            throw new CapabilityMissingException(
                    who()
                            + " cannot "
                            + tried
                            + ": profile SOVEREIGN asks for a CapSchedule. Give one of"
                            + " tenant.issuer().schedule(), weakened to what it is for, as the"
                            + " first argument.");
        }
    }

    // ---- by a right

    /** Takes in a scheduling context for the tasks of whoever has issued the right. */
    public ContextImpl context(CapSchedule right, ContextConfig asked) {
        return byRight.context(right, asked, who());
    }

    /** Gives a tenant workers of its own: who has issued the right, or anybody if the host has. */
    public LeaseImpl lease(CapSchedule right, Tenant owner, LeaseConfig asked) {
        return byRight.lease(right, (TenantImpl) owner, asked, who());
    }

    /** The calling task opens a context by the right that it holds, and pays for that. */
    public ContextImpl context(TaskImpl<?> me, ContextConfig asked) throws InterruptedException {
        return byRight.context(me, asked);
    }

    /** The same of a lease for its tenant. */
    public LeaseImpl lease(TaskImpl<?> me, LeaseConfig asked) throws InterruptedException {
        return byRight.lease(me, asked);
    }

    /** All that a tenant runs has ended: what was opened for it does, too. */
    void ownerEnded(TenantImpl owner) {
        leases.ownerEnded(owner);
        contexts.ownerEnded(owner);
    }

    // ---- whoever asks

    /**
     * Opens one.
     *
     * @param owner whose tasks may run on it; null: those of all
     */
    ContextImpl context(ContextConfig asked, @Nullable TenantImpl owner) {
        PolicyDesk by = desk;
        if (by == null) {
            return shutdown.whileOpen(NO_CONTEXT, () -> add(asked, owner));
        }
        String who = who();
        return shutdown.whileOpen(
                        NO_CONTEXT,
                        () ->
                                Ruling.on(asked, contexts.count(), who, by)
                                        .then(given -> add(given, owner)))
                .conclude(by);
    }

    private ContextImpl add(ContextConfig given, @Nullable TenantImpl owner) {
        if (owner != null && !tenants.has(owner)) {
            throw new IllegalStateException(
                    "context '" + given.name() + "' cannot be opened: " + owner + " is closed.");
        }
        return contexts.open(given, owner);
    }

    LeaseImpl lease(TenantImpl owner, LeaseConfig asked) {
        PolicyDesk by = desk;
        if (by == null) {
            return shutdown.whileOpen(NO_LEASE, () -> leases.open(owner, asked));
        }
        String who = who();
        return shutdown.whileOpen(
                        NO_LEASE,
                        () ->
                                Ruling.on(asked, owner.name(), leases.leased(), who, by)
                                        .then(given -> leases.open(owner, given)))
                .conclude(by);
    }

    static String who() {
        TaskImpl<?> me = TaskImpl.currentOrNull();
        return me != null ? me.toString() : "thread '" + Thread.currentThread().getName() + "'";
    }

    // ---- what the desk asks

    @Override
    public String name() {
        return engine.name();
    }

    @Override
    public Clock clock() {
        return engine.clock();
    }

    @Override
    public int openTenants() {
        return tenants.all().length - 1;
    }

    /** Who closes the scheduler has its lock, and waits for the thread that calls this. */
    @Override
    public void apply(Policy policy) {
        while (!shutdown.isDraining() && !shutdown.tryExclusively(() -> tenants.reshape(policy))) {
            Parking.yieldCarrier(); // whoever has it is about to be done
        }
    }

    @Override
    public void announce(Event event) {
        engine.announce(event);
    }
}
