package dev.stint.internal.core;

/**
 * Stack for scheduler code that is called from the bottom of a deep recursion: taken, and given
 * back, before the code begins. A stack overflow then strikes here, where nothing is half done, and
 * not in the middle; nor while something shared is linked for the first time, which would fail for
 * good.
 */
final class Headroom {
    /** Times what a frame of {@link #dive} takes, some hundred bytes. */
    private static final int DEPTH = 160;

    private Headroom() {}

    /**
     * Makes sure of it.
     *
     * @throws StackOverflowError if there is too little
     */
    static void ensure() {
        if (dive(DEPTH, 1, 2, 3, 4, 5, 6, 7, 8) == 0) {
            throw new SchedulerBug("a sum of positive numbers is zero");
        }
    }

    /** Keeps its arguments alive across the call, so that they are in its frame. */
    private static long dive(
            int depth, long a, long b, long c, long d, long e, long f, long g, long h) {
        if (depth == 0) {
            return a | 1;
        }
        long below = dive(depth - 1, b, c, d, e, f, g, h, a + depth);
        return (below ^ a ^ b ^ c ^ d ^ e ^ f ^ g ^ h) | 1;
    }
}
