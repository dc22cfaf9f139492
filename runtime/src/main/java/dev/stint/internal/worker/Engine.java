package dev.stint.internal.worker;

import dev.stint.budget.Bill;
import dev.stint.budget.Ledger;
import dev.stint.config.Profile;
import dev.stint.config.SchedulerConfig;
import dev.stint.context.SchedulingContext;
import dev.stint.env.Clock;
import dev.stint.env.CoarseClock;
import dev.stint.env.Faults;
import dev.stint.env.Machine;
import dev.stint.env.Readings;
import dev.stint.event.DrainReport;
import dev.stint.event.Event;
import dev.stint.event.SchedulerSnapshot;
import dev.stint.event.TaskFailure;
import dev.stint.event.TaskSnapshot;
import dev.stint.internal.nursery.Launcher;
import dev.stint.internal.nursery.NurseryHome;
import dev.stint.internal.nursery.NurseryImpl;
import dev.stint.internal.nursery.TenantImpl;
import dev.stint.internal.rights.Attended;
import dev.stint.internal.stack.CoreFactory;
import dev.stint.internal.stack.Headroom;
import dev.stint.internal.stack.Points;
import dev.stint.internal.stack.Processor;
import dev.stint.internal.task.Lending;
import dev.stint.internal.task.Outside;
import dev.stint.internal.task.TaskImpl;
import dev.stint.internal.wait.SpinLock;
import dev.stint.internal.wait.TimerHeap;
import dev.stint.internal.wait.WaitNode;
import dev.stint.nursery.NurseryState;
import dev.stint.task.Action;
import dev.stint.task.TaskOptions;
import java.lang.invoke.VarHandle;
import java.time.Duration;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * One scheduler: its workers, what they share, and its life from open to closed. Knows nothing of
 * how the workers are made to step; that is the {@link Driver}'s.
 */
public final class Engine implements NurseryHome {
    static {
        // Programs touch these before they call anything that asks for stack. What is linked for
        // the first time where the stack ends is broken for good.
        Objects.requireNonNull(TaskOptions.defaults());
        Objects.requireNonNull(Action.asCallable(() -> {}));
    }

    private final SchedulerConfig config;
    private final int yieldInterval;
    private final long slice;
    private final CoreFactory cores;
    private final Supplier<Sleeper[]> sleepers = this::sleepersNow; // not linked by a first wake
    private final GlobalQueues global;
    private final Contexts contexts;
    private final Leases leases = new Leases(this);
    private final Idle idle = new Idle();
    private final CoarseClock coarse = new CoarseClock();
    private final Driver driver;
    private final @Nullable RunHash hash;
    private final Announcer log;
    private final boolean simulated;
    private final @Nullable Faults faults;
    private final AtomicLong ids = new AtomicLong(1);
    private final Activity activity = new Activity(this);
    private final AtomicLong pinnedParks = new AtomicLong();
    private final Tenants tenants;
    private final HeapLimits heap = new HeapLimits(this);
    private final Queue<TenantImpl> used = new ConcurrentLinkedQueue<>(); // since the last look
    private volatile @Nullable String unbalanced;
    private volatile Crew crew;
    private final Change crewChange = new Change();
    private final Shutdown shutdown = new Shutdown(this);
    private final Unseen unseen = new Unseen(this);
    private final Openings openings;
    private final Launcher outsideLauncher = new OutsideLauncher();

