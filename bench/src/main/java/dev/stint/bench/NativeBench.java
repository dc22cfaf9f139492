package dev.stint.bench;

import dev.stint.Scheduler;
import dev.stint.config.Cores;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** What do C functions cost as tasks, beside Java tasks that do the same? One worker. */
public class NativeBench {
    /** Tasks that give way in turn. */
    static final int IN_TURN = 100;

    /** Tasks that wait at once; more than 32,000 stacks need a new Linux. */
    static final int PARKED = 20_000;

    /** What is not measured stays NaN. */
    @State(Scope.Thread)
    @AuxCounters(AuxCounters.Type.EVENTS)
    public static class Figures {
        public double spawn = Double.NaN;
        public double spawnFromJava = Double.NaN;
        public double change = Double.NaN;
        public double yield = Double.NaN;
        public double roundTrip = Double.NaN;
        public double bytes = Double.NaN;
        public double downcall = Double.NaN;
        public double metered = Double.NaN;
    }

    @Benchmark
    public void tasks(FloorState state, Figures figures) throws Exception {
        try (Scheduler scheduler = StintPeer.openScheduler(Cores.VIRTUAL, 1)) {
            if (Impl.of(state.impl) == Impl.STINT) {
                new CTasks(scheduler, state.size).measure(figures);
            } else {
                new JavaTasks(scheduler, state.size).measure(figures);
            }
        }
    }

    /** Something that takes time. */
    interface Work {
        void run() throws Exception;
    }

    /** Nanoseconds of each of so many operations. */
    static double nanos(long operations, Work work) throws Exception {
        long start = System.nanoTime();
        work.run();
        return (double) (System.nanoTime() - start) / operations;
    }
}
