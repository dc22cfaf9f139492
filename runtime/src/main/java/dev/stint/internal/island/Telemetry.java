package dev.stint.internal.island;

import dev.stint.internal.wait.SpinLock;

/**
 * What was seen of the activations of one island. The island's task writes, anyone reads; guarded
 * by itself.
 */
final class Telemetry extends SpinLock {
    long activations;
    long misses;
    long skipped;
    long overruns;
    long allocations;
    long blocks;
    long measured;
    long worstBytes;
    long worstStart;
    long worstResponse;
    long worstLateness;
}
