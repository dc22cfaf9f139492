package dev.stint;

import dev.stint.capability.CapSchedule;
import dev.stint.config.Profile;
import dev.stint.config.SchedulerConfig;
import dev.stint.context.ContextConfig;
import dev.stint.context.DepletionEndpoint;
import dev.stint.context.SchedulingContext;
import dev.stint.event.DrainReport;
import dev.stint.event.SchedulerSnapshot;
import dev.stint.internal.driver.Drivers;
import dev.stint.internal.island.IslandImpl;
import dev.stint.internal.stack.Access;
import dev.stint.internal.supervisor.SupervisorImpl;
import dev.stint.internal.worker.DepletionReports;
import dev.stint.internal.worker.Engine;
import dev.stint.island.IslandConfig;
import dev.stint.island.RealtimeIsland;
import dev.stint.lease.CpuLease;
import dev.stint.lease.LeaseConfig;
import dev.stint.nursery.Block;
import dev.stint.nursery.Nursery;
import dev.stint.nursery.NurseryConfig;
import dev.stint.policy.PolicySnapshot;
import dev.stint.supervisor.Supervisor;
import dev.stint.supervisor.SupervisorConfig;
import dev.stint.task.Action;
import dev.stint.tenant.Tenant;
import dev.stint.tenant.TenantConfig;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A scheduler: runs very many small tasks on few threads.
 *
 * <p>Opened without a seed it runs its workers on threads of their own. Opened with one it runs the
 * same workers on a single thread, in an order that the seed decides and under a virtual clock,
 * while an outside thread waits for something: the same seed, configuration and input give the same
 * run.
 *
 * <p>Tasks are started in nurseries, which own them; there is no other way to start one.
 */
public final class Scheduler implements AutoCloseable {
    private final Engine engine;

    private Scheduler(Engine engine) {
        this.engine = engine;
    }

    /** Opens a scheduler with the defaults. */
    public static Scheduler open() {
        return open(UnaryOperator.identity());
    }

    /**
     * Opens a scheduler with changed defaults: {@code Scheduler.open(cfg -> cfg.withWorkers(4))}.
     */
    public static Scheduler open(UnaryOperator<SchedulerConfig> configure) {
        Objects.requireNonNull(configure, "the configuration function");
        SchedulerConfig config =
                Objects.requireNonNull(
                        configure.apply(SchedulerConfig.defaults()),
                        "the configuration function returned null; return the changed"
                                + " configuration");
        if (config.profile() == Profile.CORE) {
            throw new IllegalStateException(
                    "a scheduler cannot be opened under profile CORE, which is single-threaded by"
                            + " definition. Use Profile.SERVICE, CLUSTER, SOVEREIGN or REALTIME.");
        }
        config.ensureCoherent();
        Access.ensureOpen();
        return new Scheduler(Drivers.open(config));
    }

    /**
     * The nursery above all others: it is always open and ends with the scheduler. A task that
     * fails in it fails alone.
     */
    public Nursery root() {
        return engine.tenant().root();
    }

    /** As {@link #inNursery(UnaryOperator, Block)}, with the defaults. */
    public <T extends @Nullable Object, X extends Exception> T inNursery(Block<T, X> block)
            throws X, InterruptedException {
        return inNursery(UnaryOperator.identity(), block);
    }

    /** As {@link #inNursery(Block)}, without a value. */
    public <X extends Exception> void runInNursery(Block.Action<X> block)
            throws X, InterruptedException {
        runInNursery(UnaryOperator.identity(), block);
    }

    /** As {@link #inNursery(UnaryOperator, Block)}, without a value. */
    public <X extends Exception> void runInNursery(
            UnaryOperator<NurseryConfig> configure, Block.Action<X> block)
            throws X, InterruptedException {
        Objects.requireNonNull(block, "block of the nursery");
        inNursery(configure, block.asBlock());
    }

    /**
     * Opens a nursery, runs the block in the calling thread or task, waits for all children and
     * returns what the block has returned; see {@link Stint#inNursery(UnaryOperator, Block)}.
     */
    public <T extends @Nullable Object, X extends Exception> T inNursery(
            UnaryOperator<NurseryConfig> configure, Block<T, X> block)
            throws X, InterruptedException {
        return tenant().inNursery(configure, block);
    }

