package dev.stint.hooks;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Chance, in place of the JDK's: drawn from the simulation where there is one, so that the same
 * schedule draws the same; the JDK's own elsewhere.
 */
public final class SimChance {
    private SimChance() {}

    /** As {@code Math.random()}. */
    public static double random() {
        World w = SimHook.here();
        return w == null ? Math.random() : (w.random() >>> 11) * 0x1.0p-53;
    }

    /** For a generator that would seed itself. */
    public static long seed() {
        World w = SimHook.here();
        return w == null ? new SplittableRandom().nextLong() : w.random();
    }

    public static Random newRandom() {
        return new Random(seed());
    }

    public static SplittableRandom newSplittableRandom() {
        return new SplittableRandom(seed());
    }

    /** The calling thread's own generator. */
    public static ThreadLocalRandom threadLocalRandom() {
        ThreadLocalRandom own = ThreadLocalRandom.current();
        reseed();
        return own;
    }

    /**
     * Seeds the calling thread's own generator, in a simulation: before each time that it is asked,
     * for it adds the id of the thread whenever it draws, and that is another in each run.
     */
    public static void reseed() {
        World w = SimHook.here();
        if (w != null) {
            Thread me = Thread.currentThread();
            Seeds.SEED.set(me, w.random() - (me.threadId() << 1));
        }
    }

    public static UUID randomUUID() {
        World w = SimHook.here();
        if (w == null) {
            return UUID.randomUUID();
        }
        long high = (w.random() & ~0xF000L) | 0x4000L; // version 4
        long low = (w.random() & ~(3L << 62)) | (1L << 63); // variant 2
        return new UUID(high, low);
    }

    public static void shuffle(List<?> list) {
        World w = SimHook.here();
        if (w == null) {
            Collections.shuffle(list);
        } else {
            Collections.shuffle(list, new Random(w.random()));
        }
    }

    /** Where a thread keeps the state of its generator. */
    private static final class Seeds {
        static final VarHandle SEED;

        static {
            try {
                SEED =
                        MethodHandles.privateLookupIn(Thread.class, MethodHandles.lookup())
                                .findVarHandle(Thread.class, "threadLocalRandomSeed", long.class);
            } catch (ReflectiveOperationException e) {
                throw new ExceptionInInitializerError(e);
            }
        }
    }
}