    /**
     * Opens it.
     *
     * @param hash of the run; null if it is not to be repeated
     * @param maker of what makes its workers step
     */
    public Engine(SchedulerConfig config, @Nullable RunHash hash, Function<Engine, Driver> maker) {
        Headroom.ensure(); // so that it is not made at the end of somebody's stack
        WakePath.load();
        this.config = config;
        this.yieldInterval = config.effectiveYieldInterval();
        this.slice = config.effectiveSlice();
        this.global = new GlobalQueues(slice);
        this.contexts = new Contexts(this, config.workers());
        this.faults = config.faults().orElse(null);
        this.cores = new CoreFactory(config.cores(), config.name());
        this.hash = hash;
        this.driver = maker.apply(this);
        this.simulated = driver.picksTasks();
        this.log = new Announcer(hash, config.sink().orElse(null), driver.clock());
        var workers = new Worker[config.workers()];
        Arrays.setAll(workers, i -> new Worker(this, i, false));
        this.crew = new Crew(workers);
        this.tenants = new Tenants(this, global, config.name());
        this.openings = new Openings(this, config, tenants, contexts, leases, shutdown);
        Attended.install();
        driver.start();
        if (openings.desk() != null) {
            driver.keep(openings.desk());
        }
        if (isSeeded()) {
            Outside.opened(this);
        }
        Audit.opened(this);
    }

    /** Whose task it is. */
    public static Engine of(TaskImpl<?> task) {
        return (Engine) task.home();
    }

    // ---- spawning and waking

    @Override
    public Launcher launcher() {
        Worker here = workerHere();
        return here != null ? here : outsideLauncher;
    }

    /** Starts what threads that are not our workers' spawn. */
    private final class OutsideLauncher implements Launcher {
        @Override
        public void expect(TaskImpl<?> task) {
            ensureTakes(task);
            task.publish();
            activity.publishedOutside();
            // Counted before the look: a drain that misses this task sees the count, or we see it.
            if (shutdown.isDraining()) {
                uncountOutside();
                throw refused(task);
            }
        }

        @Override
        public void start(TaskImpl<?> task) {
            log.spawned(task);
            task.waits(coarse.nanos());
            driver.wokenFromOutside(task);
            global.push(task);
            wakeOne();
        }

        @Override
        public void withdraw(TaskImpl<?> task) {
            uncountOutside();
        }
    }

    /** Throws if no new task is taken. */
    void ensureTakes(TaskImpl<?> task) {
        if (shutdown.isDraining()) {
            throw refused(task);
        }
    }

    private void uncountOutside() {
        activity.withdrawnOutside();
        if (shutdown.isDraining()) {
            driver.quiet(); // a worker that fell asleep meanwhile may have counted this one
        }
    }

    @Override
    public long nextId() {
        Worker here = workerHere();
        return here != null ? here.nextId() : drawIds(1);
    }

    @Override
    public boolean reportEnded() {
        Worker here = workerHere();
        return here != null && here.reportForRunning();
    }

    @Override
    public void arm(TimerHeap.Entry timer, long deadline) {
        Worker here = workerHere();
        if (here != null) {
            here.timers().add(timer, deadline);
            return;
        }
        Worker first = crew.workers()[0];
        first.timers().add(timer, deadline);
        first.sleeper().wake(); // it may sleep for longer than that
    }

    /** The same, never on a leased worker: for what is not its owner's alone. */
    void armShared(TimerHeap.Entry timer, long deadline) {
        Worker here = workerHere();
        if (here == null || here.lease() == null) {
            arm(timer, deadline);
            return;
        }
        Worker first = crew.workers()[0];
        first.timers().add(timer, deadline);
        first.sleeper().wake();
    }

    // ---- tenants

    /** The tenant that every scheduler has. */
    public TenantImpl tenant() {
        return tenants.first();
    }

    /** Where tenants, contexts and leases come in. */
    public Openings openings() {
        return openings;
    }

    @Override
    public void mustEnd(TaskImpl<?> task) {
        contexts.evict(task);
    }

    @Override
    public @Nullable Lending lend(TaskImpl<?> caller) {
        return contexts.loans.offer(caller);
    }

    @Override
    public boolean serves(TaskImpl<?> server, @Nullable Lending lent) {
        if (lent != null || server.context() != null) {
            contexts.loans.serve(server, (Loan) lent);
        }
        Worker here = workerHere();
        return here != null && here.paying().isOutdated(server);
    }

