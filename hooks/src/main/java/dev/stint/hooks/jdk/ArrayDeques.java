package dev.stint.hooks.jdk;

import java.lang.invoke.MethodHandle;
import java.util.ArrayDeque;

/** Deques in an array: a copy has as much room as the one that is copied, however few are in it. */
final class ArrayDeques {
    private static final MethodHandle ELEMENTS =
            JdkFields.getter(ArrayDeque.class, "elements", Object[].class);

    private ArrayDeques() {}

    /** Pays for the room of a copy, beyond what is in it. */
    static void copied(Object holder) {
        if (holder instanceof ArrayDeque<?> deque) {
            Charges.array(room(deque) - deque.size(), 4);
        }
    }

    private static int room(Object deque) {
        try {
            return ((Object[]) ELEMENTS.invokeExact(deque)).length;
        } catch (Throwable e) {
            throw new AssertionError("a field cannot be read", e);
        }
    }
}
