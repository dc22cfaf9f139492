package dev.stint.internal.worker;

import dev.stint.budget.Bill;
import dev.stint.budget.Ledger;
import dev.stint.env.Clock;
import dev.stint.env.Faults;
import dev.stint.env.World;
import dev.stint.event.DrainReport;
import dev.stint.event.Event;
import dev.stint.event.SchedulerSnapshot;
import dev.stint.event.TaskSnapshot;
import dev.stint.internal.SchedulerBug;
import dev.stint.internal.nursery.Dispatcher;
import dev.stint.internal.nursery.NurseryImpl;
import dev.stint.internal.nursery.TenantImpl;
import dev.stint.internal.rights.Attended;
import dev.stint.internal.stack.Core;
import dev.stint.internal.stack.CoreFactory;
import dev.stint.internal.stack.Headroom;
import dev.stint.internal.stack.Points;
import dev.stint.internal.stack.Processor;
import dev.stint.internal.task.Outside;
import dev.stint.internal.task.TaskImpl;
import dev.stint.internal.wait.TimerHeap;
import dev.stint.internal.wait.WaitNode;
import dev.stint.nursery.NurseryState;
import dev.stint.policy.Profile;
import dev.stint.policy.SchedulerConfig;
import dev.stint.task.Action;
import dev.stint.task.TaskOptions;
import dev.stint.tenant.TenantConfig;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * One scheduler: its workers, what they share, and its life from open to closed. Knows nothing of
 * how the workers are made to step; that is the {@link Driver}'s.
 */
public final class Engine implements Dispatcher {
    /** A picture of more tasks than this leaves out their stacks: each costs microseconds. */
    private static final int MOST_STACKS = 256;

    static {
        // Programs touch these before they call anything that asks for stack. What is linked for
        // the first time where the stack ends is broken for good.
        Objects.requireNonNull(TaskOptions.DEFAULT);
        Objects.requireNonNull(Action.asCallable(() -> {}));
    }

    private final SchedulerConfig config;
    private final int yieldInterval;
    private final long slice;
    private final CoreFactory cores;
    private final Commons commons = new Commons();
    private final Idle idle = new Idle();
    private final Driver driver;
    private final @Nullable Trace trace;
    private final Chronicle chronicle;
    private final boolean simulated;
    private final @Nullable Faults faults;
    private final AtomicLong ids = new AtomicLong(1);
    private final AtomicLong publishedOutside = new AtomicLong();
    private final AtomicLong pinnedParks = new AtomicLong();
    private final Sysmon sysmon;
    private final Tenants tenants;
    private volatile @Nullable String unbalanced;
    private volatile Crew crew;
    private volatile boolean draining;
    private volatile boolean cancelling;
    private volatile boolean closed;

    /**
     * No monitor: a thread that drives a simulation mounts cores while it closes, and the JVM would
     * take a monitor which it holds for one of theirs when they are unmounted.
     */
    private final ReentrantLock closing = new ReentrantLock();

    public Engine(SchedulerConfig config) {
        Headroom.ensure(); // so that it is not made at the end of somebody's stack
        this.config = config;
        this.yieldInterval = config.effectiveYieldInterval();
        this.slice = config.slice();
        this.faults = config.faults();
        this.cores = new CoreFactory(config.cores(), config.name());
        this.sysmon = new Sysmon(this);
        if (config.seed().isPresent() || config.decisions() != null) {
            trace = new Trace();
            driver = new SeededDriver(this, trace);
        } else {
            trace = null;
            driver = new ThreadsDriver(this);
        }
        simulated = driver.picksTasks();
        chronicle = new Chronicle(trace, config.sink());
        var workers = new Worker[config.workers()];
        Arrays.setAll(workers, i -> new Worker(this, i, false));
        this.crew = new Crew(workers);
        this.tenants = new Tenants(this, commons, config.name());
        Attended.install();
        driver.start();
        if (isSeeded()) {
            Outside.opened(this);
        }
        Audit.opened(this);
    }

    // ---- spawning and waking

    @Override
    public Launched launch(TaskImpl<?> task) {
        if (draining) {
            throw refused(task);
        }
        task.publish();
        Worker here = workerHere();
        return here != null ? here.launch(task) : launchFromOutside(task);
    }

