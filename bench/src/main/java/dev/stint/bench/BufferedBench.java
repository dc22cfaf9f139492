package dev.stint.bench;

import org.openjdk.jmh.annotations.Benchmark;

/** What does a message cost that goes through a buffer, from one task to one other? */
public class BufferedBench {
    static final int CAPACITY = 64;

    @Benchmark
    public void pass(PeerState state, CpuTime cpu) throws Exception {
        measure(state, cpu, 1, 1);
    }

    static void measure(PeerState state, CpuTime cpu, int senders, int receivers) throws Exception {
        int messages = state.size;
        cpu.measure(
                messages,
                () -> {
                    var channels = state.peer().channels();
                    check(senders, messages, channels.pass(CAPACITY, senders, receivers, messages));
                });
    }

    static void check(int senders, int messages, long sum) {
        Check.equal(
                "what was sent sums up to %d, what was received to %d",
                senders * ChannelShapes.sum(messages / senders), sum);
    }
}
