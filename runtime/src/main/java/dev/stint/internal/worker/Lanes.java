package dev.stint.internal.worker;

import dev.stint.internal.queue.Roster;
import dev.stint.internal.task.TaskImpl;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The queues of one worker, a set for each tenant that has something to run here, and whose turn it
 * is. A lane is the number of a tenant; see {@link GlobalQueues#open}.
 *
 * <p>Tenants take turns, in the {@link FairOrder}. A turn lasts so many operations as the tenant
 * asks for; being mounted counts as some, so that tasks which are not metered use up a turn, too.
 * If it took more time than its operations account for, it counts as long as that. With one tenant
 * there are no turns, and none of this is touched.
 *
 * <pre>
 *   FREE    -> WAITING   of()        a task is put here: its lane gets queues, and a place in the order
 *   WAITING -> CURRENT   beginTurn(), passOver(), run()
 *   CURRENT -> WAITING   beginTurn(), run()   with tasks
 *   CURRENT -> OWING     passOver(), run()    without tasks, and it has had more than its share
 *   OWING   -> WAITING   of()
 *   OWING   -> FREE      passOver()           in its turn, and so with nothing that it owes
 *   CURRENT -> FREE      passOver(), run()    without tasks
 * </pre>
 *
 * <p>So what a tenant owes is paid while it sleeps, at the rate at which it would be while it waits
 * for its turn, and not forgotten sooner; if nobody else is there it is owed to nobody. The queues
 * of a FREE lane serve another tenant next.
 *
 * <p>Others find what they may steal through the {@link Roster}: queues that have something are in.
 * Those of the host are not, they are always looked at.
 *
 * <p>The owner's, unless said otherwise.
 */
public final class Lanes {
    /** What taking one task counts as, in operations: about what it costs. */
    static final int STEP_OPERATIONS = 1_000;

    /** What an operation may take: a choice, not a measurement. Whoever takes less owes nothing. */
    static final long NANOS_PER_OPERATION = 10;

    private final GlobalQueues global;
    private final RunQueues.Hand hand = new RunQueues.Hand();
    private final RunQueues host = new RunQueues(0);
    private final FairOrder order;
    private final Roster roster = new Roster();
    private volatile RunQueues[] places = {host}; // grows; others find here what the roster names
    private @Nullable RunQueues[] byLane = {host};
    private RunQueues[] free = new RunQueues[8];
    private int frees;

    private RunQueues current = host; // others read it, as a hint
    private int waiting; // lanes with tasks that are not current
    private long used; // operations, by the current one since they were last charged
    private long counted; // operations since the worker last changed to another tenant
    private long unlooked; // operations since the last look at the timers
    private final long slice;
    private boolean isOvertaken; // by one that should run before the current one goes on
    private int robbed; // where the last theft was, in the victim's places
    private boolean robsHost;

    private volatile boolean hurried; // by the monitor: the turn has lasted too long

    /**
     * How many tasks that were woken here are left in peace by thieves; see Flock, and ADR 0017. It
     * holds for the queues whose turn it is.
     */
    private volatile int kept;

    Lanes(GlobalQueues global, long slice) {
        this.global = global;
        this.slice = slice;
        this.order = new FairOrder(Math.max(slice, STEP_OPERATIONS));
        host.lane = global.lane(0);
        host.turn = slice;
        host.hasTasks = true;
        order.join(host, 0);
        order.take(host);
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

    private RunQueues of(int lane) {
        RunQueues queues = find(lane);
        if (queues == null) {
            queues = bind(lane);
        }
        if (!queues.hasTasks) {
            enter(queues);
        }
        return queues;
    }

    private @Nullable RunQueues find(int lane) {
        return lane < byLane.length ? byLane[lane] : null;
    }

    private RunQueues bind(int lane) {
        if (lane >= byLane.length) {
            byLane = Arrays.copyOf(byLane, lane + (lane >> 1) + 1);
        }
        RunQueues queues = frees > 0 ? free[--frees] : another();
        queues.number = lane;
        byLane[lane] = queues;
        return queues;
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

    private void enter(RunQueues queues) {
        GlobalQueues.Lane lane = global.lane(queues.number);
        if (queues.isIn && queues.lane != lane) {
            order.leave(queues); // it owes for another, which has ended
        }
        if (queues.isIn) {
            lane.leaveLag(0);
        } else {
            join(queues, lane);
        }
        queues.hasTasks = true;
        if (queues != order.current()) {
            waiting++;
            isOvertaken |= order.comesBeforeCurrent(queues);
        }
    }

    private void join(RunQueues queues, GlobalQueues.Lane lane) {
        queues.lane = lane;
        queues.weight = lane.weight;
        queues.turn = lane.turn;
        order.join(queues, lane.takeLag());
    }

    // ---- turns

    /** The queues whose turn it is. */
    RunQueues current() {
        return current;
    }

    /** True if it is the host's turn, or nobody's. */
    boolean isHosts() {
        return current == host;
    }

    /** True if what this task belongs to runs now, or nothing does. */
    boolean isCurrent(TaskImpl<?> task) {
        return isOne() || isNobodys() || current.number == task.lane();
    }

    boolean isNobodys() {
        return order.current() == null;
    }

    /** True if another's turn is to begin. */
    boolean isTurnOver() {
        return !isOne() && (isNobodys() || isUsedUp());
    }

    private boolean isUsedUp() {
        return used >= current.turn || isOvertaken || hurried;
    }

    /** The turn passes on, or stays with who has it if nobody is before them. */
    void beginTurn() {
        if (!isNobodys()) {
            charge();
            order.putBack();
            waiting++;
        }
        next();
    }

    /** Nothing was found to run for whose turn it is; false if it is nobody else's, either. */
    boolean passOver() {
        if (isOne()) {
            return false;
        }
        if (!isNobodys()) {
            charge();
            retire();
        }
        admitHost();
        next();
        return !isNobodys();
    }

    /** The host takes part if there is anything of it in the global queue. */
    void admitHost() {
        if (!host.hasTasks && global.hasHosts()) {
            enter(host);
        }
    }

    private void next() {
        Share next = order.pick();
        current = next == null ? host : (RunQueues) next;
        if (next == null) {
            waiting = 0; // a death may have left a count that nobody stands for
        } else if (current.hasTasks) {
            waiting--;
        }
        newTurn();
    }

    private void newTurn() {
        isOvertaken = false;
        if (hurried) {
            hurried = false;
        }
    }

    /** A task runs now: it is its tenant's turn, whatever the order. */
    void run(TaskImpl<?> task) {
        if (isOne()) {
            return;
        }
        if (isNobodys() || current.number != task.lane()) {
            changeTo(of(task));
        }
        used += STEP_OPERATIONS;
        counted += STEP_OPERATIONS;
    }

    private void changeTo(RunQueues queues) {
        if (!isNobodys()) {
            charge();
            if (current.isEmpty()) {
                retire();
            } else {
                order.putBack();
                waiting++;
            }
        }
        order.take(queues);
        current = queues;
        waiting--;
        newTurn();
    }

    /** The current one has no tasks. */
    private void retire() {
        RunQueues queues = current;
        GlobalQueues.Lane lane = Objects.requireNonNull(queues.lane);
        queues.hasTasks = false;
        if (waiting > 0 && !order.isEligible(queues)) {
            long owes = order.lag(queues);
            lane.leaveLag(owes < -queues.turn ? owes : 0);
            order.putBack();
            return;
        }
        lane.leaveLag(order.lag(queues) / 2);
        order.leave(queues);
        if (queues != host) {
            byLane[queues.number] = null;
            roster.remove(queues.place);
            free[frees++] = queues;
        }
    }

    private void charge() {
        order.charge(current, used);
        used = 0;
    }

    /** Operations that a task has done here. */
    void use(long operations) {
        used += operations;
        counted += operations;
        unlooked += operations;
    }

    /** True if so much was done since the last look at the timers that it is time for one. */
    boolean isLookDue() {
        boolean isDue = unlooked >= slice;
        unlooked = isDue ? 0 : unlooked;
        return isDue;
    }

    /** The worker was so long with the tasks of this lane, and goes over to another. */
    void stayed(int lane, long nanos) {
        long more = nanos / NANOS_PER_OPERATION - counted;
        counted = 0;
        if (hurried) {
            hurried = false;
        }
        if (more <= 0) {
            return;
        }
        RunQueues queues = find(lane);
        if (queues == null || !queues.isIn) {
            if (order.isEmpty()) {
                return; // nobody is there to be owed
            }
            queues = queues == null ? bind(lane) : queues;
            join(queues, global.lane(lane));
        }
        order.charge(queues, more);
    }

    /** True if the turn is to end whatever the slice of the task says. */
    boolean isHurried() {
        return isOne() ? hurried : isUsedUp();
    }

    /** Has the turn end soon, if it has lasted so long on one lane. The monitor. */
    public void hurryAfter(int lane, long nanos) {
        if (nanos > global.lane(lane).turn * NANOS_PER_OPERATION) {
            hurried = true;
        }
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
        return queues.giveTo(this, victim.keptOf(queues));
    }

    private int keptOf(RunQueues queues) {
        return queues == current ? kept : 0;
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
        return waiting == 0 && current.isEmpty();
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
