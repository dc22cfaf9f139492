package dev.stint.bench;

import org.openjdk.jmh.annotations.Benchmark;

/** How much faster do two workers compute than one? Run once with each. */
public class ScalingBench {
    /** About 20 µs; the same in every fork, or the forks could not be compared. */
    private static final long TOKENS = 10_000;

    @Benchmark
    public void compute(PeerState state, CpuTime cpu) throws Exception {
        cpu.measure(state.size, () -> state.peer().compute(state.size, TOKENS));
    }
}
