package dev.stint.bench;

import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** What does it cost to start a task that does nothing, to run it, and to see that it has ended? */
public class SpawnBench {
    private static final int TRIAL = 1000;

    /** A peer whose tasks did not run, or that did not wait for them, would be fast. */
    @State(Scope.Benchmark)
    public static class Trial {
        @Setup
        public void run(PeerState state) throws Exception {
            var ran = new AtomicInteger();
            state.peer().spawn(TRIAL, ran::incrementAndGet);
            Check.equal("of %d tasks %d have run", TRIAL, ran.get());
        }
    }

    @Benchmark
    public void spawn(PeerState state, Trial trial, CpuTime cpu) throws Exception {
        cpu.measure(state.size, () -> state.peer().spawn(state.size, () -> {}));
    }
}
