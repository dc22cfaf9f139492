package dev.stint.internal.worker;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * The sleep of one worker: whether it may be woken, and by whom it was.
 *
 * <pre>
 *    AWAKE -> ASLEEP    lieDown()       the worker
 *   ASLEEP -> AWAKE     getUp()         the worker, on its own account
 *   ASLEEP -> AWAKE     wake()          anyone who has sent it something
 *   ASLEEP -> SEARCH    wakeToSearch()  anyone; hands over a place among the searchers
 *   SEARCH -> AWAKE     getUp()         the worker, which is a searcher from then on
 *   ASLEEP -> RETIRED   retire()        the monitor; final
 *    AWAKE -> RETIRED   standDown()     the worker, asked by the monitor; final
 *    AWAKE -> APART     lieDown()       the worker, while it is leased
 *    APART -> AWAKE     getUp(), wake() as above
 *    APART -> RETIRED   retire()        the monitor; final
 * </pre>
 *
 * <p>Who sleeps APART is in no count, and no wake for all ends that sleep.
 *
 * <p>Whoever leaves ASLEEP takes the worker out of the count of sleepers, and, unless it is the
 * worker itself, owes it a rousing; so a sleep is ended exactly once.
 */
public final class Sleeper {
    private static final int AWAKE = 0;
    private static final int ASLEEP = 1;
    private static final int SEARCH = 2;
    private static final int RETIRED = 3;
    private static final int APART = 4;

    private static final VarHandle STATE;

    static {
        try {
            STATE = MethodHandles.lookup().findVarHandle(Sleeper.class, "state", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final Idle idle;
    private final Runnable rouse;
    private volatile int state = AWAKE;
    private boolean searching; // worker only
    private boolean isApart; // it is leased; worker only

    /** {@code rouse} makes the worker's carrier look at its state again. */
    public Sleeper(Idle idle, Runnable rouse) {
        this.idle = idle;
        this.rouse = rouse;
    }

    // ---- the worker

    /** Joins the searchers, if not one of them already. */
    public void beginSearch() {
        if (!searching) {
            searching = true;
            idle.addSearcher();
        }
    }

    /**
     * Leaves the searchers; true if it was the last one and should see whether there is more work.
     */
    public boolean endSearch() {
        if (!searching) {
            return false;
        }
        searching = false;
        return idle.removeSearcher();
    }

    /**
     * Announces sleep. The worker must look at all queues once more afterwards; see {@link Idle}.
     */
    public void lieDown() {
        if (isApart) {
            state = APART;
            return;
        }
        state = ASLEEP;
        idle.addSleeper();
        endSearch();
    }

    /** Has it sleep apart from now on, or with the others; not while it searches. */
    void setApart(boolean apart) {
        isApart = apart;
    }

    /** Ends the sleep, or takes note of who has. */
    public void getUp() {
        if (STATE.compareAndSet(this, ASLEEP, AWAKE)) {
            idle.removeSleeper();
        } else if (STATE.compareAndSet(this, SEARCH, AWAKE)) {
            searching = true;
        } else {
            STATE.compareAndSet(this, APART, AWAKE);
        }
    }

    /** Takes note of a place among the searchers that was handed over with a wake. */
    public void getUpIfWoken() {
        if (state == SEARCH) {
            getUp();
        }
    }

    /**
     * Ends the worker for good on its own account; true if it was the last searcher and should see
     * whether there is more work. Nobody writes the state of a worker that is awake but itself.
     */
    public boolean standDown() {
        state = RETIRED;
        return endSearch();
    }

    // ---- anyone

    /** Wakes the worker to look for work anywhere; false if it is not asleep. */
    public boolean wakeToSearch() {
        return leaveSleep(SEARCH);
    }

    /** Wakes the worker because something was sent to it; false if it is not asleep. */
    public boolean wake() {
        return leaveSleep(AWAKE);
    }

    /** Ends the worker for good, if it is asleep; nobody can wake it afterwards. */
    public boolean retire() {
        return leaveSleep(RETIRED);
    }

    private boolean leaveSleep(int to) {
        if (state != ASLEEP || !STATE.compareAndSet(this, ASLEEP, to)) {
            return to != SEARCH && leaveApart(to);
        }
        idle.removeSleeper();
        rouse.run();
        return true;
    }

    private boolean leaveApart(int to) {
        if (state != APART || !STATE.compareAndSet(this, APART, to)) {
            return false;
        }
        rouse.run();
        return true;
    }

    public boolean isAsleep() {
        int now = state;
        return now == ASLEEP || now == APART;
    }

    public boolean isRetired() {
        return state == RETIRED;
    }
}
