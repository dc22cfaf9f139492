package dev.stint.hooks.jdk;

import dev.stint.hooks.Delegate;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.UUID;

/** Randomness, from what the task may draw from: a seed of its own in a run that is seeded. */
public final class Chances {
    private Chances() {}

    public static long seed() {
        return Delegate.current().randomLong();
    }

    /** From 0 to 1. */
    public static double number() {
        return (seed() >>> 11) * 0x1.0p-53;
    }

    public static UUID uuid() {
        long high = (seed() & ~0xF000L) | 0x4000L; // version 4
        long low = (seed() >>> 2) | (1L << 63); // variant 2
        return new UUID(high, low);
    }

    public static void shuffle(List<?> list) {
        Holders.swept(list);
        Collections.shuffle(list, new Random(seed()));
    }

    public static Random generator() {
        return new Random(seed());
    }

    /** So many bytes are drawn. */
    public static void bytes(byte[] into) {
        Price.ops(into.length >> 2);
    }

    public static void bytes(int count) {
        Price.array(count, 1);
        Price.ops(count >> 2);
    }
}
