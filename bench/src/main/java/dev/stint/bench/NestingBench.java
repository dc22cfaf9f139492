package dev.stint.bench;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import org.openjdk.jmh.annotations.Benchmark;

/** What does a level cost when very many scopes stand in each other, a task in each? */
public class NestingBench {
    private static final String QUADRATIC = "its time per level grows with the levels";

    /** Two minutes for an iteration of a hundred thousand levels would be most of a session. */
    static final Map<Impl, String> SKIPPED =
            Collections.unmodifiableMap(
                    new EnumMap<>(Map.of(Impl.STRUCTURED, QUADRATIC, Impl.JOX, QUADRATIC)));

    @Benchmark
    public void nest(PeerState state, CpuTime cpu) throws Exception {
        int levels = state.size;
        cpu.measure(levels, () -> check(levels, state.peer().nest(levels)));
    }

    static void check(int levels, int seen) {
        Check.equal("there are %d levels, and %d have answered", levels, seen);
    }
}
