package dev.stint.hooks;

/**
 * How many operations a woven loop counts in a variable before it books them: as many as the
 * smallest yield interval of the schedulers that were opened, within bounds. Woven code reads it
 * when a method with such a loop is entered, so that it is the same code for every interval.
 *
 * <p>It does not say what is counted, only when it is booked. So it may be smaller than the
 * interval of the scheduler that the code runs on; that one's own interval decides when a task
 * looks around.
 */
public final class Lap {
    /** If nobody wants less: more would not make loops faster by much. */
    public static final int MOST = 1024;

    /** Less would make all loops of all schedulers slow, because one of them wants it. */
    public static final int LEAST = 64;

    /**
     * Read plainly. It is lowered before a scheduler has tasks, and whoever runs a task sees what
     * was written before that was started.
     */
    private static int ops = MOST;

    private Lap() {}

    /** What woven code asks for. */
    public static int ops() {
        return ops;
    }

    /** A scheduler with this interval is opened. */
    public static synchronized void lowerTo(int interval) {
        ops = Math.min(ops, Math.max(LEAST, interval));
    }
}
