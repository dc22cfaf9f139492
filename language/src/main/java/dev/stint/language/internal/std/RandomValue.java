package dev.stint.language.internal.std;

import dev.stint.hooks.Hook;
import dev.stint.language.internal.run.Aggregate;
import dev.stint.language.internal.run.Prices;
import dev.stint.language.internal.type.PanicException;

/** Numbers by chance: the same for the same seed, everywhere. SplitMix64. */
public final class RandomValue extends Aggregate {
    private static final long STEP = 0x9e3779b97f4a7c15L;

    private long state;

    private RandomValue(long state) {
        this.state = state;
    }

    public static RandomValue make(long seed) throws InterruptedException {
        Prices.fields(1);
        return new RandomValue(seed);
    }

    private long next() throws InterruptedException {
        Hook.pay(1, 0, 0);
        state += STEP;
        long z = (state ^ (state >>> 30)) * 0xbf58476d1ce4e5b9L;
        z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
        return z ^ (z >>> 31);
    }

    /** From 0 to this, without it; each is as likely as the others, as far as 64 bits go. */
    public static long below(RandomValue random, long end) throws InterruptedException {
        if (end <= 0) {
            throw new PanicException(
                    PanicException.BOUNDS, "there is no number from 0 to " + end + ", without it");
        }
        return Math.unsignedMultiplyHigh(random.next(), end);
    }

    /** Both belong to it. */
    public static long between(RandomValue random, long first, long last)
            throws InterruptedException {
        if (first > last || last - first < 0 || last - first == Long.MAX_VALUE) {
            throw new PanicException(
                    PanicException.BOUNDS, "there is no number from " + first + " to " + last);
        }
        return first + Math.unsignedMultiplyHigh(random.next(), last - first + 1);
    }

    /** From 0 to 1, without it. */
    @SuppressWarnings("NarrowingCompoundAssignment")
    public static double real(RandomValue random) throws InterruptedException {
        return (random.next() >>> 11) * 0x1p-53;
    }

    public static boolean bool(RandomValue random) throws InterruptedException {
        return random.next() < 0;
    }

    @Override
    protected boolean isCopied(boolean isForOthers) {
        return isForOthers;
    }

    @Override
    protected void charge() throws InterruptedException {
        Prices.fields(1);
    }

    @Override
    protected Aggregate duplicate() {
        return new RandomValue(state);
    }
}
