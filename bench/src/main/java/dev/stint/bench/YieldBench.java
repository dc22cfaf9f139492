package dev.stint.bench;

import org.openjdk.jmh.annotations.Benchmark;

/** What does it cost to give way when a thousand tasks do? */
public class YieldBench {
    static final int TASKS = 1000;

    @Benchmark
    public void yields(PeerState state, CpuTime cpu) throws Exception {
        cpu.measure((long) TASKS * state.size, () -> state.peer().yields(TASKS, state.size));
    }
}
