package dev.stint.internal.worker;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * What a tenant has had of all workers that share, in virtual time (divided by the weight that it
 * had then), and where that puts it in the time of the crew. Any thread. All overflows, and only
 * differences count.
 */
final class Service {
    private static final VarHandle HAD;
    private static final VarHandle FORGOTTEN;
    private static final VarHandle WAITING;

    static {
        try {
            var lookup = MethodHandles.lookup();
            HAD = lookup.findVarHandle(Service.class, "had", long.class);
            FORGOTTEN = lookup.findVarHandle(Service.class, "forgotten", long.class);
            WAITING = lookup.findVarHandle(Service.class, "waiting", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private volatile long had;
    private volatile long forgotten; // what it could have had, and did not want
    private volatile int waiting; // on so many workers it has more than it is served there

    long had() {
        return had;
    }

    /** What it has had until now, with this. */
    long add(long more) {
        return more == 0 ? had : (long) HAD.getAndAdd(this, more) + more;
    }

    /** Where it is in the time of the crew. */
    long time() {
        return had + forgotten;
    }

    /** It is this far at least: what it is further behind is not owed to it. */
    void reach(long time) {
        long before = forgotten;
        long behind = time - had - before;
        if (behind > 0) {
            FORGOTTEN.compareAndSet(this, before, before + behind);
        }
    }

    /** True if it waits on some worker. */
    boolean isWaiting() {
        return waiting > 0;
    }

    void waits() {
        WAITING.getAndAdd(this, 1);
    }

    void waitsNoMore() {
        WAITING.getAndAdd(this, -1);
    }
}
