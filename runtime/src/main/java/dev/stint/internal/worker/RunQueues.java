package dev.stint.internal.worker;

import dev.stint.internal.queue.Roster;
import dev.stint.internal.queue.WorkDeque;
import dev.stint.internal.stack.Tallies;
import dev.stint.internal.task.TaskImpl;
import dev.stint.task.Priority;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * The runnable tasks of one tenant on one worker.
 *
 * <pre>
 *   hot      one task, woken by what runs here; only the monitor may take it from outside
 *   high     priority HIGH, oldest first
 *   fresh    spawned here, newest first; thieves take the oldest
 *   again    woken or yielded here, and what others sent, oldest first
 *   low      priority LOW, oldest first
 * </pre>
 *
 * <p>All but {@code hot} can be stolen from. Oldest-first queues are deques too, from which the
 * owner takes at the thieves' end. Unless said otherwise a method is the owner's: the carrier that
 * steps the worker, or code on a core mounted there.
 */
final class RunQueues extends Share implements Roster.Place {
    /** The most tasks one theft moves; half of the victim's queue if that is less. */
    static final int STEAL_BATCH = 64;

    private static final int HIGH_ONES = 0;
    private static final int FRESH_ONES = 1;
    private static final int AGAIN_ONES = 2;
    private static final int LOW_ONES = 3;

    private static final VarHandle HOT;

