package dev.stint.internal.worker;

import org.jspecify.annotations.Nullable;

/** The errors that have struck the scheduling code of one worker. The carrier's. */
public final class Deaths {
    private @Nullable Throwable last; // not acted upon yet
    private long count;
    private int inARow;

    Deaths() {}

    void strike(Throwable cause) {
        last = cause;
    }

    boolean hasStruck() {
        return last != null;
    }

    void throwIfAny() {
        if (last != null) {
            throw new WorkerDeath(last);
        }
    }

    /** Called by the driver before it steps a worker that died. */
    void revived() {
        last = null;
        count++;
        inARow++;
    }

    /** A step went well. */
    void survived() {
        inARow = 0;
    }

    /** How often it has died since it last completed a step. */
    public int inARow() {
        return inARow;
    }

    /** How often it has died. Any thread; a moving number. */
    long count() {
        return count;
    }
}
