package dev.stint.bench;

import org.openjdk.jmh.annotations.Benchmark;

/** What does a meeting cost that a third task arranges for two? */
public class ChameneosBench {
    static final int CREATURES = 10;

    @Benchmark
    public void chameneos(PeerState state, CpuTime cpu) throws Exception {
        int meetings = state.size;
        cpu.measure(
                meetings,
                () -> check(meetings, state.peer().channels().chameneos(CREATURES, meetings)));
    }

    static void check(int meetings, long met) {
        Check.equal("%d times a creature has met another, not %d", 2L * meetings, met);
    }
}
