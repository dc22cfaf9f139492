package dev.stint.bench;

import org.openjdk.jmh.annotations.Benchmark;

/** What does a level cost when very many scopes stand in each other, a task in each? */
public class NestingBench {
    @Benchmark
    public void nest(PeerState state, CpuTime cpu) throws Exception {
        int levels = state.size;
        cpu.measure(levels, () -> check(levels, state.peer().nest(levels)));
    }

    static void check(int levels, int seen) {
        Check.equal("there are %d levels, and %d have answered", levels, seen);
    }
}
