package dev.stint.bench;

import org.openjdk.jmh.annotations.Benchmark;

/** What does a round trip cost between two tasks that wake each other and park? */
public class ParkUnparkBench {
    @Benchmark
    public void roundTrips(PeerState state, CpuTime cpu) throws Exception {
        cpu.measure(state.size, () -> state.peer().roundTrips(state.size));
    }
}