    @Override
    public void bindBefore(SchedulingContext context, TaskImpl<?> task) {
        contexts.bind((ContextImpl) context, task, true);
    }

    @Override
    public void queueBound(TaskImpl<?> task) {
        contexts.changed(task);
    }

    @Override
    public int openGroup(int tenant, int weight, long slice) {
        return global.openGroup(tenant, weight, slice);
    }

    @Override
    public void closeGroup(int lane) {
        global.freeGroup(lane);
    }

    @Override
    public void dismiss(TenantImpl tenant) {
        tenant.guard().unwatch();
        shutdown.exclusively(
                () -> {
                    openings.ownerEnded(tenant);
                    tenants.remove(tenant);
                });
    }

    private RejectedExecutionException refused(TaskImpl<?> task) {
        return new RejectedExecutionException(
                "scheduler '"
                        + config.name()
                        + "' cannot start "
                        + task
                        + ": it is "
                        + shutdown.describe()
                        + ". Start tasks before drain() or close().");
    }

    /** The worker of ours under the calling code, or null. */
    public @Nullable Worker workerHere() {
        return Processor.currentOrNull() instanceof Worker worker && worker.engine == this
                ? worker
                : null;
    }

    @Override
    public void enqueueWoken(TaskImpl<?> task) {
        task.waits(coarse.nanos());
        Worker here = workerHere();
        if (here != null) {
            try {
                here.putWoken(task);
            } catch (Throwable death) {
                here.die(death); // as in Worker.start
            }
            return;
        }
        log.woken(task);
        driver.wokenFromOutside(task);
        if (leases.isAny() && leases.route(task)) {
            return;
        }
        if (contexts.put(task)) {
            VarHandle.fullFence(); // as in Worker.finishPut
            wakeOne();
            return;
        }
        // Soft affinity: back to the worker that ran it last, unless that one is gone, makes no
        // step
        // or has too much to do already.
        if (!(task.last() instanceof Worker last) || !last.send(task)) {
            global.push(task);
            wakeOne();
        }
    }

    /**
     * Something was published, with a full fence: sees that somebody will look for it. Any thread.
     */
    public void wakeOne() {
        if (idle.shouldWake()) {
            idle.wakeOne(sleepers);
        }
    }

    private Sleeper[] sleepersNow() {
        return crew.sleepers();
    }

    long drawIds(int count) {
        return ids.getAndAdd(count);
    }

    // ---- what workers ask

    public boolean hasStealableWork() {
        if (!global.isEmpty() || contexts.isReady(ContextOrder.ANY)) {
            return true;
        }
        for (Worker worker : crew.shared()) {
            if (worker.lanes().hasStealable()) {
                return true;
            }
        }
        return false;
    }

    // ---- what workers report

    void slept(Worker worker) {
        log.slept(worker);
        if (shutdown.isDraining()) {
            driver.quiet();
        }
    }

    public void panicked(Worker worker, Throwable error) {
        worker.deaths().revived();
        leases.died(worker);
        log.panicked(worker, error);
    }

    void aboutToBlockCarrier(Worker worker, TaskImpl<?> task) {
        pinnedParks.incrementAndGet();
        driver.aboutToBlockCarrier(worker, task);
        announce(new Event.CarrierBlocked(task.id(), worker.id()));
    }

    /** Tells the sink, if there is one. */
    public void announce(Event event) {
        log.announce(event);
    }

    // ---- crew

    private static final class Change extends SpinLock {}

    /** Replaces the crew. Any thread, one at a time. */
    void changeCrew(UnaryOperator<Crew> change) {
        crewChange.acquire();
        try {
            crew = change.apply(crew);
        } finally {
            crewChange.release();
        }
    }

