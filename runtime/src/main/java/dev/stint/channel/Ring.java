package dev.stint.channel;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The buffer of a channel: a queue in an array that grows with what it holds. Not thread-safe. */
final class Ring {
    private static final int LEAST = 16;
    private static final int MOST = 1 << 30;
    private static final int KEPT = 1024; // a longer one shrinks with what it holds
    private static final Object[] NONE = {};

    private @Nullable Object[] slots = NONE;
    private int head;
    private int size;

    int size() {
        return size;
    }

    /** Adds at the end. When it throws for lack of memory, nothing was added. */
    void add(Object value) {
        if (size == slots.length) {
            grow();
        }
        slots[(head + size) & (slots.length - 1)] = value;
        size++;
    }

    /** Takes the oldest; there must be one. */
    Object take() {
        Object value = slots[head];
        if (value == null) {
            throw new IllegalStateException("a hole in a channel's buffer at " + head);
        }
        slots[head] = null;
        head = (head + 1) & (slots.length - 1);
        size--;
        if (slots.length > KEPT && size < slots.length >> 2) {
            shrink();
        }
        return value;
    }

    /**
     * Halves an array of which less than a quarter is used, so that it will not soon grow again.
     */
    private void shrink() {
        @Nullable Object[] smaller = NONE;
        if (size > 0) {
            try {
                smaller = new @Nullable Object[slots.length >> 1];
            } catch (OutOfMemoryError e) {
                return; // what was taken must not be lost for that
            }
            int untilEnd = Math.min(size, slots.length - head);
            System.arraycopy(slots, head, smaller, 0, untilEnd);
            System.arraycopy(slots, 0, smaller, untilEnd, size - untilEnd);
        }
        slots = smaller;
        head = 0;
    }

    private void grow() {
        int length = slots.length;
        if (length == MOST) {
            throw new OutOfMemoryError("a channel cannot hold more than " + MOST + " values");
        }
        if (length == 0) {
            slots = new @Nullable Object[LEAST];
            return;
        }
        @Nullable Object[] larger = Arrays.copyOfRange(slots, head, head + (length << 1));
        System.arraycopy(slots, 0, larger, length - head, head);
        slots = larger;
        head = 0;
    }
}
