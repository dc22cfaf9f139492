package dev.stint.internal.stack;

import dev.stint.internal.SchedulerBug;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Where one task is in its life. One word, so every transition is one CAS, and a wake that races
 * with a park is a bit of the same word and cannot be missed.
 *
 * <pre>
 *      NEW -> QUEUED    publish()        spawner, once
 *   QUEUED -> OWNED     mount()          the worker that dequeued it; epoch + 1
 *    OWNED -> QUEUED    commitYield()    its worker, after the stack is unmounted
 *    OWNED -> PARKED    commitPark()     its worker, after the stack is unmounted
 *    OWNED -> QUEUED    commitPark()     its worker, if WOKEN was left or the flag has changed
 *    OWNED -> BLOCKED   afterRun()       its worker, when the JDK unmounted the stack on its own
 *    OWNED -> QUEUED    afterRun()       the same, if the JDK has woken it meanwhile (RERUN)
 *  BLOCKED -> QUEUED    jdkWake()        any thread: the JDK woke it
 *    OWNED -> PINNED    beginPinned()    the task itself, when its stack cannot be unmounted
 *   PINNED -> OWNED     endPinned()      the task itself; also wakeUp(), requestCancel(),
 *                                        requestInterrupt(): anyone
 *   PARKED -> QUEUED    wakeUp()         anyone; also requestCancel(), requestInterrupt()
 *   PARKED -> OWNED     claimParked()    a worker that finished what this task waits for; epoch + 1
 *    OWNED -> DONE      finish()         the task itself, last; final
 * </pre>
 *
 * <p>Beside the phase: WOKEN is the one permit left by a wake that found nothing to end; the next
 * park consumes it. RERUN is the note of a JDK wake that found the task OWNED; it means something
 * only if the JDK has unmounted the task, and is dropped otherwise. CANCEL is the request, once set
 * for ever. INTERRUPTING is set while a canceller holds on to the core in order to interrupt it;
 * another one waits for its turn, and {@link #finish} for the last, so that the interrupt cannot
 * hit the core's next task.
 *
 * <p>Invariants: whoever moves the word to QUEUED owes exactly one enqueue. Only the worker named
 * in an OWNED word may run the stack, and only that worker ends OWNED. The epoch counts mounts, so
 * that a worker whose {@code resume} has returned can tell its own mount from a later one (ruling
 * R5).
 *
 * <p>Every change is a CAS with volatile effect, also those that change nothing: the CAS is what
 * publishes the waker's earlier stores to the mount that follows.
 */
public abstract class ControlWord {
    protected static final int NEW = 0;
    protected static final int QUEUED = 1;
    protected static final int OWNED = 2; // mounted, or being unmounted by its worker
    protected static final int PARKED = 3; // unmounted, waits for the runtime
    protected static final int BLOCKED = 4; // unmounted, waits for the JDK
    protected static final int PINNED = 5; // mounted, its carrier is blocked
    protected static final int DONE = 6;

    private static final long PHASE = 0xF;
    private static final long WOKEN = 1L << 4;
    private static final long CANCEL = 1L << 5;
    private static final long INTERRUPTING = 1L << 6;
    private static final long RERUN = 1L << 7;
    private static final long NOTES = WOKEN | CANCEL | INTERRUPTING;
    private static final int OWNER_SHIFT = 8;
    private static final long OWNER_MASK = 0xFFFFL << OWNER_SHIFT;
    private static final int EPOCH_SHIFT = 24;
    private static final long EPOCH_ONE = 1L << EPOCH_SHIFT;
    private static final long EPOCH_MASK = -EPOCH_ONE;

    private static final VarHandle WORD;

    static {
        try {
            WORD = MethodHandles.lookup().findVarHandle(ControlWord.class, "word", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** What the caller of a transition must do next. Never ignored. */
    public enum Next {
        NOTHING,
        /** Put the task on a queue, exactly once. */
        ENQUEUE,
        /** Unblock the carrier on which the task is pinned. */
        UNPARK_CARRIER
    }

    /** What a canceller must do next, in this order. */
    public record CancelNext(boolean interrupt, Next then) {
        public static final CancelNext NOTHING = new CancelNext(false, Next.NOTHING);
    }

    private volatile long word;

    /** Spawner, before the task is visible to anyone else; the queue publishes it. */
    public final void publish() {
        WORD.set(this, (long) QUEUED);
    }

    /** Takes the stack for worker {@code owner}; false when the queue entry was stale. */
    public final boolean mount(int owner) {
        return claim(QUEUED, owner);
    }

    /** Takes the stack of a parked task directly, without a queue. */
    public final boolean claimParked(int owner) {
        return claim(PARKED, owner);
    }

    private boolean claim(int from, int owner) {
        long w = word;
        while ((w & PHASE) == from) {
            long next =
                    OWNED
                            | (w & NOTES)
                            | ((long) owner << OWNER_SHIFT)
                            | ((w & EPOCH_MASK) + EPOCH_ONE);
            long seen = exchange(w, next);
            if (seen == w) {
                return true;
            }
            w = seen;
        }
        return false;
    }

    /** Its worker, stack unmounted. The caller owes the enqueue. */
    public final void commitYield() {
        long w = word;
        while (true) {
            ensurePhase(w, OWNED, "commitYield");
            long seen = exchange(w, withPhase(w & ~RERUN, QUEUED));
            if (seen == w) {
                return;
            }
            w = seen;
        }
    }

    /** Its worker, stack unmounted. A WOKEN note is consumed. */
    public final Next commitPark(boolean stillWaiting) {
        long w = word;
        while (true) {
            ensurePhase(w, OWNED, "commitPark");
            boolean parks = stillWaiting && (w & WOKEN) == 0;
            long next = parks ? withPhase(w, PARKED) : withPhase(w, QUEUED) & ~WOKEN;
            long seen = exchange(w, next & ~RERUN);
            if (seen == w) {
                return parks ? Next.NOTHING : Next.ENQUEUE;
            }
            w = seen;
        }
    }

    /** The task itself: takes the permit of an earlier wake; true if there was one. */
    public final boolean consumeWake() {
        long w = word;
        while ((w & WOKEN) != 0) {
            long seen = exchange(w, w & ~WOKEN);
            if (seen == w) {
                return true;
            }
            w = seen;
        }
        return false;
    }

    /** Any thread, any number of times. */
    public final Next wakeUp() {
        long w = word;
        while (true) {
            int phase = (int) (w & PHASE);
            long next =
                    switch (phase) {
                        case PARKED -> withPhase(w, QUEUED);
                        case PINNED -> withPhase(w, OWNED);
                        case DONE -> w;
                        default -> w | WOKEN;
                    };
            long seen = exchange(w, next);
            if (seen == w) {
                return owedAfterWake(phase);
            }
            w = seen;
        }
    }

    private static Next owedAfterWake(int phase) {
        return switch (phase) {
            case PARKED -> Next.ENQUEUE;
            case PINNED -> Next.UNPARK_CARRIER;
            default -> Next.NOTHING;
        };
    }

    /**
     * Any thread, called by the JDK through the core's executor: something inside the JDK woke the
     * thread, or has looked at its stack and resubmits it to be on the safe side.
     */
    public final Next jdkWake() {
        long w = word;
        while (true) {
            int phase = (int) (w & PHASE);
            long next =
                    switch (phase) {
                        case BLOCKED -> withPhase(w, QUEUED);
                        case OWNED -> w | RERUN;
                        default -> w; // not blocked in the JDK: the runtime will run it in time
                    };
            long seen = exchange(w, next);
            if (seen == w) {
                return phase == BLOCKED ? Next.ENQUEUE : Next.NOTHING;
            }
            w = seen;
        }
    }

    /** What a worker finds when the stack that it ran has been unmounted. */
    public enum AfterRun {
        /** Suspended by the runtime, or ended; it may already run elsewhere. */
        GONE,
        /** Unmounted by the JDK, and now BLOCKED. */
        BLOCKED,
        /** Unmounted by the JDK and woken meanwhile; the caller owes the enqueue. */
        ENQUEUE
    }

    /** True while this worker has it in this mount, which nobody else ends. That worker. */
    public final boolean isMounted(int owner, long epoch) {
        long w = word;
        return (w & PHASE) == OWNED && ownerOf(w) == owner && epochOf(w) == epoch;
    }

    /** The worker, after {@code resume} has returned. */
    public final AfterRun afterRun(int owner, long epoch) {
        long w = word;
        while ((w & PHASE) == OWNED && ownerOf(w) == owner && epochOf(w) == epoch) {
            boolean again = (w & RERUN) != 0;
            long seen = exchange(w, withPhase(w & ~RERUN, again ? QUEUED : BLOCKED));
            if (seen == w) {
                return again ? AfterRun.ENQUEUE : AfterRun.BLOCKED;
            }
            w = seen;
        }
        return AfterRun.GONE;
    }

    /** The task itself; false if a wake was waiting (it is consumed). */
    public final boolean beginPinned() {
        long w = word;
        while (true) {
            ensurePhase(w, OWNED, "beginPinned");
            boolean woken = (w & WOKEN) != 0;
            long seen = exchange(w, woken ? w & ~WOKEN : withPhase(w, PINNED));
            if (seen == w) {
                return !woken;
            }
            w = seen;
        }
    }

    /** The task itself, when it no longer wants to wait. */
    public final void endPinned() {
        long w = word;
        while ((w & PHASE) == PINNED) {
            long seen = exchange(w, withPhase(w, OWNED));
            if (seen == w) {
                return;
            }
            w = seen;
        }
    }

    /** Any thread, any number of times; only the first has an effect. */
    public final CancelNext requestCancel() {
        return disturb(CANCEL);
    }

    /** Any thread: as {@link #requestCancel}, but the task is only woken and interrupted. */
    public final CancelNext requestInterrupt() {
        return disturb(0);
    }

    private CancelNext disturb(long mark) {
        long w = word;
        while (true) {
            int phase = (int) (w & PHASE);
            if (phase == DONE || (w & CANCEL) != 0) {
                return CancelNext.NOTHING;
            }
            if ((w & INTERRUPTING) != 0) { // one at a time: it is a bit, not a count
                Thread.onSpinWait();
                w = word;
                continue;
            }
            boolean started = epochOf(w) != 0;
            long next = w | mark | (started ? INTERRUPTING : 0);
            next =
                    switch (phase) {
                        case PARKED -> withPhase(next, QUEUED);
                        case PINNED -> withPhase(next, OWNED);
                        default -> next | WOKEN;
                    };
            long seen = exchange(w, next);
            if (seen == w) {
                return new CancelNext(started, owedAfterWake(phase));
            }
            w = seen;
        }
    }

    /**
     * Any thread that is about to interrupt what the task waits for in this mount, for the JDK or
     * on its carrier; it must say {@link #endInterrupting}. False if that mount has ended.
     */
    protected final boolean beginInterrupting(long epoch) {
        long w = word;
        while (epochOf(w) == epoch && ((w & PHASE) == BLOCKED || (w & PHASE) == OWNED)) {
            if ((w & INTERRUPTING) != 0) {
                Thread.onSpinWait();
                w = word;
                continue;
            }
            long seen = exchange(w, w | INTERRUPTING);
            if (seen == w) {
                return true;
            }
            w = seen;
        }
        return false;
    }

    /** The canceller, when it has let go of the core. */
    protected final void endInterrupting() {
        long w = word;
        while (true) {
            long seen = exchange(w, w & ~INTERRUPTING);
            if (seen == w) {
                return;
            }
            w = seen;
        }
    }

    /** The task itself, as its last act; false while a canceller still holds the core. */
    public final boolean finish() {
        long w = word;
        while ((w & INTERRUPTING) == 0) {
            ensurePhase(w, OWNED, "finish");
            long seen = exchange(w, withPhase(w, DONE));
            if (seen == w) {
                return true;
            }
            w = seen;
        }
        return false;
    }

    public final boolean isCancelRequested() {
        return (word & CANCEL) != 0;
    }

    public final boolean isDone() {
        return (word & PHASE) == DONE;
    }

    public final boolean isPinned() {
        return (word & PHASE) == PINNED;
    }

    /** True when unmounted inside the JDK: a seed does not control what ends that. */
    public final boolean isBlockedInJdk() {
        return (word & PHASE) == BLOCKED;
    }

    public final boolean isOwned() {
        return (word & PHASE) == OWNED;
    }

    public final boolean isQueued() {
        return (word & PHASE) == QUEUED;
    }

    protected final int phase() {
        return (int) (word & PHASE);
    }

    /** The mount that stands now; stable for the owner. */
    public final long epoch() {
        return epochOf(word);
    }

    /** The state in words, for errors and dumps. */
    public final String stateInWords() {
        return describe(word);
    }

    private static String describe(long w) {
        String[] names = {"NEW", "QUEUED", "OWNED", "PARKED", "BLOCKED", "PINNED", "DONE"};
        int phase = (int) (w & PHASE);
        var text = new StringBuilder(phase < names.length ? names[phase] : "PHASE" + phase);
        if (phase == OWNED) {
            text.append('(').append(ownerOf(w)).append(')');
        }
        if ((w & WOKEN) != 0) {
            text.append("+WOKEN");
        }
        if ((w & CANCEL) != 0) {
            text.append("+CANCEL");
        }
        if ((w & INTERRUPTING) != 0) {
            text.append("+INTERRUPTING");
        }
        if ((w & RERUN) != 0) {
            text.append("+RERUN");
        }
        return text.append(" epoch ").append(epochOf(w)).toString();
    }

    private long exchange(long expected, long next) {
        return (long) WORD.compareAndExchange(this, expected, next);
    }

    private static long withPhase(long w, int phase) {
        return (w & ~PHASE) | phase;
    }

    private static int ownerOf(long w) {
        return (int) ((w & OWNER_MASK) >>> OWNER_SHIFT);
    }

    private static long epochOf(long w) {
        return w >>> EPOCH_SHIFT;
    }

    private static void ensurePhase(long w, int phase, String transition) {
        if ((w & PHASE) != phase) {
            throw new SchedulerBug(transition + " finds " + describe(w));
        }
    }
}
