package dev.stint.internal.queue;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * A work-stealing deque: its owner pushes and pops at the bottom, anyone holding the {@link Thief}
 * end takes from the top.
 *
 * <p>Chase and Lev, "Dynamic circular work-stealing deque" (SPAA 2005), with the orderings of Lê,
 * Pop, Cohen and Zappa Nardelli (PPoPP 2013). Two types over one buffer, so that a thief cannot
 * call an owner's method.
 *
 * <pre>
 *   field   read by                      written by
 *   top     owner volatile, thief volatile   owner and thieves, CAS only, never decreases
 *   bottom  owner plain, thief volatile      owner: release in push, volatile in pop
 *   slots   owner plain, thief volatile      owner, when it grows
 * </pre>
 *
 * <p>The one race that matters is for the last element: pop lowers bottom and then reads top, steal
 * reads top and then bottom. Both pairs are store-then-load (load-then-load for the thief) and must
 * be sequentially consistent, or owner and thief both take the element.
 *
 * <p>A slot that was taken from the top keeps its reference until the owner finds the deque empty
 * or overwrites it.
 */
public final class WorkDeque<T> extends WorkDequeBottom {
    private static final VarHandle TOP;
    private static final VarHandle BOTTOM;
    private static final VarHandle SLOT = MethodHandles.arrayElementVarHandle(Object[].class);

    static {
        try {
            var lookup = MethodHandles.lookup();
            TOP = lookup.findVarHandle(WorkDequeTop.class, "top", long.class);
            BOTTOM = lookup.findVarHandle(WorkDequeBottom.class, "bottom", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** Small, because a scheduler has several per worker; a spawn burst grows it at once. */
    private static final int INITIAL_CAPACITY = 64;

    private static final int MAX_CAPACITY = 1 << 30;

    private volatile @Nullable Object[] slots;
    private long topSeen; // owner's last look at top; a lower bound, so that push rarely reads top
    private long forgotten; // all slots below this index were cleared when the deque was empty
    private final Thief<T> thief = new Thief<>(this);

    public WorkDeque() {
        this(INITIAL_CAPACITY);
    }

    /** Capacity is rounded up to a power of two; small values exist for proofs. */
    public WorkDeque(int initialCapacity) {
        if (initialCapacity < 1 || initialCapacity > MAX_CAPACITY) {
            throw new IllegalArgumentException(
                    "deque capacity " + initialCapacity + " is not in 1.." + MAX_CAPACITY);
        }
        slots = new @Nullable Object[Math.max(2, ceilingPowerOfTwo(initialCapacity))];
    }

    private static int ceilingPowerOfTwo(int n) {
        return 1 << (32 - Integer.numberOfLeadingZeros(n - 1));
    }

    /** The end that other workers hold. */
    public Thief<T> thief() {
        return thief;
    }

    /** Adds at the bottom. Owner only. */
    public void push(T element) {
        long b = bottomPlain();
        @Nullable Object[] array = slots;
        if (b - topSeen >= array.length) {
            topSeen = top;
            if (b - topSeen >= array.length) {
                array = grow(array, topSeen, b);
            }
        }
        // Release, not plain: a thief that read an older bottom may reach this slot through top.
        SLOT.setRelease(array, (int) b & (array.length - 1), element);
        BOTTOM.setRelease(this, b + 1); // pairs with bottomVolatile in take
    }

    private @Nullable Object[] grow(@Nullable Object[] old, long t, long b) {
        if (old.length >= MAX_CAPACITY) {
            throw new IllegalStateException(
                    "deque is full at " + old.length + " elements; it cannot grow further");
        }
        var wider = new @Nullable Object[old.length << 1];
        for (long i = t; i < b; i++) {
            wider[(int) i & (wider.length - 1)] = old[(int) i & (old.length - 1)];
        }
        // Volatile: a thief that sees the new array sees the copied slots. One that still holds the
        // old array reads a slot the owner no longer writes.
        slots = wider;
        forgotten = t;
        return wider;
    }

    /** Takes the newest element, or null when empty. Owner only. */
    @SuppressWarnings("unchecked")
    public @Nullable T pop() {
        long b = bottomPlain() - 1;
        if (b < top) {
            forgetStolen(); // empty; thieves only raise top, so there is nothing to race for
            return null;
        }
        @Nullable Object[] array = slots;
        BOTTOM.setVolatile(this, b); // must be visible before top is read
        long t = top;
        if (t > b) {
            BOTTOM.setRelease(this, b + 1);
            return null;
        }
        int slot = (int) b & (array.length - 1);
        T element = (T) array[slot];
        if (t == b) {
            // The last element: whoever raises top has it.
            boolean won = TOP.compareAndSet(this, t, t + 1);
            BOTTOM.setRelease(this, b + 1);
            return won ? element : null;
        }
        array[slot] = null;
        return element;
    }

    /** Takes the oldest element, as a thief would, or null when empty. Owner only. */
    public @Nullable T poll() {
        if (bottomPlain() <= top) {
            forgetStolen();
            return null;
        }
        return take();
    }

    /**
     * Clears the slots of an empty deque that others, or poll, have taken from. Thieves may not:
     * the owner may already have reused the slot. A thief that still reads one loses its CAS.
     */
    private void forgetStolen() {
        long t = top;
        if (t == forgotten) {
            return;
        }
        @Nullable Object[] array = slots;
        for (long i = Math.max(forgotten, t - array.length); i < t; i++) {
            array[(int) i & (array.length - 1)] = null;
        }
        forgotten = t;
        topSeen = t;
    }

    /** Number of elements, exact only for a quiet owner. */
    public int size() {
        long n = (long) BOTTOM.getVolatile(this) - top;
        return (int) Math.max(0, n);
    }

    public boolean isEmpty() {
        return (long) BOTTOM.getVolatile(this) <= top;
    }

    private long bottomPlain() {
        return (long) BOTTOM.get(this); // we are the only writer
    }

    @SuppressWarnings("unchecked")
    @Nullable T take() {
        while (true) {
            long t = top;
            long b = (long) BOTTOM.getVolatile(this); // after top, see class comment
            if (t >= b) {
                return null;
            }
            @Nullable Object[] array = slots;
            T element = (T) SLOT.getAcquire(array, (int) t & (array.length - 1));
            if (TOP.compareAndSet(this, t, t + 1)) {
                return element;
            }
            // Somebody else took it: progress was made, look again.
        }
    }

    /** The stealing end of a {@link WorkDeque}: takes the oldest element, from any thread. */
    public static final class Thief<T> {
        private final WorkDeque<T> deque;

        private Thief(WorkDeque<T> deque) {
            this.deque = deque;
        }

        /**
         * Takes the oldest element. Null means the deque was empty at some moment during the call;
         * a lost race is retried here and never looks like emptiness.
         */
        public @Nullable T steal() {
            return deque.take();
        }

        public int size() {
            return deque.size();
        }

        public boolean isEmpty() {
            return deque.isEmpty();
        }
    }
}

/** Keeps {@code top}, which thieves hammer, on a cache line of its own. */
abstract class WorkDequeTop {
    long a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14;
    volatile long top;
}

/** Keeps {@code bottom}, which the owner writes at each push, on another. */
abstract class WorkDequeBottom extends WorkDequeTop {
    long b1, b2, b3, b4, b5, b6, b7, b8, b9, b10, b11, b12, b13, b14, b15;
    volatile long bottom;
}