    /** Adds a temporary worker, for everybody or for a lease. Monitor only. */
    public void hire(int id, @Nullable LeaseImpl lease) {
        var worker = new Worker(this, id, true);
        if (lease != null) {
            worker.ask(lease);
        }
        changeCrew(now -> now.with(worker));
        log.hired(id);
        driver.startTemporary(worker);
    }

    /** Removes a temporary worker that has just been retired. Monitor only. */
    public void dismiss(Worker worker) {
        Worker heir = crew.workers()[0];
        int moved = worker.handover().leaveAllTo(heir.timers());
        leases.retired(worker);
        changeCrew(now -> now.without(worker));
        log.dismissed(worker.id(), moved);
        if (shutdown.isDraining()) {
            driver.quiet(); // whoever drains may have seen it neither asleep nor gone
        }
        if (moved > 0) {
            heir.sleeper().wake(); // it may have inherited a timer that is due sooner than its own
            wakeOne();
        }
        driver.wake(worker);
    }

    // ---- counting

    /** Tasks spawned and not ended. */
    long activeTasks() {
        return activity.tasks();
    }

    /** No task is active, and no queue holds a stale entry either. */
    public boolean isQuiet() {
        return activity.isQuiet();
    }

    /** True if nothing runs, is about to or can come back by itself but for the clock. */
    public boolean isAtRest() {
        return activity.isAtRest();
    }

    // ---- ending

    /** Stops taking new tasks and waits for the others; says what is left when the time is up. */
    public DrainReport drain(Duration timeout) throws InterruptedException {
        return shutdown.drain(timeout, true);
    }

    /** The same; {@code tells}: whether those that wait in vain are cancelled. */
    public DrainReport drain(Duration timeout, boolean tells) throws InterruptedException {
        return shutdown.drain(timeout, tells);
    }

    /** Drains, cancels what does not end in time, and ends the workers. Any number of times. */
    public void close() {
        shutdown.close();
    }

    // ---- looking at it

    public SchedulerSnapshot snapshot(boolean withTasks) {
        Crew now = crew;
        long ended = now.completed();
        long active = activeTasks();
        return new SchedulerSnapshot(
                config.name(),
                active,
                active + ended,
                ended,
                global.size() + contexts.waiting() + leases.sent(),
                pinnedParks.get(),
                Arrays.stream(now.workers()).map(Pictures::of).toList(),
                withTasks ? startedTasks() : List.of(),
                Arrays.stream(tenants()).map(Pictures::of).toList());
    }

    /** The hash of the run so far; only under a seed. */
    public long traceHash() {
        if (hash == null) {
            throw new IllegalStateException(
                    "scheduler '"
                            + config.name()
                            + "' has no trace: it runs on threads. Open it with withSeed(...).");
        }
        return hash.hash();
    }

    // ---- parts

    @Override
    public int awaitOutside(WaitNode node, long timeoutNanos) throws InterruptedException {
        return driver.awaitOutside(node, timeoutNanos);
    }

    @Override
    public void exhausted(TaskImpl<?> task, Bill bill) {
        log.exhausted(task, bill);
    }

    @Override
    public void changed(NurseryImpl nursery, NurseryState to) {
        log.changed(nursery, to);
    }

    @Override
    public void failed(NurseryImpl nursery, TaskImpl<?> task, Throwable cause, boolean holder) {
        unseen.failed(nursery, task, cause, holder);
    }

    @Override
    public void failedUnseen(TaskFailure failure) {
        unseen.report(failure);
    }

    @Override
    public void seen(TaskImpl<?> task) {
        unseen.seen(task);
    }

    Unseen unseen() {
        return unseen;
    }

    @Override
    public void unbalanced(String nursery, Ledger ledger) {
        unbalanced = "the books of " + nursery + " do not balance: " + ledger;
    }

    /** What is wrong with the books of a nursery that has ended; null if nothing. */
    @Nullable String unbalanced() {
        return unbalanced;
    }

    @Override
    public @Nullable String withoutSupervisors() {
        return config.profile() == Profile.CLUSTER ? null : config.profile().name();
    }

