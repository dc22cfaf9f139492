package dev.stint.internal.core;

import dev.stint.env.Parking;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * A lock for sections of a few dozen instructions that scheduler code enters on a mounted core,
 * where nothing may block: it never parks. Nothing inside a section suspends or calls foreign code;
 * who takes a second lock says in which order.
 */
public abstract class SpinLock {
    private static final int SPINS = 128;
    private static final VarHandle LOCK;

    static {
        try {
            LOCK = MethodHandles.lookup().findVarHandle(SpinLock.class, "lock", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /**
     * 0 free, 1 held. Freed by storing 0, which cannot run out of stack, or by {@link #release}.
     */
    protected volatile int lock;

    public final void acquire() {
        if (!LOCK.compareAndSet(this, 0, 1)) {
            acquireContended();
        }
    }

    /**
     * Frees the lock without the full fence of storing 0, which nothing after a section needs. It
     * is a call, but no deeper than {@link #acquire}: where that had stack left, this has.
     */
    public final void release() {
        LOCK.setRelease(this, 0); // pairs with the CAS of acquire
    }

    private void acquireContended() {
        int spins = 0;
        do {
            while (lock != 0) {
                if (++spins % SPINS == 0) {
                    Parking.yieldCarrier(); // the holder may have lost its processor
                } else {
                    Thread.onSpinWait();
                }
            }
        } while (!LOCK.compareAndSet(this, 0, 1));
    }
}
