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

    /** 0 free, 1 held. Released by storing 0: a store cannot run out of stack as a call could. */
    protected volatile int lock;

    public final void acquire() {
        if (!LOCK.compareAndSet(this, 0, 1)) {
            acquireContended();
        }
    }

    /** For who cannot reach the field. */
    public final void release() {
        lock = 0;
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
