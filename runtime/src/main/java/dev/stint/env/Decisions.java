package dev.stint.env;

/**
 * The source of every choice that a run makes: which worker steps, which victim is robbed, which
 * waiter wins. Under the seeded driver there is exactly one per scheduler.
 */
@FunctionalInterface
public interface Decisions {
    /** A number from 0 to {@code alternatives - 1}; called only with at least two alternatives. */
    int choose(int alternatives);

    /** Choices drawn from a seed, the same on every machine. */
    static Decisions seeded(long seed) {
        var random = new Xoshiro256(seed);
        return random::nextInt;
    }
}
