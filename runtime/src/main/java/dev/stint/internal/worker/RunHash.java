package dev.stint.internal.worker;

/**
 * A running hash of everything that happens under a seed. Equal hashes mean equal runs: each step,
 * choice, wake and jump of the clock is mixed in, in order.
 */
public final class RunHash {
    public static final int STEP = 1;
    public static final int CHOICE = 2;
    static final int SPAWN = 3;
    static final int MOUNT = 4;
    static final int YIELD = 5;
    static final int PARK = 6;
    static final int WAKE = 7;
    static final int FINISH = 8;
    static final int STEAL = 9;
    public static final int JUMP = 10;
    static final int BLOCK = 11;
    static final int SLEEP = 12;
    static final int PANIC = 13;
    static final int CREW = 14;
    static final int NURSERY = 15;
    static final int EXHAUSTED = 16;
    static final int LEASE = 17;

    private long hash = 0xCBF29CE484222325L;
    private long length;

    public void add(int kind, long who, long what) {
        long h = hash;
        h = mix(h ^ kind);
        h = mix(h ^ who);
        h = mix(h ^ what);
        hash = h;
        length++;
    }

    private static long mix(long z) {
        z = (z ^ (z >>> 32)) * 0x9E3779B97F4A7C15L;
        return z ^ (z >>> 29);
    }

    long hash() {
        return hash;
    }

    long length() {
        return length;
    }
}