    static {
        try {
            HOT = MethodHandles.lookup().findVarHandle(RunQueues.class, "hot", TaskImpl.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final WorkDeque<TaskImpl<?>> high = new WorkDeque<>();
    private final WorkDeque<TaskImpl<?>> fresh = new WorkDeque<>();
    private final WorkDeque<TaskImpl<?>> again = new WorkDeque<>();
    private final WorkDeque<TaskImpl<?>> low = new WorkDeque<>();
    private volatile @Nullable TaskImpl<?> hot; // the owner puts and takes, the monitor takes

    /**
     * What a worker has taken and not yet claimed or put elsewhere. One that dies in between finds
     * it here; should it also be in a queue, the second entry is stale and will be discarded.
     */
    static final class Hand {
        @Nullable TaskImpl<?> held;
        @Nullable TaskImpl<?> moving; // from others' queues to ours
        GlobalQueues.@Nullable Lane lane; // taken out of the line
    }

    /** Its number on the worker; 0 is the host's. */
    final int place;

    // ---- Lanes', and the worker's own
    GlobalQueues.@Nullable Lane lane; // none: nobody's
    @Nullable Party party; // the tenant's; none: nobody's
    long[] row = {}; // where the worker counts for it; see Tallies
    boolean hasTasks; // or a task of its runs; it counts as such until it was found empty

    RunQueues(int place) {
        this.place = place;
    }

    // ---- putting

    void addSpawned(TaskImpl<?> task) {
        queueFor(task, fresh).push(task);
    }

    void addWoken(TaskImpl<?> task) {
        queueFor(task, again).push(task);
    }

    /** Behind everything, also for a task of priority HIGH: a yield gives way to all. */
    void addYielded(TaskImpl<?> task) {
        (task.priority() == Priority.LOW ? low : again).push(task);
    }

    private WorkDeque<TaskImpl<?>> queueFor(TaskImpl<?> task, WorkDeque<TaskImpl<?>> ifNormal) {
        return switch (task.priority()) {
            case HIGH -> high;
            case NORMAL -> ifNormal;
            case LOW -> low;
        };
    }

    /** Puts a task into the hot slot; returns what was there. */
    @Nullable TaskImpl<?> swapHot(TaskImpl<?> task) {
        if (hot == null) {
            HOT.setRelease(this, task); // nobody else puts; pairs with the swap of seizeHot
            return null;
        }
        return (TaskImpl<?>) HOT.getAndSet(this, task);
    }

    // ---- taking

    /**
     * Takes the hot task. Not atomic: the monitor may take it at the same moment. Then one of the
     * two entries is stale, as with any second entry, because only one can mount the task.
     */
    @Nullable TaskImpl<?> takeHot() {
        TaskImpl<?> task = hot;
        if (task != null) {
            HOT.setRelease(this, null);
        }
        return task;
    }

    @Nullable TaskImpl<?> takeNext() {
        TaskImpl<?> task = high.poll();
        if (task == null) {
            task = fresh.pop();
        }
        return task != null ? task : again.poll();
    }

    @Nullable TaskImpl<?> takeLow() {
        return low.poll();
    }

    @Nullable TaskImpl<?> takeOldestAgain() {
        return again.poll();
    }

    @Nullable TaskImpl<?> takeOldestFresh() {
        return fresh.poll();
    }

    /**
     * Has a thief take a task to run, and up to half of the rest for later.
     *
     * @param kept so many that were woken or gave way are left to their worker
     * @param most so many are taken at most
     */
    @Nullable TaskImpl<?> giveTo(Lanes thief, int kept, int most) {
        TaskImpl<?> task = giveHalf(thief, high, HIGH_ONES, most);
        if (task == null) {
            task = giveHalf(thief, fresh, FRESH_ONES, most);
        }
        if (task == null && again.size() > kept) {
            task = giveHalf(thief, again, AGAIN_ONES, most);
        }
        return task != null ? task : giveHalf(thief, low, LOW_ONES, most);
    }

    /** The thief asks each task whose it is: these queues may be another tenant's by now. */
    private @Nullable TaskImpl<?> giveHalf(
            Lanes thief, WorkDeque<TaskImpl<?>> from, int kind, int most) {
        WorkDeque.Thief<TaskImpl<?>> end = from.thief();
        TaskImpl<?> first = end.steal();
        if (first == null) {
            return null;
        }
        Hand into = thief.hand();
        into.held = first;
        first.setStolen(true);
        for (int more = Math.min(most - 1, end.size() / 2); more > 0; more--) {
            TaskImpl<?> task = end.steal();
            if (task == null) {
                break;
            }
            into.moving = task;
            task.setStolen(true);
            task.wasStolen();
            RunQueues theirs = thief.of(task);
            theirs.row[Tallies.STEALS]++;
            theirs.queue(kind).push(task);
            thief.show(theirs);
            into.moving = null;
        }
        return first;
    }

    private WorkDeque<TaskImpl<?>> queue(int kind) {
        return switch (kind) {
            case HIGH_ONES -> high;
            case FRESH_ONES -> fresh;
            case AGAIN_ONES -> again;
            default -> low;
        };
    }

    // ---- by others

    /** Takes all there is. Any thread; the owner may go on meanwhile. */
    int drainTo(GlobalQueues to) {
        return drain(high, to)
                + drain(fresh, to)
                + drain(again, to)
                + drain(low, to)
                + drainHot(to);
    }

    private static int drain(WorkDeque<TaskImpl<?>> from, GlobalQueues to) {
        int moved = 0;
        TaskImpl<?> task;
        while ((task = from.thief().steal()) != null) {
            to.push(task);
            moved++;
        }
        return moved;
    }

    /** Takes the hot task of a worker that makes no step. Any thread. */
    int drainHot(GlobalQueues to) {
        TaskImpl<?> task = seizeHot();
        if (task == null) {
            return 0;
        }
        to.push(task);
        return 1;
    }

    /** Atomic, because the owner may put another at the same moment, which would be lost. */
    private @Nullable TaskImpl<?> seizeHot() {
        return hot == null ? null : (TaskImpl<?>) HOT.getAndSet(this, null);
    }

    /**
     * Anything that another worker could steal. Any thread.
     *
     * @param kept as in {@link #giveTo}
     */
    boolean hasStealable(int kept) {
        return !fresh.isEmpty() || !high.isEmpty() || !low.isEmpty() || again.size() > kept;
    }

    @Override
    public boolean isStealable() {
        return hasStealable(0);
    }

    /** How many those are. */
    int stealable(int kept) {
        int woken = again.size();
        return fresh.size() + high.size() + low.size() + (woken > kept ? woken : 0);
    }

    boolean isEmpty() {
        return hot == null && !isStealable();
    }

    /** How many tasks wait. Any thread; a moving number. */
    int size() {
        return fresh.size() + again.size() + high.size() + low.size() + (hot == null ? 0 : 1);
    }
}
