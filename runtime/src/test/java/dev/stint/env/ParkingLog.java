package dev.stint.env;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Notes every park of every thread while it is open, in the order of each thread. Nothing that
 * waits through the seam escapes it: a thread whose last note is {@link #UNTIMED} does nothing at
 * all until somebody unparks it.
 */
public final class ParkingLog implements AutoCloseable {
    /** Noted for a park that no time ends. */
    public static final long UNTIMED = Parking.UNTIMED;

    private final Map<Thread, List<Long>> parks = new ConcurrentHashMap<>();

    private ParkingLog() {}

    /** Begins to note. One at a time. */
    public static ParkingLog open() {
        if (Parking.witness != null) {
            throw new IllegalStateException("somebody notes the parks already");
        }
        var log = new ParkingLog();
        Parking.witness = log::note;
        return log;
    }

    private void note(Object blocker, long nanos) {
        List<Long> mine = parks.computeIfAbsent(Thread.currentThread(), t -> new ArrayList<>());
        synchronized (mine) {
            mine.add(nanos);
        }
    }

    /** The nanoseconds of all parks of this thread; empty if it has not parked. */
    public List<Long> of(Thread thread) {
        List<Long> mine = parks.get(thread);
        if (mine == null) {
            return List.of();
        }
        synchronized (mine) {
            return List.copyOf(mine);
        }
    }

    /** The threads that have parked and whose names begin like this. */
    public List<Thread> threads(String prefix) {
        return parks.keySet().stream().filter(t -> t.getName().startsWith(prefix)).toList();
    }

    /** True if it was told to park until it is unparked, and has not parked again since. */
    public boolean restsForGood(@Nullable Thread thread) {
        if (thread == null) {
            return false;
        }
        List<Long> mine = of(thread);
        return !mine.isEmpty()
                && mine.getLast() == UNTIMED
                && thread.getState() == Thread.State.WAITING;
    }

    @Override
    public void close() {
        Parking.witness = null;
    }
}
