package dev.stint.internal.monitor;

import dev.stint.env.Readings;

/**
 * Tells a worker whose thread has no processor from one that is stuck: the first would make a step
 * if it could. The clock alone does not say, since where more threads want to run than there are
 * processors, each of them stands still for tens of milliseconds.
 *
 * <p>A thread that waits for a processor and has used little since its worker last made a step is
 * not to blame. One that has used enough of it is a hog, and one that waits for anything else is
 * blocked. The system is asked by a file, so about one that is blocked less and less often. The
 * monitor's.
 */
final class Thirst {
    private static final long UNREAD = -1;
    private static final int LONGEST_PAUSE = 64; // in looks

    private long usedBefore = UNREAD;
    private int pause; // the last one, in looks at which the system was not asked
    private int left; // of it

    /** The worker has made a step, or rests. */
    void forget() {
        usedBefore = UNREAD;
        pause = 0;
        left = 0;
    }

    /** The worker has made no step for a while: what it uses from now on is compared. */
    void begin(Readings from, Thread carrier) {
        if (usedBefore == UNREAD) {
            usedBefore = from.processorNanos(carrier);
        }
    }

    /**
     * True if a thread wants a processor and has had less than {@code enough} since the step. If it
     * was blocked when the system was asked last, it counts as blocked for a while.
     */
    boolean lacksProcessor(Readings from, Thread carrier, long enough) {
        begin(from, carrier);
        if (left > 0) {
            left--;
            return false;
        }
        if (from.processorNanos(carrier) - usedBefore >= enough) {
            return false;
        }
        if (from.wantsProcessor(carrier)) {
            pause = 0;
            return true;
        }
        pause = Math.min(LONGEST_PAUSE, 2 * pause + 1);
        left = pause;
        return false;
    }
}
