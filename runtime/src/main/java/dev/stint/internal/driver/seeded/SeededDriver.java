package dev.stint.internal.driver.seeded;

import dev.stint.env.Clock;
import dev.stint.env.Decisions;
import dev.stint.env.Decisions.Kind;
import dev.stint.env.Faults;
import dev.stint.env.Parking;
import dev.stint.env.Seam;
import dev.stint.env.TaskDecisions;
import dev.stint.env.VirtualClock;
import dev.stint.event.DeadlockException;
import dev.stint.event.Event;
import dev.stint.event.StuckInJdkException;
import dev.stint.event.TaskSnapshot;
import dev.stint.internal.driver.seeded.Demand.End;
import dev.stint.internal.monitor.Sysmon;
import dev.stint.internal.stack.Carrier;
import dev.stint.internal.stack.Core;
import dev.stint.internal.stack.LiveStack;
import dev.stint.internal.stack.Points;
import dev.stint.internal.task.Outside;
import dev.stint.internal.task.TaskImpl;
import dev.stint.internal.wait.TimerHeap;
import dev.stint.internal.wait.WaitNode;
import dev.stint.internal.worker.Driver;
import dev.stint.internal.worker.Engine;
import dev.stint.internal.worker.Pictures;
import dev.stint.internal.worker.RunHash;
import dev.stint.internal.worker.Worker;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Drives all workers on one thread, in an order drawn from one seeded source, under a clock that
 * jumps when nothing can run. The workers and everything below them are those of production.
 *
 * <p>It steps only on demand: while some outside thread waits, for a task or for the scheduler to
 * drain. So what outside threads do between two waits happens at one definite point of the run.
 * Opened on a carrier that drives nothing, it has no thread of its own: that carrier is the one
 * outside thread, and makes the steps itself while it waits.
 *
 * <p>Wakes that come from elsewhere while it runs (timed waits, contended monitors and I/O of the
 * JDK) are not decided by the seed; they are announced (ruling R4).
 */
@Seam("one real thread, virtual time")
public final class SeededDriver implements Driver {
    /** How long nothing may happen, in real time, while a task is blocked inside the JDK. */
    private static final long JDK_PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(10);

    /** The same in a simulation, of which there may be thousands. */
    private static final long SIMULATED_PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(3);

    /**
     * How many steps a drain may go on without the end of a task. Its timeout is virtual time,
     * which stands still while anything can run.
     */
    private static final long MOST_STEPS_WITHOUT_AN_END = 2_000_000;

    /** The monitor, in a choice between workers. */
    private static final int MONITOR = -1;

    private final Engine engine;
    private final Sysmon sysmon;
    private final RunHash hash;
    private final long seed;
    private final Decisions decisions;
    private final VirtualClock clock = new VirtualClock();
    private final @Nullable TaskDecisions simulation; // if tasks are chosen between, not workers
    private final @Nullable ReadyTasks turns; // in a simulation
    private final Carrier carrier;
    private final boolean isHosted; // on the carrier that has opened it
    private final LinkedBlockingQueue<Demand> demands = new LinkedBlockingQueue<>();
    private final Set<Long> reported = new HashSet<>();
    private final List<Integer> able = new ArrayList<>(); // during a choice between workers
    private @Nullable Worker chosen; // decided when a live core asked to go on, for the next step
    private volatile @Nullable Demand current;
    private volatile boolean stopped;
    private long steps;
    private long endedAtLook = -1;
    private long stepsAtLook;

    public SeededDriver(Engine engine, RunHash hash) {
        this.engine = engine;
        this.sysmon = new Sysmon(engine);
        this.hash = hash;
        this.seed = engine.config().seed().orElse(0);
        this.decisions = engine.config().decisions().orElseGet(() -> Decisions.seeded(seed));
        this.simulation = decisions.ofTasks().orElse(null);
        this.turns = simulation == null ? null : new ReadyTasks(engine, simulation, hash);
        if (simulation != null) {
            Points.begin();
        }
        Carrier host = Carrier.hostOrNull();
        this.isHosted = host != null;
        this.carrier =
                host != null
                        ? host
                        : new Carrier(this::serve, "stint-" + engine.name() + "-seeded");
    }

    @Override
    public Clock clock() {
        return clock;
    }

    @Override
    public void start() {
        if (!isHosted) {
            carrier.start();
        }
    }

    // ---- on the driver's thread

    private void serve() {
        while (!stopped) {
            try {
                Demand demand = demands.take();
                current = demand;
                try {
                    demand.end = run(demand);
                } catch (Throwable bug) {
                    demand.bug = bug;
                    demand.end = End.STUCK;
                }
                current = null;
                Parking.unpark(demand.waiter);
            } catch (InterruptedException e) {
                // only stop() ends this thread, through the flag
            }
        }
    }

