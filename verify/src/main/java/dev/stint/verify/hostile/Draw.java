package dev.stint.verify.hostile;

import java.util.List;
import java.util.SplittableRandom;

/** Chance, drawn from a seed. The same seed gives the same draws. For one thread. */
public final class Draw {
    private final SplittableRandom random;

    public Draw(long seed) {
        this.random = new SplittableRandom(seed);
    }

    /** A seed for something that is drawn apart. */
    public long seed() {
        return random.nextLong() & Long.MAX_VALUE;
    }

    public long any() {
        return random.nextLong();
    }

    public int below(int bound) {
        return random.nextInt(bound);
    }

    /** From the first to the last, both included. */
    public int from(int first, int last) {
        return random.nextInt(first, last + 1);
    }

    public boolean oneIn(int n) {
        return random.nextInt(n) == 0;
    }

    public <T> T of(List<T> all) {
        return all.get(random.nextInt(all.size()));
    }

    @SafeVarargs
    public final <T> T of(T... all) {
        return all[random.nextInt(all.length)];
    }

    /** A number of 16 bits that is small, near an end, or any. */
    public int oddShort() {
        return switch (below(4)) {
            case 0 -> below(8);
            case 1 -> 0xffff - below(4);
            case 2 -> 1 << below(16);
            default -> below(0x10000);
        };
    }
}
