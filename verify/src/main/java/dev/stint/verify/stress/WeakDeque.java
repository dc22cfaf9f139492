package dev.stint.verify.stress;

import dev.stint.internal.queue.WorkDeque;
import dev.stint.verify.tools.Backdoor;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/** The owner's methods of {@link WorkDeque}, each with one access weaker than there. */
public final class WeakDeque {
    private static final Class<?> BOTTOM_OWNER = WorkDeque.class.getSuperclass();
    private static final VarHandle TOP =
            Backdoor.field(BOTTOM_OWNER.getSuperclass(), "top", long.class);
    private static final VarHandle BOTTOM = Backdoor.field(BOTTOM_OWNER, "bottom", long.class);
    private static final VarHandle SLOTS = Backdoor.field(WorkDeque.class, "slots", Object[].class);
    private static final VarHandle SLOT = MethodHandles.arrayElementVarHandle(Object[].class);

    private WeakDeque() {}

    private static Object[] slots(WorkDeque<?> deque) {
        return (Object[]) SLOTS.getVolatile(deque);
    }

    /** Weak: for the last element, top is read and then written. */
    @SuppressWarnings("unchecked")
    public static <T> @Nullable T popWithoutCas(WorkDeque<T> deque) {
        long b = (long) BOTTOM.get(deque) - 1;
        if (b < (long) TOP.getVolatile(deque)) {
            return null;
        }
        Object[] array = slots(deque);
        BOTTOM.setVolatile(deque, b);
        long t = (long) TOP.getVolatile(deque);
        if (t > b) {
            BOTTOM.setRelease(deque, b + 1);
            return null;
        }
        T element = (T) array[(int) b & (array.length - 1)];
        if (t == b) {
            TOP.setVolatile(deque, t + 1); // in WorkDeque a CAS
            BOTTOM.setRelease(deque, b + 1);
        }
        return element;
    }

    /** Weak: bottom is lowered with release. */
    @SuppressWarnings("unchecked")
    static <T> @Nullable T popWithRelease(WorkDeque<T> deque) {
        long b = (long) BOTTOM.get(deque) - 1;
        if (b < (long) TOP.getVolatile(deque)) {
            return null;
        }
        Object[] array = slots(deque);
        BOTTOM.setRelease(deque, b); // in WorkDeque volatile
        long t = (long) TOP.getVolatile(deque);
        if (t > b) {
            BOTTOM.setRelease(deque, b + 1);
            return null;
        }
        T element = (T) array[(int) b & (array.length - 1)];
        if (t == b) {
            boolean won = TOP.compareAndSet(deque, t, t + 1);
            BOTTOM.setRelease(deque, b + 1);
            return won ? element : null;
        }
        return element;
    }

    /**
     * For a deque with room. Weak: bottom is raised before the slot is filled, as a plain write of
     * bottom would allow. By hand, because neither x86 nor C2 was ever seen to do it.
     */
    static <T> void pushReordered(WorkDeque<T> deque, T element) {
        long b = (long) BOTTOM.get(deque);
        Object[] array = slots(deque);
        BOTTOM.setRelease(deque, b + 1); // in WorkDeque after the slot
        SLOT.setRelease(array, (int) b & (array.length - 1), element);
    }

    /**
     * For a full deque. Weak: the wider array is published before it is filled, as a plain write of
     * slots would allow. By hand, for the same reason.
     */
    static <T> void pushAndGrowReordered(WorkDeque<T> deque, T element) {
        long b = (long) BOTTOM.get(deque);
        Object[] old = slots(deque);
        long t = (long) TOP.getVolatile(deque);
        var wider = new Object[old.length << 1];
        SLOTS.setVolatile(deque, wider); // in WorkDeque after the copying
        for (long i = t; i < b; i++) {
            wider[(int) i & (wider.length - 1)] = old[(int) i & (old.length - 1)];
        }
        SLOT.setRelease(wider, (int) b & (wider.length - 1), element);
        BOTTOM.setRelease(deque, b + 1);
    }
}
