package dev.stint.internal.worker;

import dev.stint.config.SchedulerConfig;
import dev.stint.context.ContextConfig;
import dev.stint.context.SchedulingContext;
import dev.stint.env.Clock;
import dev.stint.env.Parking;
import dev.stint.event.Event;
import dev.stint.internal.nursery.TenantImpl;
import dev.stint.internal.policy.PolicyDesk;
import dev.stint.internal.policy.Ruling;
import dev.stint.internal.task.TaskImpl;
import dev.stint.policy.Policy;
import dev.stint.policy.PolicySnapshot;
import dev.stint.tenant.TenantConfig;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Where tenants and scheduling contexts come in. With a policy, its rules decide; they are data, so
 * that nothing here waits for the service. Without one, all get what they ask for.
 */
final class PolicyGate implements PolicyDesk.Home {
    private final Engine engine;
    private final Tenants tenants;
    private final Contexts contexts;
    private final Shutdown shutdown;
    private final @Nullable PolicyDesk desk;

    PolicyGate(
            Engine engine,
            SchedulerConfig config,
            Tenants tenants,
            Contexts contexts,
            Shutdown shutdown) {
        this.engine = engine;
        this.tenants = tenants;
        this.contexts = contexts;
        this.shutdown = shutdown;
        this.desk = config.policy().map(policy -> new PolicyDesk(policy, this)).orElse(null);
    }

    /** Null if the scheduler has no policy. */
    @Nullable PolicyDesk desk() {
        return desk;
    }

    Optional<PolicySnapshot> snapshot() {
        return Optional.ofNullable(desk).map(PolicyDesk::snapshot);
    }

    /** Takes in another tenant. */
    TenantImpl openTenant(TenantConfig asked) {
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

    /** Takes in a scheduling context, if it fits. */
    SchedulingContext openContext(ContextConfig asked) {
        String refused = "takes no new scheduling context: it is %s.";
        PolicyDesk by = desk;
        if (by == null) {
            return shutdown.whileOpen(refused, () -> contexts.open(asked));
        }
        String who = who();
        return shutdown.whileOpen(
                        refused,
                        () ->
                                Ruling.on(asked, contexts.count(), who, by)
                                        .<SchedulingContext>then(contexts::open))
                .conclude(by);
    }

    private static String who() {
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
