package dev.stint.bench;

import org.openjdk.jmh.annotations.Benchmark;

/** What does it cost to receive a message from whichever of eight channels has one? */
public class Select8Bench {
    private static final int CHANNELS = 8;

    @Benchmark
    public void select(PeerState state, CpuTime cpu) throws Exception {
        Select2Bench.measure(state, cpu, CHANNELS);
    }
}
