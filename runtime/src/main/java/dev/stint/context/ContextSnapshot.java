package dev.stint.context;

import java.time.Duration;

/**
 * A scheduling context at one moment.
 *
 * @param tasks how many are bound to it
 * @param waiting how many of them wait for a worker, or until it is filled up
 * @param operationsLeft in this period; negative if the last look came late, and then taken from
 *     what it is filled up with
 * @param timeLeft the same in time
 * @param operationsUsed since it was opened
 * @param timeUsed since it was opened
 * @param depletions how often it was used up
 * @param killed how many tasks it has cancelled because it was used up
 * @param lent to how many tasks it is lent now, by tasks that wait for their answers
 * @param misses how often a task on it could still run, or ran, when its deadline passed
 */
public record ContextSnapshot(
        String name,
        ContextState state,
        int tasks,
        int waiting,
        long operationsLeft,
        Duration timeLeft,
        long operationsUsed,
        Duration timeUsed,
        long depletions,
        long killed,
        int lent,
        long misses) {}
