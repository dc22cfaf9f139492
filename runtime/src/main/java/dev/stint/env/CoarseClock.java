package dev.stint.env;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Time that somebody else reads now and then, for those to whom reading a clock is too dear. It
 * goes on only when it is told to; one thread tells it.
 */
public final class CoarseClock {
    private static final VarHandle NOW;

    static {
        try {
            NOW = MethodHandles.lookup().findVarHandle(CoarseClock.class, "now", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private long now;

    /** A clock that begins at 0. */
    public CoarseClock() {}

    /** The last time that it was told, in nanoseconds. Any thread. */
    public long nanos() {
        return (long) NOW.getOpaque(this);
    }

    /** Moves it forward; never back. */
    public void advance(long nanos) {
        if (nanos > 0) {
            NOW.setOpaque(this, now + nanos);
        }
    }
}
