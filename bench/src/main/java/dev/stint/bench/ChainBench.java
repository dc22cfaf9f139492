package dev.stint.bench;

import org.openjdk.jmh.annotations.Benchmark;

/** What does a hop cost in a long row of tasks, started for a few laps? */
public class ChainBench {
    static final int LAPS = 10;

    @Benchmark
    public void chain(PeerState state, CpuTime cpu) throws Exception {
        int tasks = state.size;
        cpu.measure(
                (long) tasks * LAPS,
                () -> check(tasks, state.peer().channels().chain(tasks, LAPS)));
    }

    static void check(int tasks, int seen) {
        Check.equal("there are %d hops, and %d were counted", (long) tasks * LAPS, seen);
    }
}
