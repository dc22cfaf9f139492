package dev.stint.internal.stack;

import dev.stint.env.CoarseClock;
import dev.stint.env.Readings;
import dev.stint.internal.SchedulerBug;
import dev.stint.internal.wait.TimerHeap;
import jdk.internal.access.JavaLangAccess;
import jdk.internal.access.SharedSecrets;
import org.jspecify.annotations.Nullable;

/**
 * The part of a worker that cores know: what runs on it now, and where a suspended task goes.
 *
 * <p>All fields belong to the carrier that steps the worker, also while a core is mounted on it.
 * Code that fetched a processor must not suspend or block before its last use of it.
 */
public abstract class Processor {
    private static final JavaLangAccess JLA = SharedSecrets.getJavaLangAccess();

    private final int id;
    private final CoreFactory cores;
    final int interval; // how often its tasks look around, in operations
    protected final CoarseClock now; // for accounts
    @Nullable Core mounted; // the core that runs now
    @Nullable Job current; // the task last mounted; stale once its core has moved on
    long currentEpoch; // the epoch of that mount

    /**
     * A task that is QUEUED and that this worker is about to put into a queue. Noted before the put
     * and cleared after it, so that a worker that dies in between loses nothing: when it is revived
     * it looks here first. A second entry for a task is harmless, because mounting is a CAS.
     */
    private @Nullable Job unplaced;

    protected Processor(int id, CoreFactory cores, int interval, CoarseClock now) {
        this.id = id;
        this.now = now;
        this.cores = cores;
        this.interval = interval;
    }

    public final int id() {
        return id;
    }

    /** The worker under the calling code, or null outside the scheduler. */
    public static @Nullable Processor currentOrNull() {
        return JLA.currentCarrierThread() instanceof Carrier carrier ? carrier.processor : null;
    }

    /** The job that the calling code belongs to, or null outside the scheduler. */
    public static @Nullable Job currentJobOrNull() {
        Processor processor = currentOrNull();
        Core core = processor == null ? null : processor.mounted;
        return core == null ? null : core.job();
    }

    /** The worker under the calling code. */
    public static Processor current() {
        if (JLA.currentCarrierThread() instanceof Carrier carrier && carrier.processor != null) {
            return carrier.processor;
        }
        throw new SchedulerBug("code of a core runs on a thread that is no carrier");
    }

    /** The job that runs on this worker now, as far as another thread can tell. */
    public final @Nullable Job currentJob() {
        return current;
    }

    /** Runs a claimed task until its core is unmounted. Carrier only, nothing mounted. */
    protected final void resume(Job task) {
        Core core = task.core;
        if (core == null) {
            core = newCoreFor(task);
        }
        setCurrent(task);
        mounted = core;
        Carrier.reset(core);
        core.resume(this);
        Carrier.takeBack(); // if the JDK has unmounted the task, which is ours until afterRun
        mounted = null;
        // From here on the core may run elsewhere. Only the epoch says whether it is still ours.
        Job last = current;
        if (core.isEnded()) {
            cores.ended(core);
        }
        if (last != null && last.isMounted(id, currentEpoch)) {
            pauses(last, core, Accounted.Pause.JDK_BLOCK); // still ours, and nobody else ends that
            switch (last.afterRun(id, currentEpoch)) {
                case GONE -> {}
                case BLOCKED -> blockedInJdk(last, currentEpoch);
                case ENQUEUE -> {
                    last.waits(now.nanos());
                    putYielded(last);
                }
            }
        }
    }

    private Core newCoreFor(Job task) {
        try {
            Core core = cores.createFor(task);
            core.assign(task);
            return core;
        } catch (Throwable noMemory) {
            task.waits(now.nanos());
            task.commitYield();
            placing(task);
            throw noMemory;
        }
    }

    /** True if what is mounted now may go on with this job when it has ended its own. */
    protected final boolean mountedSuits(Job next) {
        Core core = mounted;
        return core == null || core.suits(next);
    }

    final void setCurrent(Job task) {
        current = task;
        currentEpoch = task.epoch();
    }

    /** Nothing is mounted, or will be soon: what ran here last must not be kept from dying. */
    protected final void forgetCurrent() {
        current = null;
    }

