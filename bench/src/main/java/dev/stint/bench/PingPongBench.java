package dev.stint.bench;

import org.openjdk.jmh.annotations.Benchmark;

/** What does a round trip cost between two tasks that hand a message over and back? */
public class PingPongBench {
    @Benchmark
    public void pingPong(PeerState state, CpuTime cpu) throws Exception {
        int trips = state.size;
        cpu.measure(trips, () -> check(trips, state.peer().channels().pingPong(trips)));
    }

    static void check(int trips, long sum) {
        Check.equal("what comes back sums up to %d, not %d", ChannelShapes.sum(trips), sum);
    }
}
