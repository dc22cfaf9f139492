package dev.stint.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/**
 * How far from its share is what a tenant gets? Of two with loops without an end, of weights 2 to 1
 * and 10 to 1. An error is how much more or less than its share the worse of the two had, in
 * hundredths of that share. What is measured on real threads is a diagnosis: others use them, too.
 */
public class SharesBench {
    static final String TWO = "virtual-2:1";
    static final String TEN = "virtual-10:1";

    /** More than there are processors, for each tenant. */
    private static final int LOOPS = 4;

    /** An error below what is written down; 0 would say that it was not measured. */
    private static final double LEAST = 0.001;

    /** What is not measured stays 0. */
    @State(Scope.Thread)
    @AuxCounters(AuxCounters.Type.EVENTS)
    public static class Figures {
        public double two;
        public double ten;
        public double realTwo;
        public double realTen;
        public double oneTwo;
        public double oneTen;
    }

    /** Its size is milliseconds, of virtual work and of real time. */
    @Benchmark
    public void shares(FloorState state, Figures figures) throws Exception {
        Impl impl = Impl.of(state.impl);
        if (impl == Impl.STINT) {
            figures.two = error(virtual(2, state.size), 2);
            figures.ten = error(virtual(10, state.size), 10);
            figures.oneTwo = error(real(impl, 1, state.size, 2), 2);
            figures.oneTen = error(real(impl, 1, state.size, 10), 10);
        }
        figures.realTwo = error(real(impl, state.workers, state.size, 2), 2);
        figures.realTen = error(real(impl, state.workers, state.size, 10), 10);
    }

    private static double virtual(int weight, int millis) throws Exception {
        try (var race = new SharesRun(1)) {
            race.join(weight);
            race.join(1);
            race.run(millis);
            return race.share(0);
        }
    }

    /** What part of all the heavier one had. */
    private static double real(Impl impl, int workers, int millis, int weight) throws Exception {
        try (var rivals = Rivals.of(impl, workers)) {
            List<AtomicLong> heavy = start(rivals.open(weight, 0));
            List<AtomicLong> light = start(rivals.open(1, 0));
            Thread.sleep(millis / 10); // until all are there
            long heavyBefore = sum(heavy);
            long lightBefore = sum(light);
            Thread.sleep(millis);
            double had = sum(heavy) - heavyBefore;
            return had / (had + sum(light) - lightBefore);
        }
    }

    private static List<AtomicLong> start(Rivals.Rival tenant) throws Exception {
        var rounds = new ArrayList<AtomicLong>();
        for (int i = 0; i < LOOPS; i++) {
            rounds.add(new AtomicLong());
            tenant.spin(rounds.getLast());
        }
        return rounds;
    }

    private static long sum(List<AtomicLong> rounds) {
        return rounds.stream().mapToLong(AtomicLong::get).sum();
    }

    /**
     * In hundredths.
     *
     * @param share what part of all the one of that weight had; the other has weight 1
     */
    static double error(double share, int weight) {
        double fair = weight / (weight + 1.0);
        double heavy = Math.abs(share - fair) / fair;
        double light = Math.abs(share - fair) / (1 - fair);
        return Math.max(LEAST, 100 * Math.max(heavy, light));
    }
}
