package dev.stint.bench;

import dev.stint.Scheduler;
import dev.stint.budget.Budget;
import dev.stint.config.Profile;
import dev.stint.event.Event;
import dev.stint.nursery.Nursery;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/**
 * How late is a slice that a timer ends? Woven loops that never end give way to each other under
 * profile REALTIME: from the strike of the timer until the worker goes on with another, and by how
 * much a slice was longer than it should be, which has the lateness of the timer itself in it.
 */
public class RealtimeBench {
    static final String P99 = "p99-ns";

    private static final int LOOPS = 4;
    private static final Duration SLICE = Duration.ofMillis(1);
    private static final Budget CHILD = new Budget(1L << 50, 1L << 40, 0, 1L << 30, 0);
    private static final Budget POOL = new Budget(1L << 60, 1L << 60, 1L << 30, 1L << 60, 0);

    @State(Scope.Thread)
    @AuxCounters(AuxCounters.Type.EVENTS)
    public static class Figures {
        public double p50;
        public double p99;
        public double over50;
        public double over99;
    }

    @Benchmark
    public void realtime(FloorState state, Figures figures) throws Exception {
        var late = new long[state.size];
        var over = new long[state.size];
        var seen = new AtomicInteger(-state.size / 4); // the first ones warm up
        var enough = new CountDownLatch(1);
        var isOver = new AtomicBoolean();
        try (var scheduler =
                Scheduler.open(
                        c ->
                                c.withProfile(Profile.REALTIME)
                                        .withSliceTime(SLICE)
                                        .withWorkers(state.workers)
                                        .withSink(
                                                event -> {
                                                    if (event instanceof Event.SliceEnded end) {
                                                        note(end, seen, late, over, enough);
                                                    }
                                                }))) {
            var loop = StintRivals.woven();
            Nursery nursery = scheduler.nursery(n -> n.withBudget(POOL).withChildBudget(CHILD));
            for (int i = 0; i < LOOPS * state.workers; i++) {
                nursery.spawn(() -> loop.accept(new AtomicLong(), isOver));
            }
            enough.await();
            isOver.set(true);
            nursery.close();
        }
        figures.p50 = percentile(late, 0.5);
        figures.p99 = percentile(late, 0.99);
        figures.over50 = percentile(over, 0.5);
        figures.over99 = percentile(over, 0.99);
    }

    private static void note(
            Event.SliceEnded end,
            AtomicInteger seen,
            long[] late,
            long[] over,
            CountDownLatch enough) {
        int at = seen.getAndIncrement();
        if (at >= 0 && at < late.length) {
            late[at] = end.late().toNanos();
            over[at] = end.lasted().minus(SLICE).toNanos();
        } else if (at >= late.length) {
            enough.countDown();
        }
    }

    static double percentile(long[] nanos, double part) {
        long[] sorted = nanos.clone();
        Arrays.sort(sorted);
        return sorted[(int) Math.ceil(part * sorted.length) - 1];
    }
}