    private Launched launchFromOutside(TaskImpl<?> task) {
        publishedOutside.incrementAndGet();
        // Counted before the look: a drain that misses this task sees the count, or we see it.
        if (draining) {
            uncountOutside();
            throw refused(task);
        }
        Launched launched = NurseryImpl.of(task).adopt(task);
        if (launched != Launched.STARTED) {
            uncountOutside();
            return launched;
        }
        chronicle.spawned(task);
        driver.wokenFromOutside(task);
        commons.push(task);
        wakeOne();
        return launched;
    }

    private void uncountOutside() {
        publishedOutside.decrementAndGet();
        if (draining) {
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

    // ---- tenants

    /** The tenant that every scheduler has. */
    public TenantImpl tenant() {
        return tenants.first();
    }

    /** Takes in another tenant. */
    public TenantImpl addTenant(TenantConfig config) {
        closing.lock();
        try {
            if (draining) {
                throw new RejectedExecutionException(
                        "scheduler '"
                                + name()
                                + "' takes no new tenant: it is "
                                + (closed ? "closed." : "draining."));
            }
            return tenants.add(config);
        } finally {
            closing.unlock();
        }
    }

    @Override
    public void dismiss(TenantImpl tenant) {
        closing.lock();
        try {
            tenants.remove(tenant);
        } finally {
            closing.unlock();
        }
    }

    private RejectedExecutionException refused(TaskImpl<?> task) {
        return new RejectedExecutionException(
                "scheduler '"
                        + config.name()
                        + "' cannot start "
                        + task
                        + ": it is "
                        + (closed ? "closed" : "draining")
                        + ". Start tasks before drain() or close().");
    }

    /** The worker of ours under the calling code, or null. */
    @Nullable Worker workerHere() {
        return Processor.currentOrNull() instanceof Worker worker && worker.engine() == this
                ? worker
                : null;
    }

    @Override
    public void enqueueWoken(TaskImpl<?> task) {
        Worker here = workerHere();
        if (here != null) {
            try {
                here.putWoken(task);
            } catch (Throwable death) {
                here.die(death); // as in spawn
            }
            return;
        }
        chronicle.woken(task);
        driver.wokenFromOutside(task);
        // Soft affinity: back to the worker that ran it last, unless that one is gone, makes no
        // step or
        // has too much to do already.
        if (!(task.last() instanceof Worker last) || !last.send(task)) {
            commons.push(task);
            wakeOne();
        }
    }

    /**
     * Something was published, with a full fence: sees that somebody will look for it. Any thread.
     */
    void wakeOne() {
        if (idle.shouldWake()) {
            idle.wakeOne(this::sleepers);
        }
    }

    private Sleeper[] sleepers() {
        return crew.sleepers();
    }

    long drawIds(int count) {
        return ids.getAndAdd(count);
    }

    // ---- what workers ask

    boolean hasStealableWork() {
        if (!commons.isEmpty()) {
            return true;
        }
        for (Worker worker : crew.workers()) {
            if (worker.lanes().hasStealable()) {
                return true;
            }
        }
        return false;
    }

    // ---- what workers report

    void slept(Worker worker) {
        chronicle.slept(worker);
        if (draining) {
            driver.quiet();
        }
    }

    void panicked(Worker worker, Throwable error) {
        worker.revive();
        chronicle.panicked(worker, error);
    }

    void aboutToBlockCarrier(Worker worker, TaskImpl<?> task) {
        pinnedParks.incrementAndGet();
        driver.aboutToBlockCarrier(worker, task);
        announce(new Event.CarrierBlocked(task.id(), worker.id()));
    }

    /** Tells the sink, if there is one. */
    void announce(Event event) {
        chronicle.announce(event);
    }

    // ---- crew

    /** Adds a temporary worker. Monitor only. */
    void hire(int id) {
        var worker = new Worker(this, id, true);
        crew = crew.with(worker);
        chronicle.hired(id);
        driver.startTemporary(worker);
    }

    /** Removes a temporary worker that has just been retired. Monitor only. */
    void dismiss(Worker worker) {
        Worker heir = crew.workers()[0];
        int moved = worker.handOver(heir.timers());
        crew = crew.without(worker);
        chronicle.dismissed(worker.id(), moved);
        if (draining) {
            driver.quiet(); // whoever drains may have seen it neither asleep nor gone
        }
        if (moved > 0) {
            heir.sleeper().wake(); // it may have inherited a timer that is due sooner than its own
            wakeOne();
        }
        driver.wake(worker);
    }

    // ---- counting, draining, closing

    /**
     * Tasks spawned and not ended. Exact when zero: completions are read first, so a sum that
     * matches means that at the end of the first sum everything published by the beginning of the
     * second had ended. The crew is read again because a worker that joined meanwhile may have
     * published something of which only the end was counted.
     */
    long activeTasks() {
        while (true) {
            Crew now = crew;
            long ended = now.completed();
            long begun = publishedOutside.get() + now.published();
            if (now == crew) {
                return begun - ended;
            }
        }
    }

    /** No task is active, and no queue holds a stale entry either. */
    boolean isQuiet() {
        if (activeTasks() != 0 || !commons.isEmpty()) {
            return false;
        }
        for (Worker worker : crew.workers()) {
            if (worker.hasQueued()) {
                return false;
            }
        }
        return true;
    }

    /** Stops taking new tasks and waits for the others; says what is left when the time is up. */
    public DrainReport drain(Duration timeout) throws InterruptedException {
        return drain(timeout, true);
    }

    /** The same; {@code tells}: whether those that wait in vain are cancelled. */
    public DrainReport drain(Duration timeout, boolean tells) throws InterruptedException {
        Headroom.ensureForSeveral();
        ensureOutside("drain");
        beginDraining();
        var told = new ArrayList<TaskSnapshot>();
        boolean complete = driver.awaitQuiet(nanosOf(timeout), () -> tells && tellWaiting(told));
        return complete ? new DrainReport(true, 0, List.of(), told) : unfinished(told);
    }

    private void beginDraining() {
        if (draining) {
            return;
        }
        draining = true;
        announce(new Event.Draining(activeTasks()));
    }

    /**
     * True if nothing runs, is about to or can come back by itself but for the clock: every worker
     * rests, no queue holds a task, and no task is blocked inside the JDK. The steps are counted
     * twice because one worker may have woken another before it lay down itself.
     */
    boolean isAtRest() {
        Crew now = crew;
        long steps = now.steps();
        for (Worker worker : now.workers()) {
            if (!worker.isResting() || worker.hasQueued()) {
                return false;
            }
        }
        if (!commons.isEmpty()) {
            return false;
        }
        for (TaskImpl<?> task : started()) {
            if (task.isBlockedInJdk() || task.isQueued()) {
                return false;
            }
        }
        return now == crew && steps == now.steps();
    }

    /**
     * Cancels the tasks that wait for what only an outside thread or the clock could bring; true if
     * there were any. Only when the scheduler drains and is at rest: as long as anything runs, it
     * may be what they wait for.
     */
    private boolean tellWaiting(List<TaskSnapshot> told) {
        int before = told.size();
        for (TaskImpl<?> task : started()) {
            WaitNode node = task.waitingOn();
            if (node != null && node.isLeaf() && !task.isCancelRequested()) {
                TaskSnapshot picture = picture(task, told.size() < MOST_STACKS);
                if (task.cancel()) {
                    told.add(picture);
                }
            }
        }
        return told.size() > before;
    }

    /** Drains, cancels what does not end in time, and ends the workers. Any number of times. */
    public void close() {
        Headroom.ensureForBlock();
        ensureOutside("close");
        closing.lock(); // whoever comes second waits for the first
        try {
            if (closed) {
                return;
            }
            boolean interrupted = false;
            DrainReport report;
            try {
                report = drain(config.closeTimeout());
            } catch (InterruptedException e) {
                interrupted = true;
                report = unfinished(List.of());
            }
            if (!report.complete()) {
                cancelAll();
                try {
                    report = drain(config.closeTimeout());
                } catch (InterruptedException e) {
                    interrupted = true;
                    report = unfinished(List.of());
                }
            }
            closed = true;
            for (TenantImpl tenant : tenants.all()) {
                tenant.root().end();
            }
            driver.stop();
            Outside.forgetClosed();
            cores.close();
            announce(new Event.Closed());
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
            if (!report.complete()) {
                throw new IllegalStateException(
                        "scheduler '"
                                + config.name()
                                + "' was closed with work left, even after cancelling it: "
                                + report);
            }
            if (unbalanced != null) {
                throw new SchedulerBug(unbalanced);
            }
        } finally {
            closing.unlock();
        }
    }

    private DrainReport unfinished(List<TaskSnapshot> told) {
        return new DrainReport(false, activeTasks(), startedTasks(), told);
    }

    /** Asks every task to end; those that have not started never will. */
    private void cancelAll() {
        cancelling = true;
        for (TenantImpl tenant : tenants.all()) {
            tenant.root().cancel();
        }
    }

    private void ensureOutside(String tried) {
        if (workerHere() != null) {
            throw new IllegalStateException(
                    TaskImpl.currentOrNull()
                            + " cannot "
                            + tried
                            + " scheduler '"
                            + config.name()
                            + "': it runs on it and would wait for itself. Call "
                            + tried
                            + "() from the thread that opened the scheduler.");
        }
    }

    static long nanosOf(Duration duration) {
        try {
            return Math.max(0, duration.toNanos());
        } catch (ArithmeticException e) {
            return Long.MAX_VALUE;
        }
    }

    // ---- looking at it

    public SchedulerSnapshot snapshot() {
        Crew now = crew;
        long ended = now.completed();
        long active = activeTasks();
        return new SchedulerSnapshot(
                config.name(),
                active,
                active + ended,
                ended,
                commons.size(),
                pinnedParks.get(),
                Arrays.stream(now.workers()).map(Worker::snapshot).toList(),
                startedTasks());
    }

    List<TaskSnapshot> startedTasks() {
        List<TaskSnapshot> pictures = new ArrayList<>();
        for (TaskImpl<?> task : started()) {
            TaskSnapshot picture = picture(task, pictures.size() < MOST_STACKS);
            if (!picture.state().isFinal()) { // it may have ended while we looked
                pictures.add(picture);
            }
        }
        return pictures;
    }

    static TaskSnapshot picture(TaskImpl<?> task, boolean withStack) {
        WaitNode on = task.waitingOn();
        Processor last = task.last();
        Core core = task.core();
        return new TaskSnapshot(
                task.id(),
                task.name(),
                task.state(),
                task.priority(),
                on == null ? "" : on.describe(),
                last == null ? -1 : last.id(),
                core == null || !withStack ? List.of() : List.of(core.stackTrace()));
    }

    /** The hash of the run so far; only under a seed. */
    public long traceHash() {
        if (trace == null) {
            throw new IllegalStateException(
                    "scheduler '"
                            + config.name()
                            + "' has no trace: it runs on threads. Open it with withSeed(...).");
        }
        return trace.hash();
    }

    // ---- parts

    @Override
    public int awaitOutside(WaitNode node, long timeoutNanos) throws InterruptedException {
        return driver.awaitOutside(node, timeoutNanos);
    }

    @Override
    public void exhausted(TaskImpl<?> task, Bill bill) {
        chronicle.exhausted(task, bill);
    }

    @Override
    public void changed(NurseryImpl nursery, NurseryState to) {
        chronicle.changed(nursery, to);
    }

    @Override
    public void unbalanced(String nursery, Ledger ledger) {
        unbalanced = "the books of " + nursery + " do not balance: " + ledger;
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
    public int yieldInterval() {
        return yieldInterval;
    }

    @Override
    public long slice() {
        return slice;
    }

    @Override
    public boolean isCancelling() {
        return cancelling;
    }

    @Override
    public String name() {
        return config.name();
    }

    public SchedulerConfig config() {
        return config;
    }

    /** The tasks that have started and not ended, by id. Any thread; a moving picture. */
    private List<TaskImpl<?>> started() {
        return cores.started().stream()
                .<TaskImpl<?>>map(TaskImpl::of)
                .sorted(Comparator.comparingLong(TaskImpl::id))
                .toList();
    }

    public List<TaskImpl<?>> liveTasks() {
        return started();
    }

    boolean isSeeded() {
        return trace != null;
    }

    @Override
    public boolean isSimulated() {
        return simulated;
    }

    @Override
    public boolean givesWay(TaskImpl<?> task, Points.Why why) {
        return driver.givesWay(task, why);
    }

    @Override
    public long chanceSeed() {
        return isSeeded() ? victimSeed() : World.chance();
    }

    long victimSeed() {
        return config.seed().orElse(0x5EED);
    }

    CoreFactory cores() {
        return cores;
    }

    Commons commons() {
        return commons;
    }

    Chronicle chronicle() {
        return chronicle;
    }

    Idle idle() {
        return idle;
    }

    Driver driver() {
        return driver;
    }

    Sysmon sysmon() {
        return sysmon;
    }

    TenantImpl[] tenants() {
        return tenants.all();
    }

    @Override
    public boolean isClosed() {
        return closed;
    }

    Crew crew() {
        return crew;
    }

    @Nullable Faults faults() {
        return faults;
    }
}