    /** Opens a nursery. Close it where it was opened, by try-with-resources. */
    public Nursery nursery() {
        return nursery(UnaryOperator.identity());
    }

    /**
     * Opens a nursery: {@code scheduler.nursery(n -> n.withName("page"))}. In a task of the same
     * tenant it belongs to that task, as with {@link Stint#nursery}, and is cancelled with it. A
     * thread that has another one of this tenant open opens a child of that one, which is cancelled
     * with it. Prefer {@link #inNursery}.
     *
     * @throws dev.stint.error.NurseryNotActiveException if the one it would be a child of takes no
     *     more
     */
    public Nursery nursery(UnaryOperator<NurseryConfig> configure) {
        return engine.tenant().nursery(configure);
    }

    /**
     * Opens a nursery as an executor, for code that wants one: each command is a task, and one that
     * fails fails alone. Close it by try-with-resources. In a task of the same tenant it belongs to
     * that task and is cancelled with it; for threads outside it is below the root nursery.
     */
    public ExecutorService executor(String name) {
        return engine.tenant().executor(name);
    }

    /** As {@link #executor}, for what is to run later or again and again. */
    public ScheduledExecutorService scheduledExecutor(String name) {
        return engine.tenant().scheduledExecutor(name);
    }

    /**
     * Starts a supervisor as a task of the root nursery: {@code scheduler.supervise(s ->
     * s.withChild("listener", this::listen))}. Only under profile CLUSTER. Shut it down before the
     * scheduler is closed: its children may not end by themselves.
     */
    public Supervisor supervise(UnaryOperator<SupervisorConfig> configure) {
        return SupervisorImpl.start(engine.tenant().root(), configure);
    }

    /** The tenant that everything belongs to unless another is opened. */
    public Tenant tenant() {
        return engine.tenant();
    }

    /** Takes in another tenant, with books and a share of the workers of its own. */
    public Tenant openTenant(UnaryOperator<TenantConfig> configure) {
        Objects.requireNonNull(configure, "the configuration function");
        return engine.openings()
                .tenant(
                        Objects.requireNonNull(
                                configure.apply(TenantConfig.defaults()),
                                "the configuration function returned null; return the changed"
                                        + " configuration"));
    }

    /**
     * Opens a scheduling context, a right to so many operations and so much time in each period:
     * {@code scheduler.openContext(c -> c.withName("sound").withPeriod(Duration.ofMillis(10)))}.
     * Close it to give the right back; otherwise it ends with the scheduler.
     *
     * @throws IllegalArgumentException if it does not fit beside those that are open; the message
     *     shows the sum
     * @throws dev.stint.error.CapabilityMissingException under profile SOVEREIGN: say by what right
     * @throws java.util.concurrent.RejectedExecutionException if the scheduler takes no new tasks
     */
    public SchedulingContext openContext(UnaryOperator<ContextConfig> configure) {
        return engine.openings().context(ContextConfig.of(configure));
    }

    /**
     * Opens a scheduling context by a right: for tasks of the tenant that issued it, or of all if
     * that is the scheduler's own. It is closed when the right ends.
     *
     * @throws dev.stint.error.CapabilityRefusedException if the right does not allow it
     */
    public SchedulingContext openContext(
            CapSchedule right, UnaryOperator<ContextConfig> configure) {
        Objects.requireNonNull(right, "the right to open a context");
        return engine.openings().context(right, ContextConfig.of(configure));
    }

    /**
     * Gives a tenant workers of its own, which run its tasks and nothing else: {@code
     * scheduler.openLease(tenant, l -> l.withName("sound").withWorkers(1))}. Close it to give them
     * back; otherwise it ends with its owner, or when the scheduler drains.
     *
     * @throws IllegalArgumentException if no worker would be left for everybody, or not enough for
     *     the scheduling contexts that are open; the message shows the sum
     * @throws IllegalStateException if the tenant has a lease, is closed or of another scheduler,
     *     or is the one that every scheduler has
     * @throws dev.stint.error.CapabilityMissingException under profile SOVEREIGN: say by what right
     * @throws java.util.concurrent.RejectedExecutionException if the scheduler takes no new tasks
     */
    public CpuLease openLease(Tenant owner, UnaryOperator<LeaseConfig> configure) {
        Objects.requireNonNull(owner, "owner of a lease");
        return engine.openings().lease(owner, LeaseConfig.of(configure));
    }

