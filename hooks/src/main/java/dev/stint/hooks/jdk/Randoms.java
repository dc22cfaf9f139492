package dev.stint.hooks.jdk;

import dev.stint.hooks.AccessRefusedException;
import dev.stint.hooks.Delegate;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** Randomness, from what the task may draw from: a seed of its own in a run that is seeded. */
public final class Randoms {
    private static final long GENERATOR = 128; // bytes, with the stream that asks it

    private Randoms() {}

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
        CollectionFunctions.moved(list);
        Collections.shuffle(list, new Random(seed()));
    }

    public static Random generator() {
        return new Random(seed());
    }

    // ---- the thread's own generator, of which there is but one object

    private static final VarHandle SEED = seedOfThread();

    private static VarHandle seedOfThread() {
        try {
            JdkFields.open(Thread.class);
            return MethodHandles.privateLookupIn(Thread.class, MethodHandles.lookup())
                    .findVarHandle(Thread.class, "threadLocalRandomSeed", long.class);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("a thread has no threadLocalRandomSeed", e);
        }
    }

    /**
     * The JDK's, which draws from a seed in the thread that calls it, with a seed of the task's. So
     * it is a generator like any other for code of the JDK that is given it.
     */
    public static ThreadLocalRandom current() {
        var shared = ThreadLocalRandom.current(); // first, since it gives a new thread a seed
        SEED.set(Thread.currentThread(), seed());
        return shared;
    }

    /** Somebody may have kept that object, and be in another thread, or not alone in this one. */
    private static void reseed(@Nullable RandomGenerator self) {
        if (self instanceof ThreadLocalRandom) {
            current();
        }
    }

    public static void drawn(RandomGenerator self) {
        reseed(self);
    }

    public static void drawn(RandomGenerator self, int bound) {
        reseed(self);
    }

    public static void drawn(RandomGenerator self, int from, int bound) {
        reseed(self);
    }

    public static void drawn(RandomGenerator self, long bound) {
        reseed(self);
    }

    public static void drawn(RandomGenerator self, long from, long bound) {
        reseed(self);
    }

    public static void drawn(RandomGenerator self, double bound) {
        reseed(self);
    }

    public static void drawn(RandomGenerator self, double from, double bound) {
        reseed(self);
    }

    public static void drawn(RandomGenerator self, float bound) {
        reseed(self);
    }

    public static void drawn(RandomGenerator self, float from, float bound) {
        reseed(self);
    }

    /** Of this one number the JDK keeps the next, in the object that all threads share. */
    public static void gaussian(RandomGenerator self) {
        if (self instanceof ThreadLocalRandom) {
            throw new AccessRefusedException(
                    "ThreadLocalRandom.nextGaussian is not open to it: it would give another"
                            + " result in every run. Make one with a seed, or use new Random().");
        }
    }

    public static void gaussian(RandomGenerator self, double mean, double deviation) {
        gaussian(self);
    }

    /** One to hand on: not the thread's, since it may be used when that has another seed. */
    static RandomGenerator own(RandomGenerator by) {
        Charges.pay(0, GENERATOR);
        return by instanceof ThreadLocalRandom ? generator() : by;
    }

    static Random own(Random by) {
        Charges.pay(0, GENERATOR);
        return by instanceof ThreadLocalRandom ? generator() : by;
    }

    /** All of the list are moved. */
    public static Random shuffled(List<?> list, Random by) {
        CollectionFunctions.moved(list, by);
        return own(by);
    }

    public static RandomGenerator shuffled(List<?> list, RandomGenerator by) {
        CollectionFunctions.moved(list, by);
        return own(by);
    }

    // ---- its methods by its own name

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
    public static void bytes(RandomGenerator self, byte[] into) {
        reseed(self);
        bytes(into);
    }

    public static void bytes(byte[] into) {
        Charges.ops(into.length >> 2);
    }
}
