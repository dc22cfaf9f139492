package dev.stint.real;

import dev.stint.env.HeapWatch;
import dev.stint.guard.HeapLimit;
import dev.stint.guard.KeptClass;
import dev.stint.guard.KeptHeap;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A watch that finds what a test says, and shows what the carriers have marked. */
final class SetHeapWatch implements HeapWatch {
    /** A tenant that it was asked to watch. */
    static final class Entry implements Watched {
        final long number;
        final HeapLimit limit;
        final Consumer<KeptHeap> told;
        volatile KeptHeap now = new KeptHeap(0, 0, List.of());
        volatile boolean isClosed;

        Entry(long number, HeapLimit limit, Consumer<KeptHeap> told) {
            this.number = number;
            this.limit = limit;
            this.told = told;
        }

        /** As if a collection had found that. */
        void find(long bytes, long error) {
            now = new KeptHeap(bytes, error, List.of(new KeptClass("com.acme.Page", bytes)));
            told.accept(now);
        }

        @Override
        public long number() {
            return number;
        }

        @Override
        public KeptHeap kept() {
            return now;
        }

        @Override
        public KeptHeap keptByClass() {
            return now;
        }

        @Override
        public void close() {
            isClosed = true;
        }
    }

    final List<Entry> watched = new CopyOnWriteArrayList<>();
    final Queue<AtomicLong> marks = new ConcurrentLinkedQueue<>(); // one for each carrier
    volatile @Nullable String why;
    volatile boolean hasNoMemory;

    @Override
    public Optional<String> whyNot() {
        return Optional.ofNullable(why);
    }

    @Override
    public Watched watch(HeapLimit limit, Consumer<KeptHeap> told) {
        if (hasNoMemory) {
            throw new OutOfMemoryError("as the test wants it");
        }
        var entry = new Entry(100 + watched.size(), limit, told);
        watched.add(entry);
        return entry;
    }

    @Override
    public Mark markOfThisThread() {
        var mark = new AtomicLong();
        marks.add(mark);
        return mark::set;
    }
}
