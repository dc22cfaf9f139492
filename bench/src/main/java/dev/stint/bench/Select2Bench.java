package dev.stint.bench;

import org.openjdk.jmh.annotations.Benchmark;

/** What does it cost to receive a message from whichever of two channels has one? */
public class Select2Bench {
    private static final int CHANNELS = 2;

    @Benchmark
    public void select(PeerState state, CpuTime cpu) throws Exception {
        measure(state, cpu, CHANNELS);
    }

    static void measure(PeerState state, CpuTime cpu, int count) throws Exception {
        int messages = state.size;
        cpu.measure(
                messages,
                () -> check(count, messages, state.peer().channels().select(count, messages)));
    }

    static void check(int count, int messages, long sum) {
        Check.equal(
                "what was sent sums up to %d, what was received to %d",
                count * ChannelShapes.sum(messages / count), sum);
    }
}
