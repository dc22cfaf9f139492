package dev.stint.nativecode.internal;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What C code knows by a number. A number is never given twice, so one that was given back is told
 * apart from the next for the same place.
 *
 * <p>Adding and removing is guarded by the class; finding is not: an entry is immutable, and
 * whoever was given its number has seen it put there.
 */
public final class Handles {
    private static final int PLACE_BITS = 28;
    private static final long PLACE = (1L << PLACE_BITS) - 1;
    private static final int SPACING =
            4; // so that they look like pointers, and no small number is one

    private record Entry(long handle, Object of) {}

    private static volatile @Nullable Entry[] entries = new @Nullable Entry[64];
    private static int[] free = new int[64]; // places below `used` that are empty
    private static int freeCount;
    private static int used;
    private static long serial;

    private Handles() {}

    public static synchronized long add(Object of) {
        @Nullable Entry[] all = entries;
        int place = freeCount > 0 ? free[--freeCount] : used++;
        if (place > PLACE) {
            throw new IllegalStateException(
                    "C code holds " + used + " handles, and there are no more. Release some.");
        }
        if (place >= all.length) {
            all = Arrays.copyOf(all, all.length * 2);
        }
        serial++;
        long handle = ((serial << PLACE_BITS) | place) << SPACING;
        all[place] = new Entry(handle & Long.MAX_VALUE, of);
        entries = all; // also where it is the same array: this publishes the entry
        return handle & Long.MAX_VALUE;
    }

    /** What a handle is for, if it is of this kind; null otherwise. Any number may be asked. */
    public static <T> @Nullable T find(long handle, Class<T> kind) {
        @Nullable Entry[] all = entries;
        long place = (handle >>> SPACING) & PLACE;
        if (handle <= 0 || place >= all.length) {
            return null;
        }
        Entry entry = all[(int) place];
        return entry != null && entry.handle == handle && kind.isInstance(entry.of)
                ? kind.cast(entry.of)
                : null;
    }

    /** False if it was removed before, or never was. */
    public static synchronized boolean remove(long handle) {
        if (find(handle, Object.class) == null) {
            return false;
        }
        int place = (int) ((handle >>> SPACING) & PLACE);
        entries[place] = null;
        if (freeCount == free.length) {
            free = Arrays.copyOf(free, free.length * 2);
        }
        free[freeCount++] = place;
        return true;
    }

    /** How many there are. */
    public static synchronized int count() {
        return used - freeCount;
    }
}
