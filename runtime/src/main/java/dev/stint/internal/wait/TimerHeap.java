package dev.stint.internal.wait;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The timers of one worker: a four-ary heap ordered by (deadline, sequence), O(log n) to add,
 * cancel and take one, with the next deadline readable by anyone.
 *
 * <p>Guarded by a spin lock, because three parties meet here: the owner, a task that moved to
 * another worker and cancels, and the monitor that fires the timers of a stalled worker. No section
 * is longer than one sift or one {@link #BATCH}, none blocks, allocates in the common case or runs
 * foreign code, so a mounted core cannot be unmounted inside.
 */
public final class TimerHeap extends SpinLock {
    public static final long NONE = Long.MAX_VALUE;

    /** How many expired entries one lock hold may take, to bound how long others spin. */
    public static final int BATCH = 64;

    /** One timer: subclasses say what happens when it fires. */
    public abstract static class Entry {
        long deadline;
        long sequence;
        int index = -1; // place in the heap, -1 when in none; guarded by the heap's lock
        @Nullable TimerHeap heap; // set once by add; a moved entry is set again under both locks

        /** Called outside the lock, at most once per add. */
        public abstract void fire();

        /** True if firing would do nothing any more. */
        public boolean isMoot() {
            return false;
        }

        public final long deadline() {
            return deadline;
        }
    }

    /**
     * Written under the lock, read by anyone. Who adds a timer writes it and then looks whether the
     * worker sleeps; a worker goes to sleep and then reads it. So one of the two sees the other.
     */
    private volatile long nextDeadline = NONE;

    private @Nullable Entry[] heap = new @Nullable Entry[16];
    private int size;
    private long sequence;

    /** Arms an entry. Any thread, though in practice the owner. */
    public void add(Entry entry, long deadline) {
        acquire();
        try {
            entry.deadline = deadline;
            entry.sequence = sequence++;
            entry.heap = this;
            insert(entry);
        } finally {
            release();
        }
    }

    /** Disarms an entry; false if it fired or was cancelled before. Any thread. */
    public static boolean cancel(Entry entry) {
        TimerHeap home = entry.heap;
        while (home != null) {
            home.acquire();
            try {
                if (entry.heap == home) {
                    return home.remove(entry);
                }
            } finally {
                home.release();
            }
            home = entry.heap; // it was moved to another worker meanwhile
        }
        return false;
    }

    /** The earliest deadline, or {@link #NONE}. Racy by nature; any thread. */
    public long nextDeadline() {
        return nextDeadline;
    }

    public int size() {
        return size;
    }

    /**
     * Takes up to {@code into.length} entries due at {@code now}, in order, and returns how many.
     * The caller fires them, outside the lock.
     */
    public int takeExpired(long now, @Nullable Entry[] into) {
        if (nextDeadline > now) {
            return 0;
        }
        acquire();
        try {
            int n = 0;
            while (n < into.length && size > 0 && at(0).deadline <= now) {
                Entry first = at(0);
                removeAt(0);
                into[n++] = first;
            }
            publishNext();
            return n;
        } finally {
            release();
        }
    }

    /** Moves everything to another heap, keeping deadlines and order; for a worker that retires. */
    public int moveAllTo(TimerHeap other) {
        acquire();
        try {
            Arrays.sort(heap, 0, size, TimerHeap::compare);
            other.acquire();
            try {
                for (int i = 0; i < size; i++) {
                    Entry entry = at(i);
                    heap[i] = null;
                    entry.heap = other;
                    entry.sequence = other.sequence++;
                    other.insert(entry);
                }
            } finally {
                other.release();
            }
            int moved = size;
            size = 0;
            publishNext();
            return moved;
        } finally {
            release();
        }
    }

    private static int compare(@Nullable Entry a, @Nullable Entry b) {
        if (a == null || b == null) {
            throw new IllegalStateException("a hole in the timer heap");
        }
        return before(a, b) ? -1 : 1;
    }

    private void insert(Entry entry) {
        if (size == heap.length) {
            heap = Arrays.copyOf(heap, size << 1);
        }
        siftUp(size++, entry);
        publishNext();
    }

    private boolean remove(Entry entry) {
        if (entry.index < 0) {
            return false;
        }
        removeAt(entry.index);
        publishNext();
        return true;
    }

    private void removeAt(int i) {
        Entry gone = at(i);
        Entry last = at(--size);
        heap[size] = null;
        gone.index = -1;
        if (last != gone) {
            if (i > 0 && before(last, at((i - 1) >> 2))) {
                siftUp(i, last);
            } else {
                siftDown(i, last);
            }
        }
    }

    private void siftUp(int i, Entry entry) {
        while (i > 0) {
            int parent = (i - 1) >> 2;
            Entry p = at(parent);
            if (!before(entry, p)) {
                break;
            }
            place(i, p);
            i = parent;
        }
        place(i, entry);
    }

    private void siftDown(int i, Entry entry) {
        while (true) {
            int first = (i << 2) + 1;
            if (first >= size) {
                break;
            }
            int least = first;
            for (int c = first + 1; c < Math.min(first + 4, size); c++) {
                if (before(at(c), at(least))) {
                    least = c;
                }
            }
            if (!before(at(least), entry)) {
                break;
            }
            place(i, at(least));
            i = least;
        }
        place(i, entry);
    }

    private void place(int i, Entry entry) {
        heap[i] = entry;
        entry.index = i;
    }

    private Entry at(int i) {
        Entry entry = heap[i];
        if (entry == null) {
            throw new IllegalStateException("a hole in the timer heap at " + i + " of " + size);
        }
        return entry;
    }

    private static boolean before(Entry a, Entry b) {
        return a.deadline != b.deadline ? a.deadline < b.deadline : a.sequence < b.sequence;
    }

    private void publishNext() {
        nextDeadline = size == 0 ? NONE : at(0).deadline;
    }
}
