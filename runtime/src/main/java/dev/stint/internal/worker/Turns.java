package dev.stint.internal.worker;

import java.util.Arrays;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Whose turn it is on one worker: which tenant's, and which of its groups'. Both in the {@link
 * FairOrder}, one of tenants and one in each tenant that has several groups here.
 *
 * <p>A turn lasts so many operations as who has it asks for; being mounted counts as some, so that
 * tasks which are not metered use up a turn, too. If it took more time than its operations account
 * for, it counts as long as that. With the host alone there are no turns, and none of this is
 * touched.
 *
 * <p>A tenant, and likewise a group among those of its tenant:
 *
 * <pre>
 *   FREE    -> WAITING   enter()       a task is put here: a place in the order
 *   WAITING -> CURRENT   next(), changeTo()
 *   CURRENT -> WAITING   beginTurn(), changeTo()   with tasks
 *   CURRENT -> OWING     retire()      without tasks, and it has had more than its share
 *   OWING   -> WAITING   enter()
 *   OWING   -> FREE      next()        in its turn, and so with nothing that it owes
 *   OWING   -> FREE      retire()      a group, when no other of its tenant has tasks
 *   CURRENT -> FREE      retire()      without tasks
 * </pre>
 *
 * <p>So what is owed is paid during sleep, at the rate at which it would be during a wait for the
 * turn, and not forgotten sooner; if nobody else is there it is owed to nobody.
 *
 * <p>The owner's, unless said otherwise.
 */
final class Turns {
    /** What taking one task counts as, in operations: about what it costs. */
    static final int STEP_OPERATIONS = 1_000;

    /** What an operation may take: a choice, not a measurement. Whoever takes less owes nothing. */
    static final long NANOS_PER_OPERATION = 10;

    private final long slice;
    private final RunQueues host;
    private final FairOrder order;
    private final Standing standing;
    private final Consumer<RunQueues> freed;
    private @Nullable Party[] byLane; // by the number of the tenant's lane
    private Party[] free = new Party[8];
    private int frees;

    private RunQueues current; // others read it, as a hint
    private long limit; // of its turn
    private long number; // of the turn
    private boolean isTimed; // only a timer ends turns
    private int waiting; // tenants with tasks that are not current
    private long used; // operations, by the current one in its turn
    private long charged; // of those
    private long counted; // operations since the worker last changed to another tenant or group
    private boolean isOvertaken; // by one that should run before the current one goes on
    private volatile boolean hurried; // by the monitor: the turn has lasted too long

    /**
     * Of the host's queues, which are the first.
     *
     * @param workers so many share what tenants get
     * @param freed is told of queues that nobody has any more
     */
    Turns(RunQueues host, GlobalQueues global, long slice, int workers, Consumer<RunQueues> freed) {
        GlobalQueues.Lane lane = global.lane(0);
        this.slice = Math.max(slice, STEP_OPERATIONS);
        this.host = host;
        this.freed = freed;
        this.order = new FairOrder(this.slice);
        var party = new Party();
        party.lane = lane;
        party.turn = lane.turn;
        party.only = host;
        party.hasTasks = true;
        byLane = new Party[] {party};
        host.party = party;
        host.hasTasks = true;
        this.standing = new Standing(order, global.time, this.slice, workers);
        standing.join(party);
        order.take(party);
        current = host;
        newTurn();
    }

    // ---- who takes part

    /** Queues have become those of a lane, which they know. */
    void bind(RunQueues queues) {
        GlobalQueues.Lane lane = Objects.requireNonNull(queues.lane);
        queues.weight = lane.weight;
        queues.turn = lane.turn;
        Party party = partyOf(lane.top);
        if (party.groups == null && party.only != null) {
            divide(party, party.only);
        }
        queues.party = party;
        if (party.groups == null) {
            party.only = queues;
        }
    }

    private Party partyOf(GlobalQueues.Lane tenant) {
        Party party = find(tenant);
        if (party != null) {
            return party;
        }
        if (tenant.number >= byLane.length) {
            byLane = Arrays.copyOf(byLane, tenant.number + (tenant.number >> 1) + 1);
        }
        party = frees > 0 ? free[--frees] : new Party();
        party.lane = tenant;
        party.weight = tenant.weight;
        party.turn = tenant.turn;
        byLane[tenant.number] = party;
        return party;
    }

    /** What a tenant is here; an earlier one of the same number leaves when it has its turn. */
    private @Nullable Party find(GlobalQueues.Lane tenant) {
        Party party = tenant.number < byLane.length ? byLane[tenant.number] : null;
        return party != null && party.lane == tenant ? party : null;
    }

