package dev.stint.island;

/**
 * What one stage of an island does in an activation. It takes from its links and puts into them,
 * and neither waits nor makes objects.
 */
@FunctionalInterface
public interface Stage {
    /**
     * Does the work of one activation.
     *
     * @param activation its number, from 0; below 0 in a rehearsal
     * @throws Exception if the island cannot go on; it stops then
     */
    void run(long activation) throws Exception;
}
