package dev.stint.env;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** The one place that blocks and unblocks operating-system threads. */
public final class Parking {
    /** For how long a thread parks that has no time set. */
    static final long UNTIMED = Long.MAX_VALUE;

    private static final MethodHandle YIELD = findYield();

    /** Told of every park before it begins; null but in tests that count them. */
    static volatile @Nullable Witness witness;

    /** Sees who parks, on the thread that does. */
    interface Witness {
        void parks(Object blocker, long nanos);
    }

    private Parking() {}

    /** Blocks the calling thread until it is unparked, interrupted or for no reason. */
    public static void park(Object blocker) {
        tell(blocker, UNTIMED);
        LockSupport.park(blocker);
    }

    public static void parkNanos(Object blocker, long nanos) {
        tell(blocker, nanos);
        LockSupport.parkNanos(blocker, nanos);
    }

    private static void tell(Object blocker, long nanos) {
        Witness told = witness;
        if (told != null) {
            told.parks(blocker, nanos);
        }
    }

    public static void unpark(Thread thread) {
        LockSupport.unpark(thread);
    }

    /**
     * Offers the processor to another operating-system thread. Unlike {@code Thread.yield} it never
     * unmounts a virtual thread.
     */
    public static void yieldCarrier() {
        try {
            YIELD.invokeExact();
        } catch (Throwable e) {
            throw new IllegalStateException("the JDK's own yield failed", e);
        }
    }

    private static MethodHandle findYield() {
        try {
            return MethodHandles.privateLookupIn(Thread.class, MethodHandles.lookup())
                    .findStatic(Thread.class, "yield0", MethodType.methodType(void.class));
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }
}
