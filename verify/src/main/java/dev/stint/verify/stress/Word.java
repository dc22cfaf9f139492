package dev.stint.verify.stress;

import dev.stint.internal.stack.ControlWord;
import dev.stint.verify.tools.Backdoor;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;

/**
 * A task's control word without a task. The {@code weak} transitions are those of {@link
 * ControlWord}, except that they look at the word and then write it, where the original has a CAS.
 */
final class Word extends ControlWord {
    private static final VarHandle WORD = Backdoor.field(ControlWord.class, "word", long.class);
    private static final MethodHandle END_INTERRUPTING =
            Backdoor.method(ControlWord.class, "endInterrupting", void.class);

    // As in ControlWord.
    private static final long PHASE = 0xF;
    private static final long QUEUED = 1;
    private static final long OWNED = 2;
    private static final long PARKED = 3;
    private static final long BLOCKED = 4;
    private static final long DONE = 6;
    private static final long WOKEN = 1L << 4;
    private static final long INTERRUPTING = 1L << 6;
    private static final long RERUN = 1L << 7;
    private static final int EPOCH_SHIFT = 24;

    private Word() {}

    /** Queued, as after a spawn. */
    static Word queued() {
        var word = new Word();
        word.publish();
        return word;
    }

    /** Mounted for the first time, by worker 1. */
    static Word owned() {
        var word = queued();
        if (!word.mount(1)) {
            throw new IllegalStateException(word.stateInWords());
        }
        return word;
    }

    static Word parked() {
        var word = owned();
        if (word.commitPark(true) != Next.NOTHING) {
            throw new IllegalStateException(word.stateInWords());
        }
        return word;
    }

    static int enqueues(Next next) {
        return next == Next.ENQUEUE ? 1 : 0;
    }

    void letGo() {
        try {
            END_INTERRUPTING.invokeExact((ControlWord) this);
        } catch (Throwable e) {
            throw Backdoor.unexpected(e);
        }
    }

    // ---- weak transitions

    private long read() {
        return (long) WORD.getVolatile(this);
    }

    private void write(long w) {
        WORD.setVolatile(this, w); // in ControlWord a CAS
    }

    private static long withPhase(long w, long phase) {
        return (w & ~PHASE) | phase;
    }

    boolean weakMount() {
        long w = read();
        if ((w & PHASE) != QUEUED) {
            return false;
        }
        write(withPhase(w, OWNED));
        return true;
    }

    Next weakWakeUp() {
        long w = read();
        if ((w & PHASE) == PARKED) {
            write(withPhase(w, QUEUED));
            return Next.ENQUEUE;
        }
        write(w | WOKEN);
        return Next.NOTHING;
    }

    /** Changes nothing when the note is there already; ControlWord has its CAS also then. */
    Next wakeUpUnlessNoted() {
        return (read() & WOKEN) != 0 ? Next.NOTHING : wakeUp();
    }

    /**
     * For a word that is PARKED or QUEUED: 1 if the latter. Reads plainly, where a mount has a CAS.
     */
    int plainLook() {
        return 1 - (int) ((long) WORD.get(this) >> 1 & 1);
    }

    /** For worker 1 and its first mount. */
    AfterRun weakAfterRun() {
        long w = read();
        if ((w & PHASE) != OWNED || w >>> EPOCH_SHIFT != 1) {
            return AfterRun.GONE;
        }
        boolean again = (w & RERUN) != 0;
        write(withPhase(w & ~RERUN, again ? QUEUED : BLOCKED));
        return again ? AfterRun.ENQUEUE : AfterRun.BLOCKED;
    }

    /** For worker 1 and its first mount. Keeps the CAS, but reads the word in two halves. */
    AfterRun afterRunInTwoReads() {
        long epoch = read() >>> EPOCH_SHIFT;
        long w = read(); // in ControlWord the same read
        boolean mine = (w & PHASE) == OWNED && epoch == 1;
        return mine && WORD.compareAndSet(this, w, withPhase(w, BLOCKED))
                ? AfterRun.BLOCKED
                : AfterRun.GONE;
    }

    boolean weakFinish() {
        long w = read();
        if ((w & INTERRUPTING) != 0) {
            return false;
        }
        write(withPhase(w, DONE));
        return true;
    }
}
