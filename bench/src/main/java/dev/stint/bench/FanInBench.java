package dev.stint.bench;

import org.openjdk.jmh.annotations.Benchmark;

/** What does a message cost when many tasks send and one receives? */
public class FanInBench {
    static final int SENDERS = 100;

    @Benchmark
    public void pass(PeerState state, CpuTime cpu) throws Exception {
        BufferedBench.measure(state, cpu, SENDERS, 1);
    }
}
