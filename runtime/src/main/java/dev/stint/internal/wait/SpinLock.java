package dev.stint.internal.wait;

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

    private volatile int lock; // 0 free, 1 held

    /**
     * Begins a section. Whoever comes in by a public method has asked for {@code Headroom}: a stack
     * that ends inside would leave the lock held.
     */
    public final void acquire() {
        if (!LOCK.compareAndSet(this, 0, 1)) {
            acquireContended();
        }
    }

    /**
     * Ends a section, in a {@code finally}. Without the full fence of a volatile store: whoever
     * must see, after a section, what another has written pays for a fence of its own.
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