    private End run(Demand demand) {
        endedAtLook = -1;
        while (!demand.met.getAsBoolean()) {
            if (demand.abandoned || stopped) {
                return End.ABANDONED;
            }
            if (demand.tellWaiting != null && goesOnWithoutEnd()) {
                return End.TIMED_OUT;
            }
            if (!decisions.goesOn()) {
                return End.STOPPED;
            }
            if (isHosted && Thread.currentThread().isInterrupted()) {
                demand.abandoned = true;
                continue;
            }
            Worker worker = turns != null ? turns.next() : nextWorker();
            if (worker != null) {
                step(worker);
            } else if (turns != null || !ticked()) {
                End end = letTimePass(demand);
                if (end != null) {
                    return end;
                }
            }
        }
        return End.MET;
    }

    private @Nullable Worker nextWorker() {
        Worker worker = chosen;
        chosen = null;
        return worker != null && canStep(worker) ? worker : choose();
    }

    private boolean goesOnWithoutEnd() {
        long ended = engine.crew().completed();
        if (ended != endedAtLook) {
            endedAtLook = ended;
            stepsAtLook = steps;
        }
        return steps - stepsAtLook > MOST_STEPS_WITHOUT_AN_END;
    }

    private void step(Worker worker) {
        steps++;
        hash.add(RunHash.STEP, worker.id(), 0);
        carrier.drive(worker);
        try {
            if (!worker.step()) {
                worker.fallAsleep();
            }
        } catch (Throwable death) {
            engine.panicked(worker, death);
        } finally {
            carrier.drive(null);
        }
    }

    /** Any worker that can step, or null. With faults about, the monitor takes part in the draw. */
    private @Nullable Worker choose() {
        Worker[] crew = engine.crew().workers();
        int awake = 0;
        for (Worker worker : crew) {
            worker.sleeper().getUpIfWoken();
            if (canStep(worker)) {
                awake++;
            }
        }
        if (awake == 0) {
            return null;
        }
        int alternatives = awake + (monitorTakesPart() ? 1 : 0);
        int pick = alternatives == 1 ? 0 : drawWorker(crew, alternatives);
        for (Worker worker : crew) {
            if (canStep(worker) && pick-- == 0) {
                return worker;
            }
        }
        sysmon.tick();
        return choose();
    }

    private int drawWorker(Worker[] crew, int alternatives) {
        able.clear();
        for (Worker worker : crew) {
            if (canStep(worker)) {
                able.add(worker.id());
            }
        }
        if (able.size() < alternatives) {
            able.add(MONITOR);
        }
        int choice = Objects.checkIndex(decisions.chooseWorker(able), alternatives);
        hash.add(RunHash.CHOICE, alternatives, choice);
        return choice;
    }

    private int draw(Kind kind, int alternatives) {
        int choice = Objects.checkIndex(decisions.choose(kind, alternatives), alternatives);
        hash.add(RunHash.CHOICE, alternatives, choice);
        return choice;
    }

    private boolean canStep(Worker worker) {
        Faults faults = engine.faults();
        return !worker.sleeper().isAsleep()
                && !worker.sleeper().isRetired()
                && (faults == null || worker.isBusyWithin() || !faults.isStuck(worker.id()));
    }

    private boolean monitorTakesPart() {
        return engine.faults() != null || sysmon.hasTemporaries();
    }

    /** Nothing can step, but a stuck worker may hold work: lets the monitor see to it. */
    private boolean ticked() {
        if (engine.faults() == null) {
            return false;
        }
        for (int i = 0; i < sysmon.patience(); i++) {
            sysmon.tick();
            for (Worker worker : engine.crew().workers()) {
                if (canStep(worker)) {
                    return true;
                }
            }
        }
        return false;
    }

    /** Null to go on; otherwise how the demand ends. */
    private @Nullable End letTimePass(Demand demand) {
        if (turns != null && isWokenMeanwhile()) {
            return awaitJdk(demand) ? null : End.STUCK;
        }
        if (demand.tellWaiting != null
                && engine.waitingOnContexts() == 0
                && !isBlockedInJdk()
                && !isWokenMeanwhile()
                && demand.tellWaiting.getAsBoolean()) {
            return null;
        }
        long next = TimerHeap.NONE;
        for (Worker worker : engine.crew().workers()) {
            next = Math.min(next, worker.timers().nextDeadline());
        }
        if (next == TimerHeap.NONE || next > demand.deadline) {
            if (isBlockedInJdk()) {
                return awaitJdk(demand) ? null : End.STUCK_IN_JDK;
            }
            if (isWokenMeanwhile()) { // after the look for those that are blocked
                return null;
            }
            if (demand.deadline == TimerHeap.NONE) {
                return End.STUCK;
            }
            jumpTo(demand.deadline);
            return End.TIMED_OUT;
        }
        jumpTo(next);
        for (Worker worker : engine.crew().workers()) {
            if (worker.timers().nextDeadline() <= next) {
                worker.sleeper().wake();
            }
        }
        return null;
    }