    /**
     * Carrier only, stack of the core unmounted: completes the suspension that the core asked for.
     */
    final void commit(Core core, int op) {
        Job task = core.jobOrBug();
        Carrier.takeBack();
        mounted = null; // what is counted from here on is nobody's: the task may run elsewhere
        boolean yields = op != Core.PARK;
        pauses(task, core, whyOf(op));
        if (yields) {
            task.commitYield();
        } else if (task.commitPark(core.isStillWaiting()) == ControlWord.Next.NOTHING) {
            parked(task);
            return;
        } else {
            task.waits(now.nanos());
        }
        try {
            if (yields) {
                putYielded(task);
            } else {
                putWoken(task);
            }
        } catch (Throwable death) {
            die(death);
        }
    }

    private static Accounted.Pause whyOf(int op) {
        return switch (op) {
            case Core.YIELD -> Accounted.Pause.YIELD;
            case Core.GIVE_WAY -> Accounted.Pause.PREEMPTION;
            default -> Accounted.Pause.BLOCK;
        };
    }

    /**
     * Counts the end of a run: its task is still ours, and nobody else's before the word says so.
     */
    private void pauses(Job task, Core on, Accounted.Pause why) {
        long[] row = row();
        addRun(task.pausesFor(why, now.nanos(), on), row);
        switch (why) {
            case YIELD -> row[Tallies.YIELDS]++;
            case PREEMPTION -> row[Tallies.PREEMPTIONS]++;
            case BLOCK -> row[Tallies.BLOCKS]++;
            case JDK_BLOCK -> row[Tallies.JDK_BLOCKS]++;
        }
    }

    private static void addRun(long nanos, long[] row) {
        if (nanos > 0) {
            row[Tallies.RAN] += nanos;
        }
    }

    /** Counts what the running task has had so far. */
    protected final void goesOn(Job task) {
        Core on = mounted;
        if (on != null) {
            addRun(task.goesOn(now.nanos(), on), row());
        }
    }

    /** The same, and no more, for one that has ended on the core that is mounted. */
    protected final void ends(Job task) {
        Core on = mounted;
        if (on != null) {
            addRun(task.ends(now.nanos(), on), row());
        }
    }

    /** Notes a task before it is put into a queue, and puts one that an earlier death has left. */
    protected final void placing(Job task) {
        Job before = unplaced;
        unplaced = task;
        if (before != null && before != task) {
            recover(before);
        }
    }

    /** The task that was noted is in its queue. */
    protected final void placed() {
        unplaced = null;
    }

    protected final @Nullable Job unplaced() {
        return unplaced;
    }

    /** Puts a task that an earlier death has left, perhaps, in no queue into one. */
    protected abstract void recover(Job lost);

    /** The next task for a live core: unstarted and claimed, or null when the core must end. */
    protected abstract @Nullable Job nextUnstarted();

    /** Queues a task that gave way. */
    protected abstract void putYielded(Job task);

    /** Queues a task that was woken by code on this worker. */
    protected abstract void putWoken(Job task);

    protected abstract void parked(Job task);

    /** The JDK has unmounted a task, which waits there now, or has done so in this mount. */
    protected abstract void blockedInJdk(Job task, long epoch);

    /** Counts the end of a task. */
    protected abstract void finished(Job task);

    /**
     * Takes a parked task that waits for what has just finished here, to be run next without a
     * queue; false if it must be woken the ordinary way.
     */
    public abstract boolean tryRunNext(Job waiter);

    /** Which of several possible clauses of a select is done, by chance; a seed decides it. */
    public abstract int chooseClause(int bound);

    /** True if another task could use this worker. */
    public abstract boolean hasOthers();

    /**
     * Counts what the running task has done towards the turn of its tenant.
     *
     * @param booked so many operations were paid since the last time, which is not quite the same
     */
    public abstract void used(long operations, long booked);

    /** The same at the end of the task. */
    public abstract void usedAtEnd(long operations, long booked);

    /** Where what is run now is counted for its tenant; see {@link Tallies}. */
    protected abstract long[] row();

    /** True if its turn has lasted too long, whatever its operations say. */
    public abstract boolean isHurried();

    /** The running task could not give way: its slice begins anew, if a timer ends slices. */
    public abstract void goesOnWithSlice();

    /** What guards read of its carrier; null if nothing is guarded. */
    protected abstract @Nullable Readings readings();

    public abstract TimerHeap timers();

    /** Called before a pinned task blocks the carrier; may refuse by throwing. */
    protected abstract void aboutToBlockCarrier(Job task);

    /**
     * Notes that an error has struck scheduler code; the carrier acts on it when it gets control.
     */
    protected abstract void die(Throwable death);

    @Override
    public final String toString() {
        return "worker " + id;
    }
}
