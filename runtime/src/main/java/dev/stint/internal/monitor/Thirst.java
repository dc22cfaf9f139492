package dev.stint.internal.monitor;

import dev.stint.env.Readings;

/**
 * Tells a worker whose thread has no processor from one that is stuck: the first would make a step
 * if it could. The clock alone does not say, since where more threads want to run than there are
 * processors, each of them stands still for tens of milliseconds.
 *
 * <p>A thread that waits for a processor and has used little since its worker last made a step is
 * not to blame. One that has used enough of it is a hog, and one that waits for anything else is
 * blocked. The monitor's.
 */
final class Thirst {
    private static final long UNREAD = -1;

    private long usedBefore = UNREAD;

    /** The worker has made a step, or rests. */
    void forget() {
        usedBefore = UNREAD;
    }

    /** The worker has made no step for a while: what it uses from now on is compared. */
    void begin(Readings from, Thread carrier) {
        if (usedBefore == UNREAD) {
            usedBefore = from.processorNanos(carrier);
        }
    }

    /**
     * True if a thread wants a processor and has had less than {@code enough} since the step. The
     * system is asked for it by a file, so not at each tick of a worker that is only busy.
     */
    boolean lacksProcessor(Readings from, Thread carrier, long enough) {
        begin(from, carrier);
        return from.processorNanos(carrier) - usedBefore < enough && from.wantsProcessor(carrier);
    }
}
