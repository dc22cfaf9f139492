package dev.stint.internal.worker;

import dev.stint.env.Faults.Point;
import dev.stint.env.Xoshiro256;
import dev.stint.event.WorkerSnapshot;
import dev.stint.internal.core.Processor;
import dev.stint.internal.core.TaskImpl;
import dev.stint.internal.queue.Inbox;
import dev.stint.internal.queue.WorkDeque;
import dev.stint.internal.time.TimerHeap;
import dev.stint.task.Priority;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * A logical processor: queues, the task it runs, counters. It has {@link #step}; it is not a
 * thread.
 *
 * <p>Where runnable tasks wait, in the order in which they are looked at:
 *
 * <pre>
 *   handoff  one task, claimed already: it waited for what has just finished here
 *   hot      one task, woken by what runs here; a use limit keeps a ping-pong from starving others
 *   high     priority HIGH, oldest first
 *   fresh    spawned here, newest first
 *   again    woken or yielded here, and what came through the inbox, oldest first
 *   inbox    sent by others
 *   global   shared by all
 *   low      priority LOW, oldest first
 *   others'  high, fresh, again, low, by stealing
 * </pre>
 *
 * <p>Every {@link #FAIR_LOOK}th step starts somewhere else instead, in turn at the inbox, the
 * global queue, {@code again}, the old end of {@code fresh} and {@code low}, so that nothing waits
 * for ever behind newer work. Timers are looked at then, too.
 *
 * <p>Access: all fields belong to the carrier that steps the worker, except the thief ends of the
 * queues, the inbox, {@code hot}, {@code rest}, {@code stalled}, {@code heartbeat} and the counters
 * {@code published} and {@code completed}, which others read.
 */
final class Worker extends Processor {
    /** Prime, so that it does not keep step with a program's own rhythm; as in Go. */
    static final int FAIR_LOOK = 61;

    /** How often in a row the hot slot may be used while anything else waits here. */
    static final int HOT_LIMIT = 16;

    /** The most tasks one theft moves; half of the victim's queue if that is less. */
    static final int STEAL_BATCH = 64;

    /** How many task ids a worker draws at once. */
    private static final int ID_BLOCK = 256;

    /*
     * Rest states. AWAKE -> ASLEEP by the worker; ASLEEP -> AWAKE by the worker or by a wake meant for
     * it; ASLEEP -> SEARCH by a wake that hands over a place among the searchers; ASLEEP -> RETIRED by
     * the monitor, final. Whoever leaves ASLEEP takes the worker out of the sleepers' count.
     */
    static final int AWAKE = 0;
    static final int ASLEEP = 1;
    static final int SEARCH = 2;
    static final int RETIRED = 3;

    private static final VarHandle REST;
    private static final VarHandle HOT;
    private static final VarHandle HEARTBEAT;
    private static final VarHandle PUBLISHED;
    private static final VarHandle COMPLETED;

    static {
        try {
            var lookup = MethodHandles.lookup();
            REST = lookup.findVarHandle(Worker.class, "rest", int.class);
            HOT = lookup.findVarHandle(Worker.class, "hot", TaskImpl.class);
            HEARTBEAT = lookup.findVarHandle(Worker.class, "heartbeat", long.class);
            PUBLISHED = lookup.findVarHandle(Worker.class, "published", long.class);
            COMPLETED = lookup.findVarHandle(Worker.class, "completed", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final Engine engine;
    private final boolean temporary;
    private final WorkDeque<TaskImpl<?>> high = new WorkDeque<>();
    private final WorkDeque<TaskImpl<?>> fresh = new WorkDeque<>();
    private final WorkDeque<TaskImpl<?>> again = new WorkDeque<>();
    private final WorkDeque<TaskImpl<?>> low = new WorkDeque<>();
    final Inbox<TaskImpl<?>> inbox = new Inbox<>();
    private final TimerHeap timers = new TimerHeap();
    private final Victims victims;

    private volatile @Nullable TaskImpl<?> hot; // swapped: the monitor may take it
    private @Nullable TaskImpl<?> handoff; // OWNED by this worker, to be run next
    private @Nullable TaskImpl<?> inHand; // taken from a queue and not yet claimed; see recover()
    private int hotUses;
    private int tick;
    private int fairTurn;
    private boolean searching;
    private @Nullable Throwable death;
    private final TimerHeap.@Nullable Entry[] expired = new TimerHeap.Entry[TimerHeap.BATCH];
    private int expiredNext;
    private int expiredCount;
    private long idNext;
    private long idLimit;

    private volatile int rest = AWAKE;
    volatile boolean stalled; // monitor: no step for long; the worker clears it
    volatile boolean stealEnabled = true;
    private long heartbeat; // opaque: a step counter for the monitor
    private long published; // one writer; release, so that a reader of completed sees it
    private long completed;
    private long stolen;
    private long stealsFailed;
    private long started;
    private long panics;

    Worker(Engine engine, int id, boolean temporary) {
        super(id, engine.cores());
        this.engine = engine;
        this.temporary = temporary;
        this.victims = new Victims(engine.config(), new Xoshiro256(engine.victimSeed() + id));
    }

    // ---- stepping

    /**
     * Takes the next task and runs it until it suspends or ends; false if there was none. Carrier
     * only.
     */
    boolean step() {
        fault(Point.STEP_BEGIN);
        TaskImpl<?> task = claimNext();
        if (task == null) {
            return false;
        }
        resume(task);
        if (death != null) {
            throw new WorkerDeath(death);
        }
        fault(Point.STEP_END);
        return true;
    }

    @Override
    protected @Nullable TaskImpl<?> nextUnstarted() {
        if (!engine.driver().mayContinue(this)) {
            return null;
        }
        TaskImpl<?> task = claimNext();
        if (task == null || task.isUnstarted()) {
            return task;
        }
        handoff =
                task; // it has a core of its own: this one ends, and the carrier goes on with that
        return null;
    }

    /** The next task, claimed for this worker, or null. */
    private @Nullable TaskImpl<?> claimNext() {
        HEARTBEAT.setOpaque(this, heartbeat + 1);
        if (stalled) {
            stalled = false;
        }
        recover();
        TaskImpl<?> task = handoff;
        if (task != null) {
            handoff = null;
            engine.mounted(this, task);
            return task;
        }
        while ((task = next()) != null) {
            inHand = task;
            fault(Point.AFTER_TAKE);
            if (task.mount(id())) {
                task.setLast(this);
                inHand = null;
                if (searching) {
                    stopSearching();
                }
                if (task.isUnstarted()) {
                    started++;
                }
                engine.mounted(this, task);
                return task;
            }
            inHand = null; // a stale entry: somebody runs it already
        }
        return null;
    }

    private @Nullable TaskImpl<?> next() {
        fault(Point.BEFORE_TAKE);
        TaskImpl<?> task;
        if (engine.isSeeded() ? seededLook() : ++tick >= FAIR_LOOK) {
            tick = 0;
            fireTimers();
            if ((task = fairLook()) != null) {
                return task;
            }
        }
        if ((task = takeHot()) != null) {
            return task;
        }
        hotUses = 0;
        if ((task = high.thief().steal()) != null
                || (task = fresh.pop()) != null
                || (task = again.thief().steal()) != null) {
            return task;
        }
        if (emptyInbox() && (task = takeOwn()) != null) {
            return task;
        }
        if ((task = engine.global().poll()) != null || (task = low.thief().steal()) != null) {
            return task;
        }
        return steal();
    }

    private @Nullable TaskImpl<?> takeOwn() {
        TaskImpl<?> task = high.thief().steal();
        if (task == null) {
            task = again.thief().steal();
        }
        return task != null ? task : low.thief().steal();
    }

    /**
     * Under a seed the moment and the turn of a fair look are drawn, so that one worker varies,
     * too.
     */
    private boolean seededLook() {
        fireTimers();
        if (engine.driver().choose(this, 4) != 0) {
            return false;
        }
        fairTurn = engine.driver().choose(this, 5);
        return true;
    }

    /** Starts at another queue each time; goes round at most once. */
    private @Nullable TaskImpl<?> fairLook() {
        for (int i = 0; i < 5; i++) {
            fairTurn = (fairTurn + 1) % 5;
            TaskImpl<?> task =
                    switch (fairTurn) {
                        case 0 -> emptyInbox() ? again.thief().steal() : null;
                        case 1 -> engine.global().poll();
                        case 2 -> again.thief().steal();
                        case 3 -> fresh.thief().steal();
                        default -> low.thief().steal();
                    };
            if (task != null) {
                return task;
            }
        }
        return null;
    }

    private @Nullable TaskImpl<?> takeHot() {
        if (hot == null) {
            return null;
        }
        TaskImpl<?> task = swapHot(null);
        if (task == null) {
            return null;
        }
        if (++hotUses > HOT_LIMIT && hasOthers()) {
            hotUses = 0;
            inHand = task;
            again.push(task);
            inHand = null;
            return null;
        }
        return task;
    }

    private @Nullable TaskImpl<?> swapHot(@Nullable TaskImpl<?> task) {
        return (TaskImpl<?>) HOT.getAndSet(this, task);
    }

    /** Moves what others have sent to the stealable queues; true if there was anything. */
    private boolean emptyInbox() {
        return !inbox.isEmpty() && inbox.takeAll(this::putSent) > 0;
    }

    // ---- stealing

    private @Nullable TaskImpl<?> steal() {
        Worker[] crew = engine.crew().workers();
        if (crew.length < 2 || !stealEnabled) {
            return null;
        }
        if (!searching) {
            searching = true;
            engine.idle().beginSearch();
        }
        int attempts = Math.min(crew.length - 1, engine.config().stealAttempts());
        for (int attempt = 0; attempt < attempts; attempt++) {
            Worker victim = victims.choose(engine, this, crew);
            if (victim == this) {
                continue;
            }
            TaskImpl<?> task = stealFrom(victim);
            if (task != null) {
                stolen++;
                engine.stolen(task, this, victim);
                return task;
            }
            stealsFailed++;
        }
        return null;
    }

    private @Nullable TaskImpl<?> stealFrom(Worker victim) {
        TaskImpl<?> task = stealHalf(victim.high, high);
        if (task == null) {
            task = stealHalf(victim.fresh, fresh);
        }
        if (task == null) {
            task = stealHalf(victim.again, again);
        }
        return task != null ? task : stealHalf(victim.low, low);
    }

    private @Nullable TaskImpl<?> stealHalf(
            WorkDeque<TaskImpl<?>> from, WorkDeque<TaskImpl<?>> to) {
        WorkDeque.Thief<TaskImpl<?>> thief = from.thief();
        TaskImpl<?> first = thief.steal();
        if (first == null) {
            return null;
        }
        inHand = first;
        int more = Math.min(STEAL_BATCH - 1, thief.size() / 2);
        for (int i = 0; i < more; i++) {
            TaskImpl<?> task = thief.steal();
            if (task == null) {
                break;
            }
            owed = task;
            to.push(task);
            owed = null;
        }
        return first;
    }

    private void stopSearching() {
        searching = false;
        if (engine.idle().endSearch() && engine.hasStealableWork()) {
            engine.idle().notifyWork(engine);
        }
    }

    // ---- queueing; carrier or mounted core, never suspended in between

    /** Publishes a task spawned by code on this worker. */
    void putSpawned(TaskImpl<?> task) {
        PUBLISHED.setRelease(this, published + 1); // before the push, see Engine.activeTasks
        put(task, queueFor(task, fresh));
    }

    @Override
    protected void putYielded(TaskImpl<?> task) {
        engine.yielded(this, task);
        put(
                task,
                task.priority() == Priority.LOW ? low : again); // gives way to all, also when HIGH
    }

    @Override
    protected void putWoken(TaskImpl<?> task) {
        engine.woken(task);
        if (task.priority() != Priority.NORMAL) {
            put(task, queueFor(task, again));
            return;
        }
        owe(task);
        fault(Point.BEFORE_PUT);
        TaskImpl<?> displaced = swapHot(task);
        owed = displaced;
        if (displaced != null) {
            again.push(displaced);
            notifyOthers();
        }
        fault(Point.AFTER_PUT);
        owed = null;
    }

    private void putSent(TaskImpl<?> task) {
        put(task, queueFor(task, again));
    }

    private WorkDeque<TaskImpl<?>> queueFor(TaskImpl<?> task, WorkDeque<TaskImpl<?>> ifNormal) {
        return switch (task.priority()) {
            case HIGH -> high;
            case NORMAL -> ifNormal;
            case LOW -> low;
        };
    }

    private void put(TaskImpl<?> task, WorkDeque<TaskImpl<?>> queue) {
        owe(task);
        fault(Point.BEFORE_PUT);
        queue.push(task);
        notifyOthers();
        fault(Point.AFTER_PUT);
        owed = null;
    }

    private void owe(TaskImpl<?> task) {
        if (owed != null && owed != task) {
            recover(); // an earlier put was cut short, by a stack overflow in the caller for
            // example
        }
        owed = task;
    }

    private void notifyOthers() {
        if (engine.crew().workers().length > 1) {
            VarHandle.fullFence(); // the push before the look at the sleepers; see Idle
            engine.idle().notifyWork(engine);
        }
    }

    @Override
    protected boolean handOff(TaskImpl<?> waiter) {
        if (handoff != null || hotUses > HOT_LIMIT || !waiter.claimParked(id())) {
            return false;
        }
        hotUses++;
        waiter.setLast(this);
        handoff = waiter;
        engine.woken(waiter);
        return true;
    }

    // ---- what cores report

    @Override
    protected void finished(TaskImpl<?> task) {
        engine.finished(this, task);
        COMPLETED.setRelease(this, completed + 1); // pairs with Engine.activeTasks
    }

    @Override
    protected void parked(TaskImpl<?> task) {
        engine.parked(this, task);
    }

    @Override
    protected void blockedInJdk(TaskImpl<?> task) {
        engine.blockedInJdk(this, task);
    }

    @Override
    protected void aboutToBlockCarrier(TaskImpl<?> task) {
        engine.aboutToBlockCarrier(this, task);
    }

    @Override
    public boolean hasOthers() {
        return hot != null
                || !again.isEmpty()
                || !fresh.isEmpty()
                || !high.isEmpty()
                || !inbox.isEmpty()
                || !engine.global().isEmpty()
                || !low.isEmpty();
    }

    @Override
    public TimerHeap timers() {
        return timers;
    }

    // ---- timers

    /** Fires what is due. Carrier or mounted core. */
    private void fireTimers() {
        if (timers.nextDeadline() == TimerHeap.NONE && expiredNext == expiredCount) {
            return;
        }
        fireTimersAt(engine.clock().nanos());
    }

    private void fireTimersAt(long now) {
        do {
            while (expiredNext < expiredCount) {
                TimerHeap.Entry entry = expired[expiredNext];
                expired[expiredNext++] = null; // before firing: an entry fires at most once
                if (entry != null) {
                    entry.fire();
                }
            }
            expiredNext = 0;
            expiredCount = timers.takeExpired(now, expired);
        } while (expiredCount > 0);
    }

    // ---- dying

    /** Puts right what a death in the middle of something left undone. */
    private void recover() {
        TaskImpl<?> lost = inHand;
        if (lost != null) {
            inHand = null;
            again.push(lost); // a stale entry, should it have been put back already, is discarded
        }
        lost = owed;
        if (lost != null) {
            owed = null;
            // Still OWNED: we died on the way to committing its suspension. Its stack is unmounted
            // and
            // only we knew, so let it run on; a wake for no reason is allowed.
            if (lost.isOwned() && lost == currentTask()) {
                lost.commitYield();
            }
            if (lost.isQueued()) {
                again.push(lost);
            }
        }
    }

    @Override
    protected void die(Throwable cause) {
        death = cause;
    }

    /** Called by the driver before it steps a worker that died. */
    void revive() {
        death = null;
        panics++;
    }

    private void fault(Point point) {
        if (engine.faults() != null) {
            engine.faults().at(point, id());
        }
    }

    /** Carries an error out of a step. */
    static final class WorkerDeath extends Error {
        private static final long serialVersionUID = 1L;

        WorkerDeath(Throwable cause) {
            super(cause);
        }
    }

    // ---- sleeping and waking; see Idle for the argument

    /**
     * Announces that this worker has found nothing; false if the look round after the announcement
     * found something after all. Carrier only.
     */
    boolean fallAsleep() {
        rest = ASLEEP;
        engine.idle().addSleeper();
        if (searching) {
            searching = false;
            engine.idle().endSearch();
        }
        if (engine.hasWorkFor(this)) {
            wakeUp();
            return false;
        }
        engine.slept(this);
        return true;
    }

    /** Leaves sleep, on whosever initiative. Carrier only. */
    void wakeUp() {
        if (REST.compareAndSet(this, ASLEEP, AWAKE)) {
            engine.idle().removeSleeper();
        } else if (REST.compareAndSet(this, SEARCH, AWAKE)) {
            searching = true;
        }
    }

    /** Takes note of a wake that handed over a place among the searchers. Carrier only. */
    void wakeUpIfWoken() {
        if (rest == SEARCH) {
            wakeUp();
        }
    }

    /** Wakes this worker to look for work anywhere; false if it is not asleep. Any thread. */
    boolean wakeToSearch() {
        return leaveSleep(SEARCH);
    }

    /** Wakes this worker because something was sent to it. Any thread. */
    boolean wakeForInbox() {
        return leaveSleep(AWAKE);
    }

    private boolean leaveSleep(int to) {
        if (rest != ASLEEP || !REST.compareAndSet(this, ASLEEP, to)) {
            return false;
        }
        engine.idle().removeSleeper();
        engine.driver().wake(this);
        return true;
    }

    /** Ends a temporary worker that sleeps; nobody can wake it from here on. Monitor only. */
    boolean retire() {
        if (!REST.compareAndSet(this, ASLEEP, RETIRED)) {
            return false;
        }
        engine.idle().removeSleeper();
        return true;
    }

    /** Hands everything that is left to the others; the worker never steps again. */
    int handOver(TimerHeap heir) {
        int moved = inbox.close(engine.global()::push);
        for (var queue : java.util.List.of(high, fresh, again, low)) {
            TaskImpl<?> task;
            while ((task = queue.thief().steal()) != null) {
                engine.global().push(task);
                moved++;
            }
        }
        TaskImpl<?> task = swapHot(null);
        if (task != null) {
            engine.global().push(task);
            moved++;
        }
        return moved + timers.moveAllTo(heir);
    }

    /** Takes what only this worker could run, because it makes no step. Monitor only. */
    int seize() {
        int taken = inbox.takeAll(engine.global()::push);
        TaskImpl<?> task = swapHot(null);
        if (task != null) {
            engine.global().push(task);
            taken++;
        }
        return taken;
    }

    /** Fires due timers in the worker's stead. Monitor only. */
    void fireTimersFor(long now, TimerHeap.@Nullable Entry[] buffer) {
        int n;
        while ((n = timers.takeExpired(now, buffer)) > 0) {
            for (int i = 0; i < n; i++) {
                TimerHeap.Entry entry = buffer[i];
                buffer[i] = null;
                if (entry != null) {
                    entry.fire();
                }
            }
        }
    }

    // ---- looking at it

    Engine engine() {
        return engine;
    }

    /** A number from the worker's own generator. Carrier only. */
    int draw(int bound) {
        return victims.draw(bound);
    }

    boolean isTemporary() {
        return temporary;
    }

    int rest() {
        return rest;
    }

    boolean isAsleep() {
        return rest == ASLEEP;
    }

    boolean isRetired() {
        return rest == RETIRED;
    }

    long heartbeat() {
        return (long) HEARTBEAT.getOpaque(this);
    }

    long published() {
        return (long) PUBLISHED.getAcquire(this);
    }

    long completed() {
        return (long) COMPLETED.getAcquire(this);
    }

    /** Anything another worker could steal. */
    boolean hasStealable() {
        return !fresh.isEmpty() || !again.isEmpty() || !high.isEmpty() || !low.isEmpty();
    }

    /** Anything at all that waits here, as far as others can tell. */
    boolean hasQueued() {
        return hasStealable() || hot != null || !inbox.isEmpty();
    }

    /** Anything that needs this very worker. Carrier only. */
    boolean hasOwnWork() {
        return hasQueued()
                || handoff != null
                || inHand != null
                || owed != null
                || expiredNext < expiredCount
                || timers.nextDeadline() <= engine.clock().nanos();
    }

    int load() {
        return fresh.size() + again.size() + high.size() + low.size();
    }

    long nextId() {
        if (idNext == idLimit) {
            idNext = engine.drawIds(ID_BLOCK);
            idLimit = idNext + ID_BLOCK;
        }
        return idNext++;
    }

    WorkerSnapshot snapshot() {
        TaskImpl<?> task = isAsleep() ? null : currentTask();
        return new WorkerSnapshot(
                id(),
                temporary,
                isAsleep(),
                stalled,
                task != null && task.isOwned() ? task.id() : -1,
                load() + inbox.depth() + (hot == null ? 0 : 1),
                timers.size(),
                heartbeat(),
                started,
                stolen,
                stealsFailed,
                panics);
    }

    @Override
    public String toString() {
        return "worker " + id();
    }
}
