package dev.stint.internal.island;

import dev.stint.capability.CapSchedule;
import dev.stint.context.ContextConfig;
import dev.stint.context.Overrun;
import dev.stint.context.SchedulingContext;
import dev.stint.event.Event;
import dev.stint.guard.Limits;
import dev.stint.internal.nursery.TenantImpl;
import dev.stint.internal.stack.Headroom;
import dev.stint.internal.task.TaskImpl;
import dev.stint.internal.worker.Engine;
import dev.stint.island.IslandConfig;
import dev.stint.island.IslandOverrun;
import dev.stint.island.IslandSnapshot;
import dev.stint.island.IslandState;
import dev.stint.island.RealtimeIsland;
import dev.stint.island.Stage;
import dev.stint.island.Violation;
import dev.stint.lease.CpuLease;
import dev.stint.lease.LeaseConfig;
import dev.stint.task.Action;
import dev.stint.task.CancelledException;
import dev.stint.task.TaskOptions;
import dev.stint.tenant.Tenant;
import dev.stint.tenant.TenantConfig;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * An island: one task that runs the stages in order, once in each period, and looks at what that
 * cost. It has a tenant of its own, which is the owner of its lease.
 *
 * <pre>
 *   REHEARSING -> RUNNING   run()      the graph has run so often without a measure
 *   RUNNING    -> STOPPED   judge()    an activation did what it may not, and the island is to stop
 *   any        -> FAILED    run()      a stage has thrown
 *   any        -> CLOSED    close(), or the task was cancelled otherwise
 * </pre>
 *
 * <p>Only the first of the last three counts. The state is written under the lock of the telemetry.
 */
public final class IslandImpl implements RealtimeIsland {
    /** What the task does beside the stages, in operations of a period. */
    private static final long OWN_OPERATIONS = 10_000;

    private static final long NANOS_PER_OPERATION = 10;

    private final Engine engine;
    private final IslandConfig config;
    private final Stage[] stages;
    private final List<String> order;
    private final Tenant tenant;
    private final @Nullable CpuLease lease;
    private final SchedulingContext context;
    private final AtomicBoolean isGivenBack = new AtomicBoolean();
    private final long period;
    private final long deadline;
    private final Telemetry telemetry = new Telemetry();
    private IslandState state = IslandState.REHEARSING; // the telemetry's lock
    private String why = ""; // the same

    private IslandImpl(
            Engine engine,
            IslandConfig config,
            Graph graph,
            Tenant tenant,
            @Nullable CpuLease lease,
            SchedulingContext context) {
        this.engine = engine;
        this.config = config;
        this.stages = graph.work();
        this.order = graph.names();
        this.tenant = tenant;
        this.lease = lease;
        this.context = context;
        this.period = config.period().toNanos();
        this.deadline = config.deadlineOrDefault().toNanos();
    }

    // ---- admission

    /** Admits an island and starts it, or throws and leaves nothing behind. */
    public static IslandImpl open(Engine engine, @Nullable CapSchedule right, IslandConfig config) {
        Headroom.ensureForBlock();
        Graph graph = Graph.of(config);
        if (config.processor().isPresent() && !config.leased()) {
            throw Graph.refused(
                    config, "it names a processor and has no worker. Say withLeased(true).");
        }
        TenantImpl tenant =
                engine.openings()
                        .tenant(
                                TenantConfig.defaults()
                                        .withName("island " + config.name())
                                        .withLimits(l -> l.withUnchargedMemory(Limits.UNLIMITED)));
        CpuLease lease = null;
        SchedulingContext context = null;
        IslandImpl island = null;
        try {
            lease = config.leased() ? lease(engine, right, tenant, leaseOf(config)) : null;
            context = context(engine, right, contextOf(config, graph));
            island = new IslandImpl(engine, config, graph, tenant, lease, context);
            start(tenant, island);
            return island;
        } catch (IllegalArgumentException refused) {
            throw Graph.refused(config, String.valueOf(refused.getMessage()));
        } finally {
            if (island == null) {
                undo(tenant, context);
            }
        }
    }

    /** The host has opened it, by a right if it needs one; that is the right to run it. */
    private static void start(TenantImpl tenant, IslandImpl island) {
        tenant.root()
                .startBy(
                        tenant.issuer().spawn(),
                        TaskOptions.named("island " + island.config.name()),
                        Action.asCallable(island::run));
    }

    private static CpuLease lease(
            Engine engine, @Nullable CapSchedule right, Tenant tenant, LeaseConfig config) {
        return right == null
                ? engine.openings().lease(tenant, config)
                : engine.openings().lease(right, tenant, config);
    }

    private static SchedulingContext context(
            Engine engine, @Nullable CapSchedule right, ContextConfig config) {
        return right == null
                ? engine.openings().context(config)
                : engine.openings().context(right, config);
    }

    private static void undo(Tenant tenant, @Nullable SchedulingContext context) {
        if (context != null) {
            context.close();
        }
        tenant.close(); // and with it the lease
    }

    private static LeaseConfig leaseOf(IslandConfig config) {
        LeaseConfig plain =
                LeaseConfig.defaults().withName("of island " + config.name()).withConfined(true);
        return config.processor().isPresent()
                ? plain.withProcessors(List.of(config.processor().getAsInt()))
                : plain;
    }

    private static ContextConfig contextOf(IslandConfig config, Graph graph) {
        Duration time = graph.time();
        return ContextConfig.defaults()
                .withName("of island " + config.name())
                .withOperations(time.toNanos() / NANOS_PER_OPERATION + OWN_OPERATIONS)
                .withTime(time)
                .withPeriod(config.period())
                .withDeadline(config.deadlineOrDefault())
                .withOverrun(Overrun.SUSPEND);
    }

