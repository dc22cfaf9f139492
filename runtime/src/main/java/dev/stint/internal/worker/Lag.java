package dev.stint.internal.worker;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** What a tenant or group is owed, or owes, by the worker that it comes to next. Any thread. */
final class Lag {
    private static final VarHandle OWED;

    static {
        try {
            OWED = MethodHandles.lookup().findVarHandle(Lag.class, "owed", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private volatile long owed;

    /** Notes it; negative if it owes. */
    void leave(long owed) {
        if (this.owed != owed) {
            this.owed = owed;
        }
    }

    /** What was noted; it is noted no longer. */
    long take() {
        return owed == 0 ? 0 : (long) OWED.getAndSet(this, 0L);
    }
}
