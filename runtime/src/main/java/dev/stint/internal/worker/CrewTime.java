package dev.stint.internal.worker;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * How far all workers of a scheduler are, in virtual time: the latest time at which the turn of a
 * tenant began. It only goes forward. Any thread.
 */
final class CrewTime {
    private static final VarHandle NOW;

    static {
        try {
            NOW = MethodHandles.lookup().findVarHandle(CrewTime.class, "now", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private volatile long now;

    long now() {
        return now;
    }

    /** A turn begins at this time; noted if that is so much later than what is known. */
    void reach(long time, long grain) {
        long before = now;
        if (time - before >= grain) {
            NOW.compareAndSet(this, before, time); // who is faster has noted about the same
        }
    }
}