    // ---- running; on the island's task

    private void run() {
        String failure = "it was cancelled";
        IslandState end = IslandState.CLOSED;
        try {
            TaskImpl<?> me = TaskImpl.ensureCurrent("run an island");
            var look = new Look(me, context, engine.readings());
            for (int left = config.rehearsals(); left > 0; left--) {
                look.begin(); // to warm up, too
                activate(-left);
                look.end();
            }
            context.bind(me);
            move(IslandState.RUNNING, "");
            runPeriods(me, look);
            return; // it has stopped itself, and said why
        } catch (CancelledException closed) {
            // as it is meant to end
        } catch (Exception e) {
            end = IslandState.FAILED;
            failure = "a stage has thrown " + e;
        } finally {
            move(end, failure);
            giveBack();
        }
    }

    private void runPeriods(TaskImpl<?> me, Look look) throws Exception {
        long release = engine.clock().nanos() + period;
        for (long number = 0; ; number++) {
            long now = engine.clock().nanos();
            if (release > now) {
                me.sleep(Duration.ofNanos(release - now));
            }
            look.begin();
            long began = engine.clock().nanos();
            activate(number);
            long ended = engine.clock().nanos();
            look.end();
            if (!judge(number, look, began - release, ended - release)) {
                return;
            }
            release += period;
            if (config.overrun() == IslandOverrun.SKIP) {
                release += skip(engine.clock().nanos() - release) * period;
            }
        }
    }

    private void activate(long number) throws Exception {
        for (Stage stage : stages) {
            stage.run(number);
        }
    }

    /** So many activations should have begun by now, beside the one that is late. */
    private long skip(long behind) {
        long missed = behind <= 0 ? 0 : (behind + period - 1) / period;
        if (missed > 0) {
            telemetry.acquire();
            telemetry.skipped += missed;
            telemetry.release();
        }
        return missed;
    }

    /** Counts what an activation did; false if the island is to stop. */
    private boolean judge(long number, Look look, long start, long response) {
        boolean isLate = response > deadline;
        boolean hasOverrun = look.depletions > 0;
        boolean hasAllocated = look.isMeasured && look.bytes > config.memory();
        boolean hasWaited = look.waits > 0;
        telemetry.acquire();
        try {
            telemetry.activations++;
            telemetry.misses += isLate ? 1 : 0;
            telemetry.overruns += hasOverrun ? 1 : 0;
            telemetry.allocations += hasAllocated ? 1 : 0;
            telemetry.blocks += hasWaited ? 1 : 0;
            telemetry.measured += look.isMeasured ? 1 : 0;
            telemetry.worstBytes = Math.max(telemetry.worstBytes, look.isMeasured ? look.bytes : 0);
            telemetry.worstStart = Math.max(telemetry.worstStart, start);
            telemetry.worstResponse = Math.max(telemetry.worstResponse, response);
            telemetry.worstLateness = Math.max(telemetry.worstLateness, response - deadline);
        } finally {
            telemetry.release();
        }
        boolean goesOn = true;
        if (isLate) {
            goesOn = tell(number, Violation.LATE, response, deadline);
        }
        if (hasOverrun) {
            goesOn = tell(number, Violation.OVERRUN, look.depletions, 0);
        }
        if (hasAllocated) {
            goesOn = tell(number, Violation.ALLOCATED, look.bytes, config.memory());
        }
        if (hasWaited) {
            goesOn = tell(number, Violation.BLOCKED, look.waits, 0);
        }
        return goesOn;
    }

    private boolean tell(long number, Violation what, long measured, long allowed) {
        engine.announce(new Event.IslandViolated(config.name(), number, what, measured, allowed));
        if (config.overrun() != IslandOverrun.STOP) {
            return true;
        }
        move(
                IslandState.STOPPED,
                "activation "
                        + number
                        + " was "
                        + what
                        + ": "
                        + measured
                        + ", and may be "
                        + allowed);
        return false;
    }

    private void move(IslandState to, String because) {
        telemetry.acquire();
        try {
            if (state == IslandState.REHEARSING || state == IslandState.RUNNING) {
                state = to;
                why = because;
            }
        } finally {
            telemetry.release();
        }
    }

    /** What it had is everybody's again. Once. */
    private void giveBack() {
        if (!isGivenBack.compareAndSet(false, true)) {
            return;
        }
        context.close();
        if (lease != null) {
            lease.close();
        }
        IslandSnapshot last = snapshot();
        engine.announce(new Event.IslandEnded(last.name(), last.state(), last.why()));
    }

    // ---- the public face

    @Override
    public IslandConfig config() {
        return config;
    }

    @Override
    public IslandSnapshot snapshot() {
        Headroom.ensure();
        var ofContext = context.snapshot();
        var ofLease = Optional.ofNullable(lease).map(CpuLease::snapshot);
        telemetry.acquire();
        try {
            return new IslandSnapshot(
                    config.name(),
                    state,
                    order,
                    telemetry.activations,
                    telemetry.misses,
                    telemetry.skipped,
                    telemetry.overruns,
                    telemetry.allocations,
                    telemetry.blocks,
                    telemetry.measured,
                    telemetry.worstBytes,
                    Duration.ofNanos(telemetry.worstStart),
                    Duration.ofNanos(telemetry.worstResponse),
                    Duration.ofNanos(telemetry.worstLateness),
                    why,
                    ofContext,
                    ofLease);
        } finally {
            telemetry.release();
        }
    }

    @Override
    public void close() {
        tenant.close();
        move(IslandState.CLOSED, "it was closed before it began"); // or else it said why
        giveBack();
    }

    @Override
    public String toString() {
        return "island '" + config.name() + "'";
    }
}
