package dev.stint.bench;

import dev.stint.Scheduler;
import dev.stint.Stint;
import dev.stint.config.Cores;
import java.util.concurrent.atomic.AtomicBoolean;
import org.HdrHistogram.Histogram;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/**
 * How long does one successful theft take, choice of the victim and the batch included, from a
 * worker that goes on pushing and popping?
 *
 * <p>The thief is a task that makes its own worker steal; the victim is whatever worker runs one of
 * the two tasks that spawn. Two reads of the clock are part of every figure.
 */
public class StealBench {
    private static final int BURST = 128;
    private static final long SLOWEST_NANOS = 10_000_000_000L;
    private static final long PATIENCE_NANOS = 60_000_000_000L;

    @State(Scope.Thread)
    @AuxCounters(AuxCounters.Type.EVENTS)
    public static class Figures {
        public double p50;
        public double p99;
        public double p999;
    }

    @Benchmark
    public void steal(PeerState state, Figures figures) throws Exception {
        var cores = Impl.of(state.impl) == Impl.STINT_BARE ? Cores.BARE : Cores.VIRTUAL;
        Histogram histogram;
        try (var scheduler = StintPeer.openScheduler(cores, state.workers)) {
            histogram = thefts(scheduler, state.size);
        }
        figures.p50 = histogram.getValueAtPercentile(50);
        figures.p99 = histogram.getValueAtPercentile(99);
        figures.p999 = histogram.getValueAtPercentile(99.9);
    }

    private static Histogram thefts(Scheduler scheduler, int wanted) throws InterruptedException {
        var enough = new AtomicBoolean();
        var spawners = new dev.stint.task.Task<?>[2];
        for (int i = 0; i < spawners.length; i++) {
            spawners[i] = scheduler.root().spawn(() -> spawnUntil(scheduler, enough));
        }
        try {
            return scheduler.<Histogram>run(() -> steal(wanted));
        } finally {
            enough.set(true);
            for (var spawner : spawners) {
                spawner.await();
            }
        }
    }

    private static void spawnUntil(Scheduler scheduler, AtomicBoolean enough)
            throws InterruptedException {
        while (!enough.get()) {
            for (int i = 0; i < BURST; i++) {
                scheduler.root().spawn(() -> {});
            }
            Stint.yield();
        }
    }

    private static Histogram steal(int wanted) throws InterruptedException {
        var histogram = new Histogram(SLOWEST_NANOS, 3);
        long latest = System.nanoTime() + PATIENCE_NANOS;
        while (histogram.getTotalCount() < wanted) {
            long nanos = StealProbe.stealOnce();
            if (nanos >= 0) {
                histogram.recordValue(Math.min(nanos, SLOWEST_NANOS));
            }
            if (System.nanoTime() > latest) {
                throw new IllegalStateException(
                        "only " + histogram.getTotalCount() + " of " + wanted + " thefts in time");
            }
            Stint.yield();
        }
        return histogram;
    }
}
