package dev.stint.env;

import java.util.concurrent.locks.LockSupport;

/** The one place that blocks and unblocks operating-system threads. */
public final class Parking {
    private Parking() {}

    /** Blocks the calling thread until it is unparked, interrupted or for no reason. */
    public static void park(Object blocker) {
        LockSupport.park(blocker);
    }

    public static void parkNanos(Object blocker, long nanos) {
        LockSupport.parkNanos(blocker, nanos);
    }

    public static void unpark(Thread thread) {
        LockSupport.unpark(thread);
    }
}
