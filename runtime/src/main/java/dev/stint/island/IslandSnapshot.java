package dev.stint.island;

import dev.stint.context.ContextSnapshot;
import dev.stint.lease.LeaseSnapshot;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * A realtime island at one moment.
 *
 * @param order of its stages, as they run
 * @param activations that have ended
 * @param misses how many of them ended after the deadline
 * @param skipped how many were left out because those before took too long
 * @param overruns how many used up what the island may use in a period
 * @param allocations how many allocated more than was reserved
 * @param blocks how many waited for something
 * @param measured in how many the bytes could be measured: on threads, if nothing interrupted them
 * @param worstBytes the most that one of these allocated
 * @param worstStart the latest beginning after that of the period
 * @param worstResponse the latest end after the beginning of the period
 * @param worstLateness the latest end after a deadline; zero if there was none
 * @param why it does not run any more, in words; empty while it runs
 * @param context what it may use in each period
 * @param lease of its own worker, if it has one
 */
public record IslandSnapshot(
        String name,
        IslandState state,
        List<String> order,
        long activations,
        long misses,
        long skipped,
        long overruns,
        long allocations,
        long blocks,
        long measured,
        long worstBytes,
        Duration worstStart,
        Duration worstResponse,
        Duration worstLateness,
        String why,
        ContextSnapshot context,
        Optional<LeaseSnapshot> lease) {
    public IslandSnapshot {
        order = List.copyOf(order);
    }
}
