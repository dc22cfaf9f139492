package dev.stint.nativecode.internal;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Things that are known by numbers. A number is never given twice, so one that was given back is
 * told apart from the next for the same place.
 *
 * <p>Adding and removing is guarded by the table; finding is not: an entry is immutable, and
 * whoever was given its number has seen it put there.
 */
final class HandleTable {
    private static final int PLACE_BITS = 28;
    private static final long PLACE = (1L << PLACE_BITS) - 1;
    private static final int SPACING =
            4; // so that they look like pointers, and no small number is one

    private record Entry(long handle, Object of) {}

    private volatile @Nullable Entry[] entries = new @Nullable Entry[64];
    private int[] free = new int[64]; // places below `used` that are empty
    private int freeCount;
    private int used;
    private int spent; // places whose numbers have all been given
    private int[] given = new int[64]; // how many numbers of each place were, from `first` on
    private final int first;

    /** Each place has given so many numbers before: 0, but for tests of the last ones. */
    HandleTable(int first) {
        this.first = first;
    }

    synchronized long add(Object of) {
        @Nullable Entry[] all = entries;
        if (freeCount == 0 && used > PLACE) {
            throw new IllegalStateException(
                    "C code holds " + used + " handles, and there are no more. Release some.");
        }
        int place = freeCount > 0 ? free[--freeCount] : used++;
        if (place >= all.length) {
            all = Arrays.copyOf(all, all.length * 2);
        }
        if (place >= given.length) {
            given = Arrays.copyOf(given, all.length);
        }
        long serial = (long) first + ++given[place];
        long handle = ((serial << PLACE_BITS) | place) << SPACING; // 31 bits, 28, and 4
        all[place] = new Entry(handle, of);
        entries = all; // also where it is the same array: this publishes the entry
        return handle;
    }

    /** What a handle is for, if it is of this kind; null otherwise. Any number may be asked. */
    <T> @Nullable T find(long handle, Class<T> kind) {
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
    synchronized boolean remove(long handle) {
        if (find(handle, Object.class) == null) {
            return false;
        }
        int place = (int) ((handle >>> SPACING) & PLACE);
        entries[place] = null;
        if (first + given[place] == Integer.MAX_VALUE) {
            spent++;
            return true;
        }
        if (freeCount == free.length) {
            free = Arrays.copyOf(free, free.length * 2);
        }
        free[freeCount++] = place;
        return true;
    }

    /** How many there are. */
    synchronized int count() {
        return used - freeCount - spent;
    }
}