    private void jumpTo(long then) {
        long from = clock.nanos();
        if (then > from) {
            hash.add(RunHash.JUMP, from, then);
            clock.jumpTo(then);
            engine.coarseClock().advance(then - from);
            engine.announce(new Event.ClockJumped(from, then));
            engine.openings().timePassed();
        }
    }

    private boolean isBlockedInJdk() {
        for (TaskImpl<?> task : engine.liveTasks()) {
            if (task.isBlockedInJdk()) {
                return true;
            }
        }
        return false;
    }

    /**
     * True if a thread of the JDK has woken a task since we looked. It makes the task QUEUED and
     * then puts it into a queue, so a task that is not blocked any more may not be in one yet.
     */
    private boolean isWokenMeanwhile() {
        if (engine.faults() != null && turns == null) {
            return false; // a stuck worker may hold queued tasks
        }
        for (TaskImpl<?> task : engine.liveTasks()) {
            if (task.isQueued() && !engine.isHeldBack(task)) {
                return true;
            }
        }
        return false;
    }

    /** Waits in real time for the JDK to wake somebody; false when patience ran out. */
    private boolean awaitJdk(Demand demand) {
        reportUncontrolled();
        boolean brief = turns != null && !isAnyTimedInJdk();
        long until = System.nanoTime() + (brief ? SIMULATED_PATIENCE_NANOS : JDK_PATIENCE_NANOS);
        while (!demand.abandoned && !stopped) {
            if (turns != null ? turns.isAnyReady() : isAnyAwake()) {
                return true;
            }
            if (System.nanoTime() > until) {
                return false;
            }
            Parking.parkNanos(this, TimeUnit.MILLISECONDS.toNanos(10));
        }
        return true;
    }

    /** A wait that will end by itself. */
    private boolean isAnyTimedInJdk() {
        for (TaskImpl<?> task : engine.liveTasks()) {
            Core core = task.isBlockedInJdk() ? task.core() : null;
            Thread thread = core == null ? null : core.thread();
            if (thread != null && thread.getState() == Thread.State.TIMED_WAITING) {
                return true;
            }
        }
        return false;
    }

    private boolean isAnyAwake() {
        for (Worker worker : engine.crew().workers()) {
            if (!worker.sleeper().isAsleep()) {
                return true;
            }
        }
        return false;
    }

    private void reportUncontrolled() {
        for (TaskImpl<?> task : engine.liveTasks()) {
            if (task.isBlockedInJdk() && reported.add(task.id())) {
                TaskSnapshot picture = Pictures.of(task);
                engine.announce(new Event.Uncontrolled(task.id(), task.name(), picture.stack()));
            }
        }
    }

    // ---- called by workers, on the driver's thread

    @Override
    public boolean mayContinue(Worker worker) {
        if (turns != null || !decisions.goesOn() || (isHosted && carrier.isInterrupted())) {
            return false;
        }
        Demand demand = current;
        if (demand == null || demand.abandoned || demand.met.getAsBoolean()) {
            return false;
        }
        Worker next = choose();
        if (next != worker) {
            chosen = next;
            return false;
        }
        steps++;
        hash.add(RunHash.STEP, worker.id(), 1);
        return true;
    }

    @Override
    public int choose(Worker worker, Kind kind, int bound) {
        return draw(kind, bound);
    }

    @Override
    public boolean givesWay(TaskImpl<?> task, Points.Why why) {
        return turns == null ? why == Points.Why.YIELDS : turns.givesWay(task, why);
    }

    @Override
    public boolean picksTasks() {
        return turns != null;
    }

    @Override
    public void aboutToBlockCarrier(Worker worker, TaskImpl<?> task) {
        throw new IllegalStateException(
                task
                        + " cannot wait here under a seed: a native frame or class initialiser is"
                        + " on its stack, so it cannot be suspended, and all workers share its"
                        + " thread. Wait outside the initialiser, or run this without a seed.");
    }

    // ---- called by any thread

    @Override
    public void wake(Worker worker) {
        if (current != null && engine.workerHere() == null && Thread.currentThread() != carrier) {
            Parking.unpark(carrier);
        }
    }