    @Override
    public boolean needsCapabilities() {
        return config.profile() == Profile.SOVEREIGN;
    }

    @Override
    public long graceOps() {
        return config.graceOps();
    }

    @Override
    public long graceNanos() {
        return config.graceTime().toNanos();
    }

    @Override
    public Clock clock() {
        return driver.clock();
    }

    @Override
    public CoarseClock coarseClock() {
        return coarse;
    }

    @Override
    public int yieldInterval() {
        return yieldInterval;
    }

    @Override
    public long slice() {
        return slice;
    }

    @Override
    public boolean isTimed() {
        return config.effectiveSliceTime().isPresent();
    }

    @Override
    public boolean isCancelling() {
        return shutdown.isCancelling();
    }

    @Override
    public String name() {
        return config.name();
    }

    public SchedulerConfig config() {
        return config;
    }

    /** The tasks that have started and not ended, by id. Any thread; a moving picture. */
    public List<TaskImpl<?>> liveTasks() {
        return cores.started().stream()
                .<TaskImpl<?>>map(TaskImpl::of)
                .sorted(Comparator.comparingLong(TaskImpl::id))
                .toList();
    }

    /** The same, as snapshots. */
    public List<TaskSnapshot> startedTasks() {
        return Pictures.of(liveTasks());
    }

    boolean isSeeded() {
        return hash != null;
    }

    @Override
    public boolean isSimulated() {
        return simulated;
    }

    @Override
    public boolean givesWay(TaskImpl<?> task, Points.Why why) {
        return contexts.holdsUp(task) || driver.givesWay(task, why);
    }

    @Override
    public long chanceSeed() {
        return isSeeded() ? victimSeed() : Machine.chance();
    }

    long victimSeed() {
        return config.seed().orElse(0x5EED);
    }

    CoreFactory cores() {
        return cores;
    }

    public GlobalQueues global() {
        return global;
    }

    Contexts contexts() {
        return contexts;
    }

    public Leases leases() {
        return leases;
    }

    boolean isDraining() {
        return shutdown.isDraining();
    }

    /** How many workers serve everybody, or soon will. */
    int sharedWorkers() {
        return config.workers() - leases.leased();
    }

    /** How many tasks wait with scheduling contexts. Any thread; a moving number. */
    public int waitingOnContexts() {
        return contexts.waiting();
    }

    /** True if a QUEUED task cannot run before its scheduling context is filled up. */
    public boolean isHeldBack(TaskImpl<?> task) {
        return contexts.holdsBack(task);
    }

    public Announcer log() {
        return log;
    }

    public Idle idle() {
        return idle;
    }

    /** The thread that steps this worker, if it has one of its own. */
    public @Nullable Thread threadOf(Worker worker) {
        return driver.threadOf(worker);
    }

    Driver driver() {
        return driver;
    }

    /** What tenants keep alive. */
    HeapLimits heap() {
        return heap;
    }

    public TenantImpl[] tenants() {
        return tenants.all();
    }

    /** Something was booked to the guard account of a tenant, which is not noted yet. */
    void noteUsed(TenantImpl tenant) {
        used.add(tenant);
    }

    /** True if the monitor has to look at a tenant. */
    public boolean hasUsed() {
        return !used.isEmpty();
    }

    /** A tenant that something was booked to since it was taken last, or null. The monitor. */
    public @Nullable TenantImpl takeUsed() {
        return used.poll();
    }

    /** What guards read; null under a seed, since it differs from run to run. */
    public @Nullable Readings readings() {
        Readings read = isSeeded() ? Readings.none() : config.readings().orElseGet(Readings::ofJvm);
        return read == Readings.none() ? null : read;
    }

    @Override
    public boolean isClosed() {
        return shutdown.isClosed();
    }

    public Crew crew() {
        return crew;
    }

    public @Nullable Faults faults() {
        return faults;
    }
}
