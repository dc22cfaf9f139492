package dev.stint.testkit;

import java.util.concurrent.atomic.AtomicInteger;

/** Counts what woven programs do. Not woven itself, so that there is one for all twins. */
public final class Tally {
    private static final AtomicInteger BEGUN = new AtomicInteger();
    private static final AtomicInteger ENDED = new AtomicInteger();

    private Tally() {}

    public static void reset() {
        BEGUN.set(0);
        ENDED.set(0);
    }

    public static void begin() {
        BEGUN.incrementAndGet();
    }

    public static void end() {
        ENDED.incrementAndGet();
    }

    public static int begun() {
        return BEGUN.get();
    }

    public static int ended() {
        return ENDED.get();
    }
}
