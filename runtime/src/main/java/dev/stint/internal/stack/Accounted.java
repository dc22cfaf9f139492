package dev.stint.internal.stack;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * The part of a job that counts how it was run. How often it was mounted the control word knows.
 *
 * <pre>
 *   STILL, WAITS -> WAITS   waits()       whoever has made it QUEUED
 *   STILL, WAITS -> RUNS    runs()        its worker, after the mount
 *           RUNS -> WAITS   pausesFor()   its worker, before commitYield()
 *           RUNS -> STILL   pausesFor()   its worker, before commitPark() or afterRun()
 *           RUNS -> STILL   ends()        its worker, after the end
 *           RUNS -> RUNS    goesOn()      its worker, now and then
 * </pre>
 *
 * <p>Others read all of it, and look at the mark before and after: BUSY while sums change.
 *
 * <pre>
 *   field    who may touch it
 *   mark     since when it waits, runs or does neither: whoever has made it QUEUED and not put it
 *            anywhere yet, then the worker that has mounted it, up to the change of the word that
 *            gives it away
 *   pauses   taken from the stack that it runs on; the worker that has it mounted writes
 *   waited   as mark: before its first run
 *   steals   the thief that has taken it, before it puts it anywhere: before its first run
 * </pre>
 */
public abstract class Accounted extends ControlWord {
    /** Why a run ends. */
    enum Pause {
        YIELD,
        PREEMPTION,
        BLOCK,
        JDK_BLOCK
    }

    private static final int STILL = 0;
    private static final int WAITS = 1;
    private static final int RUNS = 2;
    private static final int BUSY = 3;
    private static final int STATE = 3;
    private static final int TIME_SHIFT = 2;
    private static final int WAITED_SHIFT = 14; // 16 microseconds, and 9 hours at most

    private static final VarHandle MARK;

    static {
        try {
            MARK = MethodHandles.lookup().findVarHandle(Accounted.class, "mark", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private @Nullable Pauses pauses;
    private long mark;
    private int waited; // small, as all of this: there are many jobs that run once
    private char steals;

    /** It was made QUEUED, and is about to be put where a worker finds it. */
    public final void waits(long now) {
        MARK.setRelease(this, now << TIME_SHIFT | WAITS);
    }

    /** Its worker has mounted it. Returns how long it has waited since it could run, as booked. */
    public final long runs(long now) {
        long before = mark;
        long some = 0;
        if ((before & STATE) == WAITS) {
            some = now - (before >>> TIME_SHIFT);
            if (some > 0) {
                beginSum();
                some = book(some);
            }
        }
        MARK.setRelease(this, now << TIME_SHIFT | RUNS);
        return some;
    }

    /**
     * Its worker, which is about to give it away. Returns how long it has run since it was asked.
     */
    final long pausesFor(Pause why, long now, Core on) {
        Pauses p = pausesOn(on);
        switch (why) {
            case YIELD -> p.yields++;
            case PREEMPTION -> p.preemptions++;
            case BLOCK -> p.blocks++;
            case JDK_BLOCK -> p.jdkBlocks++;
        }
        boolean goesToQueue = why == Pause.YIELD || why == Pause.PREEMPTION;
        return stops(now, goesToQueue ? WAITS : STILL, on);
    }

    /** Its worker, while it runs. Returns how long it has run since it was asked. */
    final long goesOn(long now, Core on) {
        return now == mark >>> TIME_SHIFT ? 0 : stops(now, RUNS, on);
    }

    /** Its worker, after its end. Returns how long it has run since it was asked. */
    final long ends(long now, Core on) {
        return stops(now, STILL, on);
    }

    private long stops(long now, int then, Core on) {
        long before = mark;
        long some = (before & STATE) == RUNS ? now - (before >>> TIME_SHIFT) : 0;
        if (some > 0) {
            Pauses p = pausesOn(on);
            beginSum();
            p.ran += some;
        }
        MARK.setRelease(this, now << TIME_SHIFT | then);
        return some;
    }

    /** Readers see BUSY before they see any of the sum, and a new mark after all of it. */
    private void beginSum() {
        MARK.setOpaque(this, (long) BUSY);
        VarHandle.storeStoreFence();
    }

    /** A thief has it, and nobody else. */
    public final void wasStolen() {
        Pauses p = pauses;
        if (p != null) {
            p.steals++;
        } else if (steals < Character.MAX_VALUE) {
            steals++;
        }
    }

    private long book(long wait) {
        Pauses p = pauses;
        if (p != null) {
            p.waited += wait;
            return wait;
        }
        int before = waited;
        waited = (int) Math.min(Integer.MAX_VALUE, before + (wait >> WAITED_SHIFT));
        return (long) (waited - before) << WAITED_SHIFT;
    }

    private static long asBooked(long wait, @Nullable Pauses p) {
        return p != null ? wait : wait >> WAITED_SHIFT << WAITED_SHIFT;
    }

    private Pauses pausesOn(Core on) {
        Pauses p = pauses;
        if (p == null) {
            p = on.takePauses();
            pauses = p;
        }
        return p;
    }

    // ---- looking at it

    /** Adds what it has had so far, up to now, but for operations. Any thread. */
    public final void addTo(UsageSum sum, long now) {
        while (true) {
            long before = (long) MARK.getAcquire(this);
            Pauses p = pauses;
            long epoch = epoch();
            long yields = p == null ? 0 : p.yields;
            long preemptions = p == null ? 0 : p.preemptions;
            long blocks = p == null ? 0 : p.blocks;
            long jdkBlocks = p == null ? 0 : p.jdkBlocks;
            long ran = p == null ? 0 : p.ran;
            long wait = waited() + (p == null ? 0 : p.waited);
            long stolen = steals + (p == null ? 0 : p.steals);
            VarHandle.acquireFence();
            int state = (int) before & STATE;
            if (state == BUSY || mark != before || pauses != p) {
                Thread.onSpinWait();
                continue;
            }
            long since = Math.max(0, now - (before >>> TIME_SHIFT));
            sum.runs += epoch;
            sum.yields += yields;
            sum.preemptions += preemptions;
            sum.blocks += blocks;
            sum.jdkBlocks += jdkBlocks;
            sum.steals += stolen;
            sum.ran += ran + (state == RUNS ? since : 0);
            sum.waited += wait + (state == WAITS ? asBooked(since, p) : 0);
            return;
        }
    }

    // ---- after its end; its worker

    /** How long it has waited for a worker before its first run. */
    public final long waited() {
        return (long) waited << WAITED_SHIFT;
    }

    /** True if it was run once and nothing else has happened, as with most. */
    public final boolean isPlain() {
        return pauses == null && steals == 0;
    }

    /** Adds all but its runs and its first wait. */
    public final void addRestTo(UsageSum sum) {
        sum.steals += steals;
        Pauses p = pauses;
        if (p != null) {
            sum.yields += p.yields;
            sum.preemptions += p.preemptions;
            sum.blocks += p.blocks;
            sum.jdkBlocks += p.jdkBlocks;
            sum.steals += p.steals;
            sum.waited += p.waited;
            sum.ran += p.ran;
        }
    }
}
