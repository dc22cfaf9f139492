package dev.stint.internal.worker;

import dev.stint.internal.task.TaskImpl;
import org.jspecify.annotations.Nullable;

/**
 * One worker's looks at the others for tasks that should run here. After each slice of operations
 * it looks at one of them, in turn. It fetches one task
 *
 * <ul>
 *   <li>of a tenant that has none here and is owed a slice by the one that is served here; or,
 *   <li>if the one that is served there is owed two, of another that waits there: it would wait for
 *       long.
 * </ul>
 *
 * <p>So that tasks do not go to and fro, this worker must not have more weight beforehand than the
 * other has afterwards, unless much is owed; and the other keeps one to run.
 *
 * <p>What it reads of the other worker are hints: its owner changes it meanwhile, and queues may
 * serve another tenant by now. The owner's.
 */
final class Levelling {
    /** So many of another worker's queues are looked at, at most. */
    private static final int MOST_LOOKS = 16;

    /** So many slices are much. */
    private static final int MUCH = 4;

    private final Engine engine;
    private final Worker worker;
    private final Lanes lanes;
    private final Turns turns;
    private final long slice;
    private int turn; // which worker is next
    private int place; // where the last look ended

    // ---- during a look
    private RunQueues served; // there
    private long owedToServed; // by who is served here
    private boolean isBetween; // two steps, as far as one can see: it is about to run a task
    private @Nullable RunQueues best;
    private long bestOwed;

    Levelling(Engine engine, Worker worker, Lanes lanes) {
        this.engine = engine;
        this.worker = worker;
        this.lanes = lanes;
        this.turns = lanes.turns();
        this.slice = engine.slice();
        this.served = lanes.current();
    }

    /** True if there may be something to fetch; if not, the next look is a slice later. */
    boolean isWorthIt() {
        boolean isWorthIt = engine.hasStealableWork();
        if (!isWorthIt) {
            turns.standing().looked();
        }
        return isWorthIt;
    }

    /** True if a task was fetched from another worker. */
    boolean fetches() {
        turns.standing().looked();
        Worker[] crew = engine.crew().shared();
        Party here = turns.party();
        if (crew.length < 2 || here == null || !worker.stealEnabled) {
            return false;
        }
        Worker other = next(crew);
        if (other == worker) {
            return false;
        }
        RunQueues found = lookAt(other, here);
        return found != null && fetches(other, found);
    }

    private Worker next(Worker[] crew) {
        Worker other = crew[Math.floorMod(turn++, crew.length)];
        return other == worker ? crew[Math.floorMod(turn++, crew.length)] : other;
    }

    /** The queues there whose tenant is owed most, if a task of it should be fetched. */
    private @Nullable RunQueues lookAt(Worker other, Party here) {
        Lanes there = other.lanes();
        TaskImpl<?> runs = other.currentTask();
        isBetween = runs == null || !runs.isOwned();
        served = there.turns().current();
        owedToServed = owed(served, here);
        best = null;
        consider(there, there.host(), here);
        int from = place;
        boolean isAround = false;
        for (int i = 0; i < MOST_LOOKS; i++) {
            RunQueues queues = there.nextShown(place);
            if (queues == null && !isAround) {
                isAround = true;
                queues = there.nextShown(0);
            }
            if (queues == null || (isAround && queues.place >= from)) {
                break;
            }
            consider(there, queues, here);
            place = queues.place + 1;
        }
        return best;
    }

    /** What the tenant of some queues is owed by the one that is served here. */
    private long owed(RunQueues queues, Party here) {
        GlobalQueues.Lane lane = queues.lane;
        return lane == null ? 0 : turns.standing().owed(lane.top, here);
    }

    private void consider(Lanes there, RunQueues queues, Party here) {
        GlobalQueues.Lane lane = queues.lane;
        if (lane == null || !there.mayBeTakenFrom(queues)) {
            return;
        }
        if (queues == served && isBetween && queues.size() < 2) {
            return; // that is the one it is about to run
        }
        long owed = owed(queues, here);
        boolean isOwed = owed >= slice && !turns.isPresent(lane.top);
        boolean isStuck = queues != served && owedToServed >= 2 * slice && owed > -slice;
        if ((isOwed || isStuck) && (best == null || owed > bestOwed)) {
            best = queues;
            bestOwed = owed;
        }
    }

    private boolean fetches(Worker other, RunQueues queues) {
        Party party = queues.party;
        long leaves = party == null || queues.size() > 1 ? 0 : party.weight;
        boolean isHeavier = other.lanes().turns().weights() - leaves < turns.weights();
        if (isHeavier && Math.max(bestOwed, owedToServed) < MUCH * slice) {
            return false;
        }
        TaskImpl<?> task = lanes.fetch(other.lanes(), queues);
        if (task == null) {
            return false;
        }
        worker.thefts().fetched();
        engine.log().stolen(task, worker, other);
        return true;
    }
}