    /** There is a second group beside this one. */
    private void divide(Party party, RunQueues first) {
        var groups = new FairOrder(slice);
        party.groups = groups;
        party.only = null;
        party.waiting = 0;
        if (first.hasTasks) {
            groups.join(first, 0);
            if (party == order.current()) {
                groups.take(first);
            } else {
                party.waiting = 1;
            }
        }
    }

    /** Queues that had nothing have something. */
    void enter(RunQueues queues) {
        Party party = partyOf(queues);
        FairOrder groups = party.groups;
        if (groups != null) {
            GlobalQueues.Lane lane = Objects.requireNonNull(queues.lane);
            if (queues.isIn) {
                lane.asGroup.leave(0);
            } else {
                groups.join(queues, lane.asGroup.take());
            }
            party.waiting++;
        }
        queues.hasTasks = true;
        if (!party.hasTasks) {
            if (party.isIn) {
                laneOf(party).asTenant.leave(0);
            } else {
                standing.join(party);
            }
            standing.waits(party);
            party.hasTasks = true;
            waiting++;
        }
        isOvertaken |=
                party == order.current()
                        ? groups != null && groups.comesBeforeCurrent(queues)
                        : order.comesBeforeCurrent(party);
    }

    private static Party partyOf(RunQueues queues) {
        return Objects.requireNonNull(queues.party);
    }

    private static GlobalQueues.Lane laneOf(Party party) {
        return Objects.requireNonNull(party.lane);
    }

    // ---- turns

    /** The queues whose turn it is. */
    RunQueues current() {
        return current;
    }

    boolean isNobodys() {
        return order.current() == null;
    }

    /** True if nothing waits but what the current queues hold, as far as the owner knows. */
    boolean isAlone() {
        Party party = partyOf(current);
        return waiting == 0 && (party.groups == null || party.waiting == 0);
    }

    boolean isUsedUp() {
        return used >= limit || isOvertaken || hurried;
    }

    /** The turn passes on, or stays with who has it if nobody is before them. */
    void beginTurn() {
        if (!isNobodys()) {
            charge();
            standing.ends(partyOf(current), isAlone() && current.size() <= 1);
            putBack();
        }
        next();
    }

    /** Nothing was found to run for whose turn it was. */
    void retireCurrent() {
        if (!isNobodys()) {
            charge();
            retire();
        }
    }

    /** Whose turn it is now; nobody's, if there is nothing to run. Nobody is current. */
    void next() {
        Party party;
        while ((party = (Party) order.pick()) != null) {
            if (party.hasTasks && standing.catchUp(party)) {
                order.putBack(); // it may not be the next one any more
                continue;
            }
            RunQueues queues = party.hasTasks ? nextOf(party) : null;
            if (queues != null) {
                waiting--;
                current = queues;
                adopt(party);
                standing.begins(party);
                newTurn();
                return;
            }
            order.leave(party); // it has paid what it owed
            drop(party);
        }
        current = host;
        waiting = 0; // a death may have left a count that nobody stands for
        newTurn();
    }

    private @Nullable RunQueues nextOf(Party party) {
        FairOrder groups = party.groups;
        if (groups == null) {
            return party.only;
        }
        RunQueues queues;
        while ((queues = (RunQueues) groups.pick()) != null) {
            if (queues.hasTasks) {
                party.waiting--;
                return queues;
            }
            groups.leave(queues);
            freed.accept(queues);
        }
        return null;
    }

    private void newTurn() {
        number++;
        used = 0;
        charged = 0;
        limit = isTimed ? Long.MAX_VALUE : Math.min(current.turn, partyOf(current).turn);
        isOvertaken = false;
        if (hurried) {
            hurried = false;
        }
    }

    /** The worker takes no part any more, and nobody steps it. Any thread. */
    void leave() {
        for (Party party : byLane) {
            if (party != null) {
                standing.waitsNoMore(party);
            }
        }
    }

    Standing standing() {
        return standing;
    }

    /** Whose turn it is; nobody's: null. */
    @Nullable Party party() {
        return (Party) order.current();
    }

    /** True if a tenant has tasks here. */
    boolean isPresent(GlobalQueues.Lane tenant) {
        Party party = find(tenant);
        return party != null && party.hasTasks;
    }

    /** The weights of all who take part. Others read it, as a hint. */
    long weights() {
        return order.weights();
    }

    /** A task of these queues runs now, whatever the order. */
    void changeTo(RunQueues queues) {
        if (!isNobodys()) {
            charge();
            if (current.isEmpty()) {
                retire();
            } else {
                putBack();
            }
        }
        Party party = partyOf(queues);
        order.take(party);
        waiting--;
        if (party.groups != null) {
            party.groups.take(queues);
            party.waiting--;
        }
        current = queues;
        adopt(party);
        newTurn();
    }

