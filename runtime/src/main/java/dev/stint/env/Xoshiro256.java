package dev.stint.env;

/**
 * The generator xoshiro256++ of Blackman and Vigna, seeded through SplitMix64.
 *
 * <p>Our own twenty lines, and not the JDK's generator of the same name, because the JDK looks its
 * generators up as services and gives no promise about how an {@code int} below a bound is drawn: a
 * trace recorded today must replay on the next JDK.
 */
public final class Xoshiro256 {
    private long s0;
    private long s1;
    private long s2;
    private long s3;

    public Xoshiro256(long seed) {
        long z = seed;
        s0 = splitMix(z += 0x9E3779B97F4A7C15L);
        s1 = splitMix(z += 0x9E3779B97F4A7C15L);
        s2 = splitMix(z += 0x9E3779B97F4A7C15L);
        s3 = splitMix(z += 0x9E3779B97F4A7C15L);
    }

    private static long splitMix(long z) {
        z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return z ^ (z >>> 31);
    }

    public long nextLong() {
        long result = Long.rotateLeft(s0 + s3, 23) + s0;
        long t = s1 << 17;
        s2 ^= s0;
        s3 ^= s1;
        s1 ^= s2;
        s0 ^= s3;
        s2 ^= t;
        s3 = Long.rotateLeft(s3, 45);
        return result;
    }

    /** A number from 0 to {@code bound - 1}, by multiplication (bias below bound / 2^32). */
    public int nextInt(int bound) {
        if (bound <= 0) {
            throw new IllegalArgumentException("bound must be positive, not " + bound);
        }
        return (int) (((nextLong() >>> 32) * bound) >>> 32);
    }
}
