package dev.stint.nativecode.internal.heap;

import dev.stint.env.HeapWatch.Watched;
import dev.stint.guard.HeapLimit;
import dev.stint.guard.KeptClass;
import dev.stint.guard.KeptHeap;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/**
 * Who is watched, and when the JVM is asked for a collection to see what they keep.
 *
 * <p>What is not known to be dead may still be garbage. What has outlived two collections of any
 * kind mostly is not; if that comes to more than a tenant was found to keep, and more than its
 * warning level, only a collection of the whole heap can tell. It is asked for, and then everybody
 * is told. What was born while it went on is left out.
 *
 * <p>Such collections take at most a twentieth of the time, whatever tenants do; half of it when
 * the heap is so full that the JVM would collect it all anyway.
 */
final class Watch {
    private static final int PATIENCE = 20;
    private static final int SWEEPS = 50; // they take at most this part of the time
    private static final int URGENT_SWEEPS = 10;
    private static final int STEPS = 8; // in which what a tenant keeps may grow up to its limit
    private static final int MOST_CLASSES = 8;

    /** An estimate of what comes up to a limit is off by 3 in a hundred then. */
    private static final long SAMPLES = 1024;

    private static final long SHORTEST = 64L << 10;
    private static final long LONGEST = 512L << 10;

    private final Samples samples;
    private final Collector collector;
    private final long fixedInterval; // 0: by the limits
    private final List<Entry> all = new CopyOnWriteArrayList<>();
    private long seen; // collections, at the last look
    private boolean isWanted; // a collection
    private long swept; // at this time, for the last time
    private long sweepTook;
    private long begun; // of the last one that was asked for
    private long ended;

    /** One tenant. */
    private final class Entry implements Watched {
        private final long number;
        private final HeapLimit limit;
        private final Consumer<KeptHeap> told;
        private long asksAbove; // guarded by the watch

        Entry(long number, HeapLimit limit, Consumer<KeptHeap> told) {
            this.number = number;
            this.limit = limit;
            this.told = told;
            this.asksAbove = limit.warning();
        }

        @Override
        public long number() {
            return number;
        }

        @Override
        public KeptHeap kept() {
            return kept(2, List.of());
        }

        @Override
        public KeptHeap keptByClass() {
            return kept(2, samples.byClass(number, Long.MAX_VALUE, MOST_CLASSES));
        }

        KeptHeap kept(int lastAges, List<KeptClass> byClass) {
            Samples.Sum sum = samples.bornBefore(number, lastAges);
            return new KeptHeap(
                    Math.round(sum.bytes()), Math.round(Math.sqrt(sum.square())), byClass);
        }

        void sweep() {
            samples.sweep(number);
        }

        boolean shouldAsk(int lastAges) {
            return samples.bornBefore(number, lastAges).bytes() > asksAbove;
        }

        /** After a collection that has begun with this age. */
        void tell(long age) {
            KeptHeap kept = kept(1, List.of());
            if (kept.bytes() > limit.warning()) {
                kept = kept(1, samples.byClass(number, age, MOST_CLASSES));
            }
            asksAbove = Math.max(limit.warning(), kept.bytes() + limit.bytes() / STEPS);
            told.accept(kept);
        }

        @Override
        public void close() {
            if (all.remove(this)) {
                samples.close(number);
                setInterval();
            }
        }
    }

    /**
     * A watch of nobody yet.
     *
     * @param fixedInterval how many bytes lie between samples, on average; 0 for what suits the
     *     limits
     */
    Watch(Samples samples, Collector collector, long fixedInterval) {
        this.samples = samples;
        this.collector = collector;
        this.fixedInterval = fixedInterval;
        this.ended = collector.nanos();
        this.begun = ended;
        this.swept = ended;
        this.seen = collector.count();
    }

    Watched add(HeapLimit limit, Consumer<KeptHeap> told) {
        long number = samples.open();
        if (number == 0) {
            throw new OutOfMemoryError("no memory to watch what another tenant keeps alive");
        }
        var entry = new Entry(number, limit, told);
        all.add(entry);
        setInterval();
        return entry;
    }

    boolean isEmpty() {
        return all.isEmpty();
    }

    /** The smallest limit decides: it has the fewest samples. */
    private void setInterval() {
        synchronized (all) { // not the watch: that may be held for as long as a collection takes
            long least = all.stream().mapToLong(e -> e.limit.bytes()).min().orElse(0);
            long bySize = Math.clamp(least / SAMPLES, SHORTEST, LONGEST);
            samples.sampleEach(least == 0 ? 0 : fixedInterval > 0 ? fixedInterval : bySize);
        }
    }

    /** Looks whether there was a collection, and asks for another if need be. */
    synchronized void look() {
        long count = collector.count();
        if (count != seen && hasPassed(swept, sweepTook * sweepsRest())) {
            seen = count;
            samples.nextAge();
            sweep();
            int lastAges = collector.isCrowded() ? 1 : 2;
            isWanted = all.stream().anyMatch(entry -> entry.shouldAsk(lastAges));
        }
        if (isWanted && hasRested(collector.isCrowded() ? 1 : PATIENCE)) {
            collectAndTell();
        }
    }

    /** So many times as long as a sweep the next one waits: less if somebody may have too much. */
    private long sweepsRest() {
        boolean isUrgent = all.stream().anyMatch(entry -> entry.shouldAsk(1));
        return !isUrgent ? SWEEPS : collector.isCrowded() ? 1 : URGENT_SWEEPS;
    }

    private boolean hasRested(int times) {
        return hasPassed(ended, times * (ended - begun));
    }

    private boolean hasPassed(long since, long nanos) {
        return collector.nanos() - since >= nanos;
    }

    private void sweep() {
        long from = collector.nanos();
        all.forEach(Entry::sweep);
        swept = collector.nanos();
        sweepTook = swept - from;
    }

    /** Has the whole heap collected, and tells everybody what they keep. */
    synchronized void collectAndTell() {
        isWanted = false;
        long age = samples.nextAge();
        begun = collector.nanos();
        collector.collect();
        ended = collector.nanos();
        sweep();
        long count = collector.count();
        if (count != seen) { // it did
            seen = count;
            all.forEach(entry -> entry.tell(age));
            samples.nextAge(); // what was born before it is no longer young
        }
    }
}