    /**
     * Gives a tenant workers of its own by a right, which that tenant has issued or the scheduler's
     * own. They go back when the right ends.
     *
     * @throws dev.stint.error.CapabilityRefusedException if the right does not allow it
     */
    public CpuLease openLease(
            CapSchedule right, Tenant owner, UnaryOperator<LeaseConfig> configure) {
        Objects.requireNonNull(right, "the right to open a lease");
        Objects.requireNonNull(owner, "owner of a lease");
        return engine.openings().lease(right, owner, LeaseConfig.of(configure));
    }

    /**
     * Opens a realtime island, a graph of stages that runs once in each period: {@code
     * scheduler.openIsland(i -> i.withName("sound").withStage(...))}. Close it to end it; otherwise
     * it ends with the scheduler.
     *
     * @throws IllegalArgumentException if the stages are no graph, do not fit into their period, or
     *     there is no room for the context or the lease; the message shows the sum
     * @throws dev.stint.error.CapabilityMissingException under profile SOVEREIGN: say by what right
     * @throws java.util.concurrent.RejectedExecutionException if the scheduler takes no new tasks
     */
    public RealtimeIsland openIsland(UnaryOperator<IslandConfig> configure) {
        return IslandImpl.open(engine, null, islandOf(configure));
    }

    /**
     * The same by a right of the scheduler's own tenant, which counts its context and its lease.
     *
     * @throws dev.stint.error.CapabilityRefusedException if the right does not allow it
     */
    public RealtimeIsland openIsland(CapSchedule right, UnaryOperator<IslandConfig> configure) {
        Objects.requireNonNull(right, "the right to open an island");
        return IslandImpl.open(engine, right, islandOf(configure));
    }

    private static IslandConfig islandOf(UnaryOperator<IslandConfig> configure) {
        Objects.requireNonNull(configure, "the configuration function");
        return Objects.requireNonNull(
                configure.apply(IslandConfig.defaults()),
                "the configuration function returned null; return the changed" + " configuration");
    }

    /** A new place where contexts report that they were used up. */
    public DepletionEndpoint depletionEndpoint() {
        return new DepletionReports();
    }

    /** By what policy tenants and contexts are taken in; empty if it was opened without one. */
    public Optional<PolicySnapshot> policy() {
        return engine.openings().policy();
    }

    /** Starts a task in the root nursery and waits for its value. */
    public <T extends @Nullable Object> T run(Callable<? extends T> body)
            throws InterruptedException {
        return root().<T>spawn(body).await();
    }

    /** Starts a task in the root nursery and waits for its end. */
    public void run(Action body) throws InterruptedException {
        root().spawn(body).await();
    }

    /** The scheduler at this moment. */
    public SchedulerSnapshot snapshot() {
        return engine.snapshot(true);
    }

    /** As {@link #snapshot}, without the tasks: quick, for what looks often. */
    public SchedulerSnapshot counts() {
        return engine.snapshot(false);
    }

    public SchedulerConfig config() {
        return engine.config();
    }

    /**
     * A hash of everything that has happened so far. Only under a seed: equal hashes mean equal
     * runs.
     */
    public long traceHash() {
        return engine.traceHash();
    }

    /**
     * Refuses new tasks from now on and waits for those it has. When nothing runs any more, tasks
     * that wait for something that only a thread outside or the clock could bring (a message, a
     * lock, the end of a sleep, a recharge) are cancelled; those that are blocked inside the JDK
     * are waited for. Returns when all have ended, or when the time is up, and then says what has
     * not ended and where it is.
     */
    public DrainReport drain(Duration timeout) throws InterruptedException {
        return engine.drain(Objects.requireNonNull(timeout, "timeout of a drain"));
    }

    /**
     * Drains the scheduler and ends its workers. Tasks that do not end within the configured {@code
     * closeTimeout} are cancelled; if some still do not end, they are named in the exception.
     */
    @Override
    public void close() {
        engine.close();
    }
}
