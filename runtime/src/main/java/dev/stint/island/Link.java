package dev.stint.island;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.function.Supplier;

/**
 * A channel between two stages of an island, or between one and a thread outside: a ring of objects
 * that are made once and used again. One side writes, one reads; nobody ever waits, and nothing is
 * made.
 *
 * <pre>
 *   if (link.canWrite()) { fill(link.slot()); link.publish(); }
 *   if (link.canRead())  { use(link.next());  link.release(); }
 * </pre>
 *
 * <p>Whoever holds the writing side calls {@code canWrite}, {@code slot} and {@code publish}, the
 * other one {@code canRead}, {@code next} and {@code release}. The sides may be different threads.
 */
public final class Link<T> {
    private static final VarHandle WRITTEN;
    private static final VarHandle READ;

    static {
        try {
            var lookup = MethodHandles.lookup();
            WRITTEN = lookup.findVarHandle(Link.class, "written", long.class);
            READ = lookup.findVarHandle(Link.class, "read", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final String name;
    private final Object[] slots;

    /** So many were published; written by the writer with release, after the slot. */
    private long written;

    /** So many were released; written by the reader with release, after its last use. */
    private long read;

    private Link(String name, int capacity, Supplier<? extends T> maker) {
        this.name = name;
        this.slots = new Object[capacity];
        for (int i = 0; i < capacity; i++) {
            slots[i] = maker.get();
        }
    }

    /** A link with so many objects, all of which are made now. */
    public static <T> Link<T> of(String name, int capacity, Supplier<? extends T> maker) {
        if (capacity < 1) {
            throw new IllegalArgumentException(
                    "link '"
                            + name
                            + "' has a capacity of "
                            + capacity
                            + "; it must be at least 1.");
        }
        return new Link<>(name, capacity, maker);
    }

    public String name() {
        return name;
    }

    public int capacity() {
        return slots.length;
    }

    // ---- the writing side

    /** True if an object is free to be filled. */
    public boolean canWrite() {
        return written - (long) READ.getAcquire(this) < slots.length;
    }

    /** The object to be filled next. */
    public T slot() {
        if (!canWrite()) {
            throw new IllegalStateException(
                    this + " is full: its reader is behind. Ask canWrite() before slot().");
        }
        return at(written);
    }

    /** Gives that object to the reader. */
    public void publish() {
        slot(); // or says what is wrong
        WRITTEN.setRelease(this, written + 1);
    }

    // ---- the reading side

    /** True if an object was published that is not released. */
    public boolean canRead() {
        return (long) WRITTEN.getAcquire(this) > read;
    }

    /** The oldest such object. */
    public T next() {
        if (!canRead()) {
            throw new IllegalStateException(
                    this + " is empty: its writer is behind. Ask canRead() before next().");
        }
        return at(read);
    }

    /** Gives that object back to the writer. */
    public void release() {
        next();
        READ.setRelease(this, read + 1);
    }

    @SuppressWarnings("unchecked")
    private T at(long index) {
        return (T) slots[(int) (index % slots.length)];
    }

    @Override
    public String toString() {
        return "link '" + name + "'";
    }
}
