package dev.stint.verify.soak;

import java.time.Duration;
import java.util.SplittableRandom;

/** Chance, drawn from the seed of a round. For one task or thread. */
final class Draw {
    private final SplittableRandom random;

    Draw(long seed) {
        this.random = new SplittableRandom(seed);
    }

    long seed() {
        return random.nextLong();
    }

    int below(int bound) {
        return random.nextInt(bound);
    }

    boolean oneIn(int n) {
        return random.nextInt(n) == 0;
    }

    /** From nothing to two milliseconds, mostly short. */
    Duration moment() {
        int nanos = random.nextInt(2_000_000);
        return Duration.ofNanos(oneIn(3) ? nanos : nanos / 40);
    }
}
