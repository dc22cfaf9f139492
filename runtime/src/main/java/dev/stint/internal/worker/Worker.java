package dev.stint.internal.worker;

import dev.stint.env.Decisions.Kind;
import dev.stint.env.Faults;
import dev.stint.env.Faults.Point;
import dev.stint.env.Readings;
import dev.stint.env.Xoshiro256;
import dev.stint.internal.nursery.Launcher;
import dev.stint.internal.nursery.NurseryImpl;
import dev.stint.internal.queue.Inbox;
import dev.stint.internal.stack.Core;
import dev.stint.internal.stack.Job;
import dev.stint.internal.stack.Processor;
import dev.stint.internal.stack.Tallies;
import dev.stint.internal.task.TaskImpl;
import dev.stint.internal.wait.TimerHeap;
import dev.stint.task.Priority;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * A logical processor: queues, the task it runs, counters. It has {@link #step}; it is not a
 * thread.
 *
 * <p>Where it looks for the next task, in this order: {@code claimed} (it waited for what has just
 * finished here), what {@link NextTask} finds in its own queues and the global one, the queues of
 * others.
 *
 * <p>Access: everything belongs to the carrier that steps the worker, except what says otherwise.
 * Others use the inbox, the thief ends of the queues, the sleeper, the pulse and the two counters.
 */
public final class Worker extends Processor implements Launcher {
    final Engine engine;
    private final boolean temporary;
    private final boolean seeded;
    private final @Nullable Faults faults;
    private final Lanes lanes;
    private final RunQueues.Hand hand;
    private final Inbox<TaskImpl<?>> inbox = new Inbox<>();
    private final TimerHeap timers = new TimerHeap();
    private final Expiry expiry = new Expiry(timers);
    private final Victims victims;
    private final Thefts thefts;
    private final Ids ids;
    private final Sleeper sleeper;
    private final Paying paying;
    private final NextTask next;
    private final Posting posting;
    private final Handover handover;

    private final Stay stay;
    private final @Nullable SliceEnd sliceEnd; // under profile REALTIME
    private @Nullable TaskImpl<?> claimed; // OWNED by this worker, to be run next
    private final Deaths deaths = new Deaths();
    private boolean isHanded; // what is claimed was mounted without a queue, and not counted yet
    private boolean isLoot; // what was found last was stolen just now

    private final Pulse pulse = new Pulse();
    volatile boolean stealEnabled = true;
    private volatile boolean shouldStandDown; // set by the monitor: it is not needed any more
    private volatile boolean isSummoned; // somebody wants something of it before its next step
    private final BegunTasks begun = new BegunTasks();
    private final EndedTasks ended = new EndedTasks();

    Worker(Engine engine, int id, boolean temporary) {
        super(id, engine.cores(), engine.yieldInterval(), engine.coarseClock());
        this.engine = engine;
        this.temporary = temporary;
        this.seeded = engine.isSeeded();
        this.faults = engine.faults();
        this.sleeper = new Sleeper(engine.idle(), () -> engine.driver().wake(this));
        this.lanes = new Lanes(engine.global(), engine.slice(), id, sharers(engine));
        this.hand = lanes.hand();
        this.paying = new Paying(engine, lanes, id);
        this.stay = new Stay(engine, lanes, paying);
        this.ids = new Ids(engine);
        this.victims = new Victims(engine.config(), new Xoshiro256(engine.victimSeed() + id));
        this.thefts = new Thefts(engine, this, victims);
        this.next = new NextTask(this, engine, lanes, inbox, expiry);
        this.posting = new Posting(engine, this, next);
        this.handover = new Handover(engine.global(), lanes, inbox, timers);
        this.sliceEnd = SliceEnd.of(engine, this);
    }

    /** A simulation chooses tasks itself. */
    private static int sharers(Engine engine) {
        return engine.isSimulated() ? 1 : engine.config().workers();
    }

    // ---- stepping

    /** Takes the next task and runs it until it suspends or ends; false if there was none. */
    public boolean step() {
        fault(Point.STEP_BEGIN);
        reportEnded(); // left by a death
        if (isSummoned && hasLeft()) {
            return false;
        }
        if (lanes.isTurnOver()) {
            stay.endTurn(lanes.othersWait());
        }
        TaskImpl<?> task = claimNext();
        if (task == null) {
            stay.of(null);
            if (sliceEnd != null) {
                sliceEnd.rest();
            }
            forgetCurrent();
            return false;
        }
        engine.log().mounted(this, task);
        stay.of(task);
        if (sliceEnd != null) {
            sliceEnd.begin(task);
        }
        resume(task);
        deaths.throwIfAny();
        reportEnded();
        fault(Point.STEP_END);
        deaths.survived();
        return true;
    }

    @Override
    protected @Nullable TaskImpl<?> nextUnstarted() {
        if (deaths.hasStruck()) {
            return null;
        }
        boolean mayContinue =
                !isSummoned && !lanes.isTurnOver() && engine.driver().mayContinue(this);
        boolean wasPaid = paying.isOn();
        TaskImpl<?> task = mayContinue ? claimNext() : null;
        if (task == null) {
            reportEnded();
            return null;
        }
        if (!task.isUnstarted() || isAnothersCore(task) || wasPaid || paying.isOn()) {
            // It has a core of its own, or needs one, or another stay: this one ends, and the
            // carrier goes on.
            claimed = task;
            reportEnded();
            return null;
        }
        if (ended.isOfAnother(task)) {
            claimed = task; // a death must not lose it
            reportEnded();
            claimed = null;
        }
        engine.log().mounted(this, task);
        if (sliceEnd != null) {
            sliceEnd.begin(task);
        }
        return task;
    }

    /** A core is never used by two tenants, nor for another kind of stack. */
    private boolean isAnothersCore(TaskImpl<?> task) {
        TaskImpl<?> before = currentTask();
        return before == null
                || before.nursery().domain() != task.nursery().domain()
                || !mountedSuits(task);
    }

    /** The next task, claimed for this worker, or null. */
    private @Nullable TaskImpl<?> claimNext() {
        pulse.beat();
        paying.settle();
        recover();
        if (sliceEnd != null && sliceEnd.isOver()) {
            lanes.lookSoon();
            next.sliceEnded();
        }
        TaskImpl<?> task = claimed;
        if (task != null) {
            if (!paying.begin(task)) {
                lanes.run(task);
            }
            if (isHanded) {
                mounted(task);
                isHanded = false;
            }
            claimed = null;
            return task;
        }
        while ((task = lookForNext()) != null) {
            hand.held = task;
            fault(Point.AFTER_TAKE);
            boolean isOurs = !isKept(task) && task.mount(id());
            claimed = isOurs ? task : null; // a death must not lose it
            hand.held = null;
            if (isOurs) {
                begin(task);
                countTheft(task);
                claimed = null;
                return task;
            }
            // Its tenant is held, its context used up, or the entry stale: somebody runs it
            // already.
        }
        return null;
    }

    private boolean isKept(TaskImpl<?> task) {
        return engine.global().keepsAside(task)
                || (engine.leases().isAny() && engine.leases().divert(task, lease()))
                || (task.context() != null && engine.contexts().keep(task, place()));
    }

    private @Nullable TaskImpl<?> lookForNext() {
        fault(Point.BEFORE_TAKE);
        TaskImpl<?> task = next.here();
        isLoot = task == null;
        return task != null ? task : thefts.attempt();
    }

    private void countTheft(TaskImpl<?> task) {
        if (isLoot) {
            task.wasStolen();
            row()[Tallies.STEALS]++;
        }
    }

    private void begin(TaskImpl<?> task) {
        if (paying.begin(task)) {
            paying.step();
        } else {
            lanes.run(task);
        }
        mounted(task);
        begun.mounted(task);
        if (sleeper.endSearch() && engine.hasStealableWork()) {
            engine.wakeOne();
        }
    }

    /** It was claimed just now, and its tenant's turn has begun. */
    private void mounted(TaskImpl<?> task) {
        task.setLast(this);
        long[] row = row();
        row[Tallies.RUNS]++;
        long waited = task.runs(now.nanos());
        if (waited > 0) {
            row[Tallies.WAITED] += waited;
        }
    }

    @Override
    protected long[] row() {
        return paying.row();
    }

    // ---- queueing; carrier or mounted core, never suspended in between

    @Override
    public void expect(TaskImpl<?> task) {
        engine.ensureTakes(task);
        task.publish();
        placing(task); // a death between here and the queue must not lose an adopted task
    }

    @Override
    public void start(TaskImpl<?> task) {
        engine.log().spawned(task);
        try {
            putSpawned(task);
        } catch (Throwable death) {
            die(death); // the task is noted, and will be put when the worker is revived
        }
    }

    @Override
    public void withdraw(TaskImpl<?> task) {
        placed();
    }

    /** Publishes a task spawned by code on this worker. */
    void putSpawned(TaskImpl<?> task) {
        placing(task); // first: a death from here on leaves a task that is both noted and counted
        begun.published();
        task.waits(now.nanos());
        fault(Point.BEFORE_PUT);
        if (diverts(task)) {
            return;
        }
        RunQueues queues = lanes.of(task);
        queues.addSpawned(task);
        lanes.show(queues);
        finishPut(task);
    }

    /** Has a task that is noted wait elsewhere, because of leases; false if it may wait here. */
    private boolean diverts(TaskImpl<?> task) {
        if (!engine.leases().isAny() || !engine.leases().divert(task, lease())) {
            return false;
        }
        fault(Point.AFTER_PUT);
        placed();
        return true;
    }

    /** Has a task wait until its context can pay, or for who runs those; false if it may not. */
    private boolean putOnContext(TaskImpl<?> task) {
        int place = place();
        return place == ContextOrder.LEASED
                ? engine.contexts().keep(task, place)
                : engine.contexts().put(task);
    }

    @Override
    protected void putYielded(Job job) {
        TaskImpl<?> task = TaskImpl.of(job);
        placing(task); // before anything that may fail: it is QUEUED, and in no queue
        engine.log().yielded(this, task);
        fault(Point.BEFORE_PUT);
        if (diverts(task)) {
            return;
        }
        if (putOnContext(task)) {
            finishPut(task);
            return;
        }
        RunQueues queues = lanes.of(task);
        queues.addYielded(task);
        lanes.show(queues);
        finishPut(task);
    }

    @Override
    protected void putWoken(Job job) {
        TaskImpl<?> task = TaskImpl.of(job);
        placing(task); // before anything that may fail: it is QUEUED, and in no queue
        engine.log().woken(task);
        thefts.woken(task);
        if (task.priority() != Priority.NORMAL || task.context() != null) {
            putSent(task);
            return;
        }
        fault(Point.BEFORE_PUT);
        if (diverts(task)) {
            return;
        }
        RunQueues queues = lanes.of(task);
        TaskImpl<?> displaced = queues.swapHot(task);
        placed();
        if (displaced != null) {
            placing(displaced);
            queues.addWoken(displaced);
            lanes.show(queues);
            if (lanes.keeps(queues)) {
                placed();
            } else {
                finishPut(displaced);
            }
        } else {
            fault(Point.AFTER_PUT);
        }
    }

    /** Queues a task that is not to be run next. */
    void putSent(TaskImpl<?> task) {
        placing(task);
        fault(Point.BEFORE_PUT);
        if (diverts(task)) {
            return;
        }
        if (!putOnContext(task)) {
            lanes.addWoken(task);
        }
        finishPut(task);
    }

    /** After a push: sees that somebody will take it. */
    private void finishPut(TaskImpl<?> task) {
        if (engine.crew().workers().length > 1) {
            VarHandle.fullFence(); // the push before the look at the sleepers; see Idle
            if (engine.leases().isAny()) {
                engine.leases().wakeFor(task, lease());
            } else {
                engine.wakeOne();
            }
        }
        fault(Point.AFTER_PUT);
        placed();
    }

    @Override
    public boolean tryRunNext(Job job) {
        TaskImpl<?> waiter = TaskImpl.of(job);
        if (claimed != null
                || next.hasJumpedTooOften()
                || engine.isSimulated()
                || waiter.context() != null
                || (engine.leases().isAny() && engine.leases().isForeign(waiter, lease()))
                || !waiter.claimParked(id())) {
            return false;
        }
        next.jumped();
        isHanded = true;
        claimed = waiter;
        engine.log().woken(waiter);
        return true;
    }

    /** Sends a task from elsewhere; false if this worker is not the one to run it. Any thread. */
    boolean send(TaskImpl<?> task) {
        if (pulse.isStalled()
                || inbox.depth() >= engine.config().inboxLimit()
                || !inbox.push(task)) {
            return false;
        }
        sleeper.wake();
        return true;
    }

    // ---- what cores report

    @Override
    protected void finished(Job job) {
        TaskImpl<?> task = TaskImpl.of(job);
        ends(task);
        engine.log().finished(this, task);
        thefts.ended(task);
        if (task.context() != null) {
            engine.contexts().ended(task);
        }
        if (!ended.hasRoomFor(task)) {
            reportEnded();
        }
        ended.add(task);
        if (NurseryImpl.of(task).isUrgent(task)) {
            reportEnded();
        }
    }

    private void reportEnded() {
        ended.report(true);
    }

    /** Reports what was kept back, for a task that runs here and lacks money; false if nothing. */
    boolean reportForRunning() {
        if (ended.isEmpty()) {
            return false;
        }
        try {
            Core.pinned(() -> ended.report(false));
        } catch (Throwable death) {
            die(death);
        }
        return true;
    }

    @Override
    protected void parked(Job job) {
        engine.log().parked(this, TaskImpl.of(job));
    }

    @Override
    protected void blockedInJdk(Job job, long epoch) {
        engine.log().blockedInJdk(this, TaskImpl.of(job));
        TaskImpl.of(job).boundWaitInJdk(epoch);
    }

    @Override
    protected void aboutToBlockCarrier(Job job) {
        engine.aboutToBlockCarrier(this, TaskImpl.of(job));
    }

    @Override
    public boolean hasOthers() {
        return paying.mustChange(currentTask())
                || seeded // the other workers wait for this one's thread
                || isSummoned
                || next.isThere()
                || next.isElsewhere(paying.isOn())
                || (sliceEnd != null && expiry.isDue(engine.clock()));
    }

    @Override
    public int chooseClause(int bound) {
        return seeded ? engine.driver().choose(this, Kind.CLAUSE, bound) : victims.draw(bound);
    }

    @Override
    public void used(long operations, long booked) {
        if (paying.use(operations)) {
            paying.killIfUsedUp(currentTask());
        } else {
            lanes.use(operations);
        }
        row()[Tallies.OPS] += booked;
        if (sliceEnd != null) {
            sliceEnd.looked();
        }
        Job running = currentJob();
        if (running != null) {
            goesOn(running);
        }
        reportForRunning(); // a long task must not keep from others what has ended before it
    }

    @Override
    public void usedAtEnd(long operations, long booked) {
        if (!paying.use(operations)) {
            lanes.use(operations);
        }
        row()[Tallies.OPS] += booked;
    }

    @Override
    public boolean isHurried() {
        return isSummoned
                || (sliceEnd != null && sliceEnd.isOver())
                || paying.isHurried()
                || (!paying.isOn() && lanes.isHurried());
    }

    @Override
    public void goesOnWithSlice() {
        TaskImpl<?> task = currentTask();
        if (sliceEnd != null && task != null) {
            sliceEnd.begin(task);
        }
    }

    /** What ends slices here; null but under profile REALTIME. Any thread. */
    public @Nullable SliceEnd sliceEnd() {
        return sliceEnd;
    }

    @Override
    protected @Nullable Readings readings() {
        return stay.readings();
    }

    @Override
    public TimerHeap timers() {
        return timers;
    }

    // ---- dying

    @Override
    protected void recover(Job job) {
        TaskImpl<?> lost = TaskImpl.of(job);
        // It may be in a queue already: a second entry does no harm. Not QUEUED: it was, and runs.
        if (lost.isQueued() && lost.isAdopted() && !engine.contexts().keep(lost, place())) {
            lanes.addWoken(lost);
        }
    }

    /** Puts right what a death in the middle of something left undone. */
    private void recover() {
        lanes.recover();
        Job lost = unplaced();
        if (lost != null) {
            recover(lost);
            placed();
        }
    }

    @Override
    protected void die(Throwable cause) {
        deaths.strike(cause);
    }

    public Deaths deaths() {
        return deaths;
    }

    private void fault(Point point) {
        if (faults != null) {
            faults.at(point, id());
        }
    }

    // ---- sleeping

    /**
     * Announces that this worker has found nothing; false if the look round after the announcement
     * found something after all.
     */
    public boolean fallAsleep() {
        if (sleeper.isRetired()) {
            return false;
        }
        sleeper.lieDown();
        if (hasOwnWork() || othersHaveWork()) {
            sleeper.getUp();
            return false;
        }
        engine.slept(this);
        return true;
    }

    private boolean othersHaveWork() {
        LeaseImpl its = lease();
        if (its != null) {
            return engine.leases().hasStealable(its, this);
        }
        return stealEnabled ? engine.hasStealableWork() : !engine.global().isEmpty();
    }

    /** True if it sleeps, or its carrier is blocked by a task that waits for the runtime. */
    public boolean isResting() {
        TaskImpl<?> task = currentTask();
        return sleeper.isAsleep() || (task != null && task.isPinned());
    }

    /** Anything that needs this very worker. */
    private boolean hasOwnWork() {
        return next.isThere() || isSummoned || isBusyWithin() || expiry.isDue(engine.clock());
    }

    /**
     * True while it holds a task that is in no queue. Such a worker is in the middle of scheduling,
     * where nothing blocks: a worker gets stuck only in the code of a task.
     */
    public boolean isBusyWithin() {
        return claimed != null || hand.held != null || unplaced() != null;
    }

    /** Has it leave for good before its next step. Monitor. */
    public void askToStandDown() {
        shouldStandDown = true;
        isSummoned = true;
    }

    // ---- leases; the carrier's, unless said otherwise

    /** Has it serve this lease, or everybody, from its next step. With the lock of Leases. */
    void ask(@Nullable LeaseImpl lease) {
        posting.want(lease);
        isSummoned = true;
    }

    boolean isSummoned() {
        return isSummoned;
    }

    /** What it is to serve. Any thread. */
    public @Nullable LeaseImpl wanted() {
        return posting.wanted();
    }

    /** What it serves. Any thread. */
    @Nullable LeaseImpl lease() {
        return posting.lease();
    }

    /** What it is to contexts: its number, or one of a lease. Its carrier. */
    int place() {
        return paying.place();
    }

    /** Where its carrier is kept, in words. Any thread. */
    String placement() {
        return posting.placement();
    }

    /** Its carrier dies: the next one may run anywhere, and threads inherit that. */
    void carrierDies() {
        if (posting.carrierDies()) {
            isSummoned = true; // never written as it was read: who summons it does so meanwhile
        }
    }

    /** Does what it was summoned for; true if it has left for good. */
    private boolean hasLeft() {
        isSummoned = false; // before the looks; who summons it writes the other way round
        if (claimed != null) {
            isSummoned = true; // claimed for this worker: nobody else can run it
            return false;
        }
        posting.answer();
        if (shouldStandDown) {
            isSummoned = true;
            return standDown();
        }
        return false;
    }

    /**
     * Gives what is queued here to the others and leaves. Nothing is claimed. What comes in
     * meanwhile, and its timers, are handed over by the monitor at its next tick.
     */
    private boolean standDown() {
        giveAll();
        if (sleeper.standDown() || engine.hasStealableWork()) {
            engine.wakeOne();
        }
        return true;
    }

    public Handover handover() {
        return handover;
    }

    // ---- for a driver that picks tasks; nothing of this worker runs meanwhile

    /** Gives everything that is queued here to the global queues. */
    public void giveAll() {
        recover();
        handover.giveAll();
    }

    /** Has this task run in the next step; false if somebody runs it already. */
    public boolean take(TaskImpl<?> task) {
        if (!task.mount(id())) {
            return false;
        }
        claimed = task;
        begin(task);
        return true;
    }

    /** Reports the ends that a death has kept it from reporting. */
    public void reportLeft() {
        ended.report(false);
    }

    public boolean hasClaimed() {
        return claimed != null;
    }

    // ---- looking at it; any thread

    /** The task that runs here now, as far as another thread can tell. */
    public @Nullable TaskImpl<?> currentTask() {
        Job job = currentJob();
        return job == null ? null : TaskImpl.of(job);
    }

    Paying paying() {
        return paying;
    }

    /** Whose tasks it runs. */
    public Stay stay() {
        return stay;
    }

    public Sleeper sleeper() {
        return sleeper;
    }

    public Thefts thefts() {
        return thefts;
    }

    public Lanes lanes() {
        return lanes;
    }

    public boolean isTemporary() {
        return temporary;
    }

    public Pulse pulse() {
        return pulse;
    }

    BegunTasks begun() {
        return begun;
    }

    EndedTasks ended() {
        return ended;
    }

    boolean hasQueued() {
        return !lanes.isBare() || !inbox.isEmpty();
    }

    /** A number from the worker's own generator. Carrier only. */
    public int draw(int bound) {
        return victims.draw(bound);
    }

    /** An id for a task or nursery made here. Carrier only. */
    long nextId() {
        return ids.next();
    }

    /** How many tasks wait here. Any thread; a moving number. */
    int queued() {
        return lanes.size() + inbox.depth();
    }
}
