package dev.stint.island;

import dev.stint.internal.island.IslandImpl;

/**
 * A graph of stages that was admitted as a whole and runs once in each period: each stage after
 * those it reads from. It has a right to processor time, a worker of its own if it asks for one,
 * and objects that were made before.
 *
 * <p>An activation neither waits nor makes objects. That is measured; what it does in spite of it
 * is counted, told by {@link dev.stint.event.Event.IslandViolated}, and dealt with as {@link
 * IslandOverrun} says.
 *
 * <p>Open one by {@link dev.stint.Scheduler#openIsland}. All methods may be called by any thread
 * outside or task of another tenant, in any state, any number of times.
 */
public sealed interface RealtimeIsland extends AutoCloseable permits IslandImpl {
    /** What it was opened with. */
    IslandConfig config();

    /** The island at this moment. */
    IslandSnapshot snapshot();

    /** Ends it after the activation that runs, waits for that, and gives back what it had. */
    @Override
    void close();
}
