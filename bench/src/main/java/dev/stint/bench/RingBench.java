package dev.stint.bench;

import org.openjdk.jmh.annotations.Benchmark;

/** What does a hop cost when a token goes round a ring of tasks, of which one is awake? */
public class RingBench {
    static final int TASKS = 503;

    @Benchmark
    public void ring(PeerState state, CpuTime cpu) throws Exception {
        int hops = state.size;
        cpu.measure(hops, () -> check(hops, state.peer().channels().ring(TASKS, hops)));
    }

    static void check(int hops, int task) {
        Check.equal("the token ends at task %d, not %d", hops % TASKS, task);
    }
}
