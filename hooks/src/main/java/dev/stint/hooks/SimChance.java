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
        Simulation sim = SimHook.here();
        return sim == null ? Math.random() : (sim.random() >>> 11) * 0x1.0p-53;
    }

    /** For a generator that would seed itself. */
    public static long seed() {
        Simulation sim = SimHook.here();
        return sim == null ? new SplittableRandom().nextLong() : sim.random();
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
        Simulation sim = SimHook.here();
        if (sim != null) {
            Thread me = Thread.currentThread();
            Seeds.SEED.set(me, sim.random() - (me.threadId() << 1));
        }
    }

    public static UUID randomUUID() {
        Simulation sim = SimHook.here();
        if (sim == null) {
            return UUID.randomUUID();
        }
        long high = (sim.random() & ~0xF000L) | 0x4000L; // version 4
        long low = (sim.random() & ~(3L << 62)) | (1L << 63); // variant 2
        return new UUID(high, low);
    }

    public static void shuffle(List<?> list) {
        Simulation sim = SimHook.here();
        if (sim == null) {
            Collections.shuffle(list);
        } else {
            Collections.shuffle(list, new Random(sim.random()));
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
