package dev.stint.verify.hostile;

import java.util.List;
import java.util.Map;

/** Draws something hostile from a seed, tries it, and says what must not be. */
public interface Hunter extends AutoCloseable {
    /** Tries what the seed draws. */
    List<Finding> attempt(long seed) throws InterruptedException;

    /** How many seeds, from 0 on, are all that it can try; 0 if there is no end. */
    default long all() {
        return 0;
    }

    /** How many there were of what, so far. */
    Map<String, Long> counts();

    /** The worst that was seen and was within bounds, a line for each. */
    List<String> worst();

    @Override
    void close();
}
