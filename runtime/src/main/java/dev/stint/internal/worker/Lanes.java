package dev.stint.internal.worker;

import dev.stint.internal.queue.Roster;
import dev.stint.internal.stack.Tallies;
import dev.stint.internal.task.TaskImpl;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The queues of one worker, a set for each tenant, or group of a tenant, that has something to run
 * here. A lane is the number of a tenant or group; see {@link GlobalQueues#open}.
 *
 * <p>Whose turn it is, say {@link Turns}. The queues of a lane that has nothing, and owes nothing,
 * serve another next.
 *
 * <p>Others find what they may steal through the {@link Roster}: queues that have something are in.
 * Those of the host are not, they are always looked at.
 *
 * <p>The owner's, unless said otherwise.
 */
public final class Lanes {
    private final GlobalQueues global;
    private final int worker;
    private final RunQueues.Hand hand = new RunQueues.Hand();
    private final RunQueues host = new RunQueues(0);
    private final Turns turns;
    private final Roster roster = new Roster();
    private volatile RunQueues[] places = {host}; // grows; others find here what the roster names
    private @Nullable RunQueues[] byLane = {host};
    private RunQueues[] free = new RunQueues[8];
    private int frees;

    private long unlooked; // operations since the last look at the timers
    private final long slice;
    private int robbed; // where the last theft was, in the victim's places
    private boolean robsHost;
    private boolean isApart; // its worker is leased: nothing of the host's is looked for

    /**
     * How many tasks that were woken here are left in peace by thieves; see Flock, and ADR 0017. It
     * holds for the queues whose turn it is.
     */
    private volatile int kept;

    /** Of the only worker that shares. */
    Lanes(GlobalQueues global, long slice, int worker) {
        this(global, slice, worker, 1);
    }

    /** {@code workers}: so many share what tenants get. */
    Lanes(GlobalQueues global, long slice, int worker, int workers) {
        this.global = global;
        this.worker = worker;
        this.slice = slice;
        GlobalQueues.Lane lane = global.lane(0);
        host.lane = lane;
        host.turn = slice;
        host.row = lane.tallies().row(worker);
        this.turns = new Turns(host, global, slice, workers, this::take);
    }

    RunQueues.Hand hand() {
        return hand;
    }

    /** There has never been another tenant than the host. */
    boolean isOne() {
        return global.lanes() == 1;
    }

    /** The queues that a task belongs into; its lane takes part in the order from now on. */
    RunQueues of(TaskImpl<?> task) {
        return isOne() ? host : of(task.lane());
    }

    private RunQueues of(int number) {
        GlobalQueues.Lane lane = global.lane(number);
        RunQueues queues = find(lane);
        if (queues == null) {
            queues = bind(lane);
        }
        if (!queues.hasTasks) {
            turns.enter(queues);
        }
        return queues;
    }

    /** Its queues here, if it has any; those of an earlier lane of this number are none. */
    private @Nullable RunQueues find(GlobalQueues.Lane lane) {
        RunQueues queues = lane.number < byLane.length ? byLane[lane.number] : null;
        return queues != null && queues.lane == lane ? queues : null;
    }

    private RunQueues bind(GlobalQueues.Lane lane) {
        int number = lane.number;
        if (number >= byLane.length) {
            byLane = Arrays.copyOf(byLane, number + (number >> 1) + 1);
        }
        long[] row = lane.tallies().row(worker);
        RunQueues queues = frees > 0 ? free[--frees] : another();
        queues.lane = lane;
        queues.row = row;
        byLane[number] = queues;
        turns.bind(queues);
        return queues;
    }

    /** Nobody's any more. */
    private void take(RunQueues queues) {
        if (queues == host) {
            return;
        }
        int number = Objects.requireNonNull(queues.lane).number;
        if (byLane[number] == queues) {
            byLane[number] = null;
        }
        roster.remove(queues.place);
        free[frees++] = queues;
    }

    private RunQueues another() {
        RunQueues[] now = places;
        int place = now.length;
        if (place >= free.length) {
            free = Arrays.copyOf(free, 2 * free.length); // as many as may ever become free
        }
        var made = new RunQueues(place);
        roster.ensure(place);
        RunQueues[] more = Arrays.copyOf(now, place + 1);
        more[place] = made;
        places = more;
        return made;
    }

    // ---- turns

    /** The queues whose turn it is. */
    RunQueues current() {
        return turns.current();
    }

    /** True if it is the host's turn, or nobody's. */
    boolean isHosts() {
        return turns.current() == host;
    }

    /** True if what this task belongs to runs now, or nothing does. */
    boolean isCurrent(TaskImpl<?> task) {
        return isOne() || isNobodys() || current().lane == global.lane(task.lane());
    }

    boolean isNobodys() {
        return turns.isNobodys();
    }

    /** True if another's turn is to begin. */
    boolean isTurnOver() {
        return !isOne() && (isNobodys() || turns.isUsedUp());
    }

    /** True if it is time to see whether another worker has somebody who should be served here. */
    boolean isLevellingDue() {
        return turns.standing().isLookDue();
    }

    /** True if another tenant or group than the current one has tasks here. */
    boolean othersWait() {
        return !turns.isAlone();
    }

    /** The turn passes on, or stays with who has it if nobody is before them. */
    void beginTurn() {
        turns.beginTurn();
    }

    /** Nothing was found to run for whose turn it is; false if it is nobody else's, either. */
    boolean passOver() {
        if (isOne()) {
            return false;
        }
        turns.retireCurrent();
        admitHost();
        turns.next();
        return !isNobodys();
    }

    /** The host takes part if there is anything of it in the global queue. */
    void admitHost() {
        if (!host.hasTasks && !isApart && global.hasHosts()) {
            turns.enter(host);
        }
    }

    /** A task runs now: it is its tenant's and its group's turn, whatever the order. */
    void run(TaskImpl<?> task) {
        if (isOne()) {
            return;
        }
        if (isNobodys() || current().lane != global.lane(task.lane())) {
            turns.changeTo(of(task));
        }
        turns.use(Turns.STEP_OPERATIONS);
    }

    /** Operations that a task has done here. */
    void use(long operations) {
        turns.use(operations);
        unlooked += operations;
        if (!isOne()) {
            turns.settle();
        }
    }

    /** True if so much was done since the last look at the timers that it is time for one. */
    boolean isLookDue() {
        boolean isDue = unlooked >= slice;
        unlooked = isDue ? 0 : unlooked;
        return isDue;
    }

    /** Which tenant or group a task belongs to. */
    GlobalQueues.Lane laneOf(TaskImpl<?> task) {
        return global.lane(task.lane());
    }

    /** The worker was so long with the tasks of this lane, and goes over to another. */
    void stayed(GlobalQueues.Lane lane, long nanos) {
        turns.stayed(lane, find(lane), nanos);
    }

    /** True if the turn is to end whatever the slice of the task says. */
    boolean isHurried() {
        return isOne() ? turns.isHurried() : turns.isUsedUp();
    }

    /** Has the turn end soon, if it has lasted so long on one lane. The monitor. */
    void hurryAfter(GlobalQueues.Lane lane, long nanos) {
        turns.hurryAfter(lane, nanos);
    }

    // ---- under profile REALTIME

    /** A timer ends turns from now on. */
    void setTimed() {
        turns.setTimed();
    }

    /** Which turn it is. */
    long turn() {
        return turns.number();
    }

    /** Has the turn end soon, if there are turns. Another thread; the turn may be a new one. */
    void hurry() {
        if (!isOne()) {
            turns.hurry();
        }
    }

    /** Has the next look for a task look at the timers, too. */
    void lookSoon() {
        unlooked = slice;
    }

    // ---- all lanes

    /** Something was put into these queues: shows it to thieves. */
    void show(RunQueues queues) {
        if (queues != host) {
            roster.filled(queues.place);
        }
    }

    /** Takes a task from another's queues, and more for later. A searcher. */
    @Nullable TaskImpl<?> stealFrom(Lanes victim) {
        if (isOne()) {
            return rob(victim, victim.host);
        }
        robsHost = !robsHost;
        int from = robbed;
        TaskImpl<?> task = robsHost ? rob(victim, victim.host) : null;
        if (task == null) {
            task = rob(victim, from, Integer.MAX_VALUE);
        }
        if (task == null) {
            task = rob(victim, 0, from);
        }
        return task == null && !robsHost ? rob(victim, victim.host) : task;
    }

    /** The same for a leased worker, of one tenant alone. It leaves the roster as it is. */
    @Nullable TaskImpl<?> stealFrom(Lanes victim, GlobalQueues.Lane tenant) {
        RunQueues queues = victim.stealableOf(tenant);
        return queues == null ? null : rob(victim, queues);
    }

    /** Anything of one tenant that another worker could steal. Any thread. */
    boolean hasStealable(GlobalQueues.Lane tenant) {
        return stealableOf(tenant) != null;
    }

    private @Nullable RunQueues stealableOf(GlobalQueues.Lane tenant) {
        for (int at = roster.next(0); at >= 0; at = roster.next(at + 1)) {
            RunQueues queues = places[at];
            GlobalQueues.Lane lane = queues.lane; // written before the roster; else a hint
            if (lane != null && lane.top == tenant && queues.hasStealable(keptOf(queues))) {
                return queues;
            }
        }
        return null;
    }

    void setApart(boolean apart) {
        isApart = apart;
        turns.standing().setApart(apart);
    }

    // ---- what other workers serve; see Levelling

    Turns turns() {
        return turns;
    }

    RunQueues host() {
        return host;
    }

    /** The first queues from this place on that may have something to steal; or null. */
    @Nullable RunQueues nextShown(int from) {
        int at = roster.next(from);
        return at < 0 ? null : places[at];
    }

    boolean mayBeTakenFrom(RunQueues queues) {
        return queues.hasStealable(keptOf(queues));
    }

    /** Takes one task from another's queues, and puts it into its own; or null. */
    @Nullable TaskImpl<?> fetch(Lanes victim, RunQueues queues) {
        TaskImpl<?> task = queues.giveTo(this, victim.keptOf(queues), 1);
        if (!queues.isStealable() && queues != victim.host) {
            victim.roster.emptied(queues.place, queues);
        }
        if (task != null) {
            RunQueues mine = of(task);
            mine.addWoken(task);
            show(mine);
            hand.held = null;
            task.wasStolen();
            mine.row[Tallies.STEALS]++;
        }
        return task;
    }

    private @Nullable TaskImpl<?> rob(Lanes victim, int from, int to) {
        Roster roster = victim.roster;
        for (int at = roster.next(from); at >= 0 && at < to; at = roster.next(at + 1)) {
            RunQueues queues = victim.places[at];
            TaskImpl<?> task = rob(victim, queues);
            if (!queues.isStealable()) {
                roster.emptied(at, queues);
            }
            if (task != null) {
                robbed = at + 1;
                return task;
            }
        }
        return null;
    }

    private @Nullable TaskImpl<?> rob(Lanes victim, RunQueues queues) {
        return queues.giveTo(this, victim.keptOf(queues), RunQueues.STEAL_BATCH);
    }

    private int keptOf(RunQueues queues) {
        return queues == current() ? kept : 0;
    }

    /** Puts back what a death in the middle of taking left in nobody's queue. */
    void recover() {
        TaskImpl<?> lost = hand.held;
        if (lost != null) {
            addWoken(lost);
            hand.held = null;
        }
        lost = hand.moving;
        if (lost != null) {
            addWoken(lost);
            hand.moving = null;
        }
        GlobalQueues.Lane lane = hand.lane;
        if (lane != null) {
            hand.lane = null;
            global.putBack(lane);
        }
    }

    /** Queues a task that is not to be run next. */
    void addWoken(TaskImpl<?> task) {
        RunQueues queues = of(task);
        queues.addWoken(task);
        show(queues);
    }

    /** Takes all there is. Any thread; the owner may go on meanwhile. */
    int drainTo(GlobalQueues to) {
        int moved = 0;
        for (RunQueues queues : places) {
            moved += queues.drainTo(to);
        }
        return moved;
    }

    /** Its worker is retired, and has given away all it had. */
    void leave() {
        turns.leave();
    }

    /** Takes the hot tasks of a worker that makes no step. Any thread. */
    int drainHot(GlobalQueues to) {
        int moved = 0;
        for (RunQueues queues : places) {
            moved += queues.drainHot(to);
        }
        return moved;
    }

    /** Anything that another worker could steal. Any thread. */
    boolean hasStealable() {
        if (host.hasStealable(keptOf(host))) {
            return true;
        }
        for (int at = roster.next(0); at >= 0; at = roster.next(at + 1)) {
            RunQueues queues = places[at];
            if (queues.hasStealable(keptOf(queues))) {
                return true;
            }
        }
        return false;
    }

    /** True if a task that was just woken here need not be shown to others. */
    boolean keeps(RunQueues queues) {
        int now = keptOf(queues);
        return now > 0 && !queues.hasStealable(now);
    }

    /** The monitor. */
    public void setKept(int kept) {
        if (this.kept != kept) {
            this.kept = kept;
        }
    }

    /** How many tasks another worker could steal. Any thread; a moving number. */
    int stealable() {
        int sum = host.stealable(keptOf(host));
        for (int at = roster.next(0); at >= 0; at = roster.next(at + 1)) {
            RunQueues queues = places[at];
            sum += queues.stealable(keptOf(queues));
        }
        return sum;
    }

    /** True if nothing waits, as far as the owner knows: others may have taken the last. */
    boolean isEmpty() {
        return turns.isAlone() && current().isEmpty();
    }

    /** True if no task waits. Any thread. */
    boolean isBare() {
        for (RunQueues queues : places) {
            if (!queues.isEmpty()) {
                return false;
            }
        }
        return true;
    }

    /** So many tenants had something to run here at once, at most. */
    int places() {
        return places.length;
    }

    /** How many tasks wait. Any thread; a moving number. */
    int size() {
        int sum = 0;
        for (RunQueues queues : places) {
            sum += queues.size();
        }
        return sum;
    }
}
