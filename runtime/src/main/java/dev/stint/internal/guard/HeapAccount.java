package dev.stint.internal.guard;

import dev.stint.env.HeapWatch;
import dev.stint.guard.Guard;
import dev.stint.guard.GuardReading;
import dev.stint.guard.HeapLimit;
import dev.stint.guard.KeptHeap;
import org.jspecify.annotations.Nullable;

/**
 * What a tenant keeps alive, against its limit. The watch writes what it has found after a
 * collection; the monitor judges it.
 */
public final class HeapAccount {
    private final HeapLimit limit;
    private volatile long number; // of its allocations, while it is watched; otherwise 0
    private volatile HeapWatch.@Nullable Watched watched;
    private volatile @Nullable KeptHeap found; // by the last collection that was made to see it
    private boolean isHigh; // the monitor's: it has been warned of, and has not come down since

    HeapAccount(HeapLimit limit) {
        this.limit = limit;
    }

    public HeapLimit limit() {
        return limit;
    }

    /**
     * Has it watched, before it runs anything.
     *
     * @param note tells the monitor that there is something to judge
     */
    public void watch(HeapWatch by, Runnable note) {
        HeapWatch.Watched now =
                by.watch(
                        limit,
                        kept -> {
                            found = kept;
                            note.run();
                        });
        watched = now;
        number = now.number();
    }

    void unwatch() {
        HeapWatch.Watched last = watched;
        number = 0;
        watched = null;
        if (last != null) {
            last.close();
        }
    }

    /** What marks its allocations; 0 if nobody watches it. */
    long number() {
        return number;
    }

    /** What it keeps now; null if nobody watches it. */
    @Nullable KeptHeap kept() {
        HeapWatch.Watched now = watched;
        return now == null ? null : now.kept();
    }

    /** The same, by class. */
    @Nullable KeptHeap keptByClass() {
        HeapWatch.Watched now = watched;
        return now == null ? null : now.keptByClass();
    }

    /** What the guard shows of that. */
    public GuardReading reading(KeptHeap kept) {
        return new GuardReading(Guard.HEAP, kept.bytes(), 0, limit.bytes());
    }

    // ---- the monitor's

    /** What it was found to keep, if that is surely too much; otherwise null. */
    public @Nullable KeptHeap excess() {
        KeptHeap last = found;
        return last != null && last.isSurelyOver(limit.bytes()) ? last : null;
    }

    /** What it was found to keep, if that is to be warned of now; otherwise null. */
    public @Nullable KeptHeap takeWarning() {
        KeptHeap last = found;
        boolean wasHigh = isHigh;
        isHigh = last != null && last.bytes() > limit.warning();
        return isHigh && !wasHigh ? last : null;
    }
}
