package dev.stint.bench;

import org.openjdk.jmh.annotations.Benchmark;

/** What does a message cost when one task sends and many receive? */
public class FanOutBench {
    static final int RECEIVERS = 100;

    @Benchmark
    public void pass(PeerState state, CpuTime cpu) throws Exception {
        BufferedBench.measure(state, cpu, 1, RECEIVERS);
    }
}
