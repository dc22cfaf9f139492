package dev.stint.bench;

import org.openjdk.jmh.annotations.Benchmark;

/** What does it cost to start a task that does nothing, and to run it? */
public class SpawnBench {
    @Benchmark
    public void spawn(PeerState state, CpuTime cpu) throws Exception {
        cpu.measure(state.size, () -> state.peer().spawn(state.size));
    }
}
