package dev.stint.hooks.jdk;

import dev.stint.hooks.Delegate;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;

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

    // ---- the thread's own generator, which nobody can give a seed

    public static int nextInt(ThreadLocalRandom self) {
        return (int) seed();
    }

    public static int nextInt(ThreadLocalRandom self, int bound) {
        return generator().nextInt(bound);
    }

    public static int nextInt(ThreadLocalRandom self, int from, int bound) {
        return generator().nextInt(from, bound);
    }

    public static long nextLong(ThreadLocalRandom self) {
        return seed();
    }

    public static long nextLong(ThreadLocalRandom self, long bound) {
        return generator().nextLong(bound);
    }

    public static long nextLong(ThreadLocalRandom self, long from, long bound) {
        return generator().nextLong(from, bound);
    }

    public static double nextDouble(ThreadLocalRandom self) {
        return number();
    }

    public static double nextDouble(ThreadLocalRandom self, double bound) {
        return generator().nextDouble(bound);
    }

    public static double nextDouble(ThreadLocalRandom self, double from, double bound) {
        return generator().nextDouble(from, bound);
    }

    public static float nextFloat(ThreadLocalRandom self) {
        return generator().nextFloat();
    }

    public static float nextFloat(ThreadLocalRandom self, float bound) {
        return generator().nextFloat(bound);
    }

    public static float nextFloat(ThreadLocalRandom self, float from, float bound) {
        return generator().nextFloat(from, bound);
    }

    public static boolean nextBoolean(ThreadLocalRandom self) {
        return seed() < 0;
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