    @Override
    public void wokenFromOutside(TaskImpl<?> task) {
        if (simulation != null && !Carrier.isCurrent(carrier)) {
            simulation.wokenFromOutside(task);
            Parking.unpark(carrier);
        }
    }

    @Override
    public void startTemporary(Worker worker) {}

    @Override
    public int awaitOutside(WaitNode node, long timeoutNanos) throws InterruptedException {
        long deadline = timeoutNanos == TimerHeap.NONE ? TimerHeap.NONE : clock.after(timeoutNanos);
        Demand demand = new Demand(() -> !node.isWaiting(), deadline, null);
        End end = serve(demand, node);
        switch (end) {
            case MET -> {}
            case TIMED_OUT -> node.claim(WaitNode.TIMEOUT);
            case ABANDONED -> {
                if (node.claim(WaitNode.CANCEL)) {
                    throw closedMeanwhile();
                }
            }
            case STUCK -> {
                node.claim(WaitNode.CANCEL);
                throw new DeadlockException(
                        seed,
                        steps,
                        engine.startedTasks(),
                        Outside.caller() + " waits for " + node.describe());
            }
            case STUCK_IN_JDK -> {
                node.claim(WaitNode.CANCEL);
                throw new StuckInJdkException(seed, engine.startedTasks());
            }
            case STOPPED -> {
                node.claim(WaitNode.CANCEL);
                throw new IllegalStateException(
                        "the run was stopped after " + steps + " steps by what decides it");
            }
        }
        return node.reason();
    }

    private End serve(Demand demand, @Nullable WaitNode node) throws InterruptedException {
        if (isHosted) {
            // When the JVM unmounts a core it takes all monitors of the thread for the core's.
            if (LiveStack.holdsMonitor()) {
                throw new IllegalStateException(
                        Outside.caller()
                                + " cannot wait while it holds a monitor: in a simulation the"
                                + " thread that waits runs the tasks. Wait outside of"
                                + " synchronized, or take a dev.stint.sync.Mutex in a task.");
            }
            return serveHere(demand, node);
        }
        if (Thread.currentThread() == carrier) {
            throw new IllegalStateException(
                    "the driver of scheduler '" + engine.name() + "' cannot wait for itself");
        }
        demands.add(demand);
        boolean interrupted = false;
        while (demand.end == null) {
            Parking.park(demand);
            if (Thread.interrupted()) {
                interrupted = true;
                demand.abandoned = true;
            }
            if (stopped && !carrier.isAlive()) {
                return End.ABANDONED;
            }
        }
        if (demand.bug != null) {
            throw new IllegalStateException("the seeded driver failed", demand.bug);
        }
        if (interrupted) {
            if (node == null || node.claim(WaitNode.CANCEL)) {
                throw new InterruptedException();
            }
            Thread.currentThread().interrupt(); // the wait was over first
        }
        return Objects.requireNonNull(demand.end);
    }

    /** Makes the steps on the thread that waits. */
    private End serveHere(Demand demand, @Nullable WaitNode node) throws InterruptedException {
        if (Carrier.hostOrNull() != carrier) {
            throw new IllegalStateException(
                    Outside.caller()
                            + " cannot wait for scheduler '"
                            + engine.name()
                            + "': it is simulated, and only the thread that simulates it may."
                            + " Start tasks, not threads, in what is simulated.");
        }
        Demand outer = current;
        current = demand;
        End end;
        try {
            end = run(demand);
        } finally {
            current = outer;
        }
        if (end == End.ABANDONED
                && Thread.interrupted()
                && (node == null || node.claim(WaitNode.CANCEL))) {
            throw new InterruptedException();
        }
        return end;
    }

    @Override
    public boolean awaitQuiet(long timeoutNanos, BooleanSupplier tellWaiting)
            throws InterruptedException {
        Demand demand = new Demand(engine::isQuiet, clock.after(timeoutNanos), tellWaiting);
        return serve(demand, null) == End.MET;
    }

    private IllegalStateException closedMeanwhile() {
        return new IllegalStateException(
                "scheduler '" + engine.name() + "' was closed while this thread waited");
    }

    @Override
    public void quiet() {
        // awaitQuiet looks for itself after every step
    }

    @Override
    public void stop() {
        stopped = true;
        if (!isHosted) {
            endThread();
        }
        if (simulation != null && (isHosted || !carrier.isAlive())) {
            Points.end(); // or else some task still runs, and must come to points
        }
    }

    private void endThread() {
        carrier.interrupt();
        Parking.unpark(carrier);
        try {
            carrier.join(TimeUnit.SECONDS.toMillis(5));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        for (Demand left : demands) {
            left.end = End.ABANDONED;
            Parking.unpark(left.waiter);
        }
    }
}