    /** Whose turn begins has the weight and slice that a policy has given it meanwhile. */
    private void adopt(Party party) {
        GlobalQueues.Lane lane = laneOf(party);
        int weight = lane.weight;
        long turn = lane.turn;
        if (party.weight != weight || party.turn != turn) {
            order.reshape(weight, turn);
            if (party.groups == null) {
                current.turn = turn;
            }
        }
    }

    private void putBack() {
        Party party = partyOf(current);
        if (party.groups != null) {
            party.groups.putBack();
            party.waiting++;
        }
        order.putBack();
        waiting++;
    }

    /** The current one has no tasks. */
    private void retire() {
        RunQueues queues = current;
        Party party = partyOf(queues);
        queues.hasTasks = false;
        if (party.groups == null) {
            party.only = queues == host ? host : null;
            freed.accept(queues);
        } else {
            retire(queues, party, party.groups);
            if (party.waiting > 0) {
                order.putBack();
                waiting++;
                return;
            }
            dissolve(party.groups);
        }
        party.hasTasks = false;
        standing.waitsNoMore(party);
        GlobalQueues.Lane lane = laneOf(party);
        if (waiting > 0 && !order.isEligible(party)) {
            leaveDebt(lane.asTenant, standing.debtOf(party), party.turn);
            order.putBack();
            return;
        }
        lane.asTenant.leave(order.lag(party) / 2);
        order.leave(party);
        drop(party);
    }

    private void retire(RunQueues queues, Party party, FairOrder groups) {
        GlobalQueues.Lane lane = Objects.requireNonNull(queues.lane);
        if (party.waiting > 0 && !groups.isEligible(queues)) {
            leaveDebt(lane.asGroup, groups.lag(queues), queues.turn);
            groups.putBack();
            return;
        }
        lane.asGroup.leave(groups.lag(queues) / 2);
        groups.leave(queues);
        freed.accept(queues);
    }

    private static void leaveDebt(Lag to, long lag, long turn) {
        to.leave(lag < -turn ? lag : 0);
    }

    /** No group has tasks: nobody is there to be owed. */
    private void dissolve(FairOrder groups) {
        Share owing;
        while ((owing = groups.root()) != null) {
            groups.leave(owing);
            freed.accept((RunQueues) owing);
        }
    }

    /** It has left the order, and none of its groups is here. */
    private void drop(Party party) {
        party.hasTasks = false;
        standing.waitsNoMore(party);
        party.waiting = 0;
        party.groups = null;
        if (party == host.party) {
            party.only = host;
            return;
        }
        party.only = null;
        int number = laneOf(party).number;
        if (byLane[number] == party) {
            byLane[number] = null;
        }
        party.lane = null;
        if (frees == free.length) {
            free = Arrays.copyOf(free, 2 * frees);
        }
        free[frees++] = party;
    }

    // ---- what is charged

    private void charge() {
        Party party = partyOf(current);
        long more = used - charged;
        charged = used;
        standing.charge(party, more);
        if (party.groups != null) {
            party.groups.charge(current, more);
        }
    }

    /** Operations that a task has done here. */
    void use(long operations) {
        used += operations;
        counted += operations;
    }

    /** Charges what was used if that is much: a turn goes on while nobody waits for its end. */
    void settle() {
        if (used - charged >= slice && !isNobodys()) {
            charge();
        }
    }

    /** The worker was so long with the tasks of this lane, and goes over to another. */
    void stayed(GlobalQueues.Lane lane, @Nullable RunQueues queues, long nanos) {
        long more = nanos / NANOS_PER_OPERATION - counted;
        counted = 0;
        if (hurried) {
            hurried = false;
        }
        if (more <= 0) {
            return;
        }
        Party party = find(lane.top);
        if (party == null || !party.isIn) {
            if (order.isEmpty()) {
                return; // nobody is there to be owed
            }
            party = partyOf(lane.top);
            standing.join(party);
        }
        standing.charge(party, more);
        if (party.groups != null && queues != null && queues.isIn) {
            party.groups.charge(queues, more);
        } else if (party.groups != null && party.waiting > 0) {
            lane.asGroup.leave(Math.max(-more, -slice * FairOrder.MOST_SLICES)); // it owes that
        }
    }

    /** True if the monitor has asked for its end. */
    boolean isHurried() {
        return hurried;
    }

    /** A timer ends turns from now on, and no count of operations. */
    void setTimed() {
        isTimed = true;
        newTurn();
    }

    /** Which turn it is; no two in a row are the same. */
    long number() {
        return number;
    }

    /** Has the turn end soon. The timer. */
    void hurry() {
        hurried = true;
    }

    /** Has the turn end soon, if it has lasted so long on one lane. The monitor. */
    void hurryAfter(GlobalQueues.Lane lane, long nanos) {
        if (nanos > Math.min(lane.turn, lane.top.turn) * NANOS_PER_OPERATION) {
            hurried = true;
        }
    }
}
