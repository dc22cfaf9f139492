package dev.stint.internal.worker;

import dev.stint.internal.task.TaskImpl;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The queues of one worker, a set for each tenant, and whose turn it is. A lane is the number of a
 * tenant; see {@link GlobalQueues#open}.
 *
 * <p>Tenants take turns. A turn lasts a slice of operations for each unit of the tenant's weight;
 * being mounted counts as some, so that tasks which are not metered use up a turn, too. A tenant
 * with nothing to run here is passed over. With one tenant there are no turns.
 *
 * <p>If a turn took more time than its operations account for, the tenant {@link Arrears owes} the
 * rest, and turns of it are passed over until it is paid, as long as others have something to run.
 *
 * <p>The owner's, unless said otherwise.
 */
public final class Lanes {
    /** What taking one task counts as, in operations: about what it costs. */
    private static final int STEP_OPERATIONS = 1_000;

    private final GlobalQueues global;
    private final long slice;
    private final RunQueues.Hand hand = new RunQueues.Hand();
    private volatile RunQueues[] lanes = {new RunQueues(hand)}; // grows; a lane stays where it is
    private final Arrears arrears;
    private int at;
    private long used;
    private long counted; // operations since the worker last changed to another tenant
    private volatile boolean hurried; // by the monitor: the turn has lasted too long

    /**
     * How many tasks that were woken here are left in peace by thieves; see Flock, and ADR 0017.
     */
    private volatile int kept;

    Lanes(GlobalQueues global, long slice) {
        this.global = global;
        this.slice = slice;
        this.arrears = new Arrears(global, slice);
    }

    RunQueues.Hand hand() {
        return hand;
    }

    /** The queues that a task belongs into. */
    RunQueues of(TaskImpl<?> task) {
        return lane(task.lane());
    }

    private RunQueues lane(int lane) {
        RunQueues[] now = lanes;
        if (lane >= now.length) {
            RunQueues[] more = Arrays.copyOf(now, lane + 1);
            for (int i = now.length; i <= lane; i++) {
                more[i] = new RunQueues(hand);
            }
            now = more;
            lanes = more;
        }
        return now[lane];
    }

    // ---- turns

    /** The queues whose turn it is. */
    RunQueues current() {
        return lanes[at];
    }

    int currentLane() {
        return at;
    }

    boolean isOne() {
        return global.lanes() == 1;
    }

    int count() {
        return global.lanes();
    }

    /** Before a task is taken: counts it, and passes the turn on if it is used up. */
    void beginStep() {
        if (isOne()) {
            return;
        }
        used += STEP_OPERATIONS;
        counted += STEP_OPERATIONS;
        if (hurried || used > slice * global.weight(at)) {
            endTurn();
        }
    }

    /** Operations that a task has done here. */
    void use(long operations) {
        used += operations;
        counted += operations;
    }

    private void endTurn() {
        arrears.turnEnded(at);
        passTurn();
    }

    /** True if whose turn it is owes so much that it is passed over while others wait. */
    boolean isInArrears() {
        return arrears.owesTurn(at);
    }

    /** True if anybody may be. */
    boolean hasArrears() {
        return arrears.areAny();
    }

    void passTurn() {
        at = (at + 1) % global.lanes();
        lane(at);
        used = 0;
        if (hurried) {
            hurried = false;
        }
    }

    /** The worker was so long with the tasks of this lane, and goes over to another. */
    void stayed(int lane, long nanos) {
        arrears.add(lane, nanos, counted);
        counted = 0;
        if (hurried) {
            hurried = false;
        }
    }

    /** True if the turn is to end whatever its operations say. */
    boolean isHurried() {
        return hurried;
    }

    /** Has the turn end soon, if it has lasted so long on one lane. The monitor. */
    public void hurryAfter(int lane, long nanos) {
        if (lane < global.lanes() && nanos > arrears.turnNanos(lane)) {
            hurried = true;
        }
    }

    // ---- all lanes

    /** Takes a task from another's queues, and more for later. */
    @Nullable TaskImpl<?> stealFrom(Lanes victim) {
        RunQueues[] theirs = victim.lanes;
        for (int i = 0; i < theirs.length; i++) {
            int lane = (at + i) % theirs.length;
            TaskImpl<?> task = lane(lane).stealFrom(theirs[lane], victim.kept);
            if (task != null) {
                return task;
            }
        }
        return null;
    }

    /** Puts back what a death in the middle of taking left in nobody's queue. */
    void recover() {
        TaskImpl<?> lost = hand.held;
        if (lost != null) {
            of(lost).addWoken(lost);
            hand.held = null;
        }
        lost = hand.moving;
        if (lost != null) {
            of(lost).addWoken(lost);
            hand.moving = null;
        }
    }

    /** Takes all there is. Any thread; the owner may go on meanwhile. */
    int drainTo(GlobalQueues to) {
        int moved = 0;
        for (RunQueues queues : lanes) {
            moved += queues.drainTo(to);
        }
        return moved;
    }

    /** Takes the hot tasks of a worker that makes no step. Any thread. */
    int drainHot(GlobalQueues to) {
        int moved = 0;
        for (RunQueues queues : lanes) {
            moved += queues.drainHot(to);
        }
        return moved;
    }

    /** Anything that another worker could steal. Any thread. */
    boolean hasStealable() {
        for (RunQueues queues : lanes) {
            if (queues.hasStealable(kept)) {
                return true;
            }
        }
        return false;
    }

    /** True if a task that was just woken here need not be shown to others. */
    boolean keeps(RunQueues queues) {
        int now = kept;
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
        int sum = 0;
        for (RunQueues queues : lanes) {
            sum += queues.stealable(kept);
        }
        return sum;
    }

    boolean isEmpty() {
        for (RunQueues queues : lanes) {
            if (!queues.isEmpty()) {
                return false;
            }
        }
        return true;
    }

    /** How many tasks wait. Any thread; a moving number. */
    int size() {
        int sum = 0;
        for (RunQueues queues : lanes) {
            sum += queues.size();
        }
        return sum;
    }
}
