package dev.stint.env;

import dev.stint.guard.HeapLimit;
import dev.stint.guard.KeptHeap;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Estimates what tenants keep alive. The module native has the one of this JVM; tests put their own
 * in its place.
 */
public interface HeapWatch {
    /** What keeps it from watching, in a sentence; empty if nothing does. */
    Optional<String> whyNot();

    /**
     * Begins to watch a tenant.
     *
     * @param told what it keeps, after each collection that was made to see that; by a thread of
     *     the watch, which it must not hold up
     */
    Watched watch(HeapLimit limit, Consumer<KeptHeap> told);

    /** The mark of the calling thread, which only that thread may set. */
    Mark markOfThisThread();

    /** The watch of this JVM; one that cannot watch if it has none. */
    static HeapWatch ofJvm() {
        return JvmHeapWatch.IT;
    }

    /** A tenant that is watched. Any thread. */
    interface Watched extends AutoCloseable {
        /** What marks its allocations; never 0. */
        long number();

        /** What it keeps now, as far as collections so far can tell; without the classes. */
        KeptHeap kept();

        /** The same, with the classes: a look at each sample, so it takes some milliseconds. */
        KeptHeap keptByClass();

        /** Watches it no more. What it has left behind is counted for nobody. */
        @Override
        void close();
    }

    /** Says whose the allocations of a thread are. */
    @FunctionalInterface
    interface Mark {
        /** From now on they belong to the tenant with this number; 0: to nobody. */
        void set(long number);
    }
}
