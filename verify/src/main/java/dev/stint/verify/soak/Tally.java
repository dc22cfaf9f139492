package dev.stint.verify.soak;

import java.util.concurrent.atomic.LongAdder;

/** Things that were seen, each by its number: how many, and a sum that hardly two sets share. */
final class Tally {
    private final LongAdder count = new LongAdder();
    private final LongAdder hash = new LongAdder();

    void add(long number) {
        count.increment();
        long h = (number + 1) * 0x9E3779B97F4A7C15L;
        h = (h ^ h >>> 32) * 0xD6E8FEB86659FD93L;
        hash.add(h ^ h >>> 29);
    }

    long count() {
        return count.sum();
    }

    boolean isSameAs(Tally other) {
        return count.sum() == other.count.sum() && hash.sum() == other.hash.sum();
    }

    @Override
    public String toString() {
        return Long.toString(count());
    }
}
