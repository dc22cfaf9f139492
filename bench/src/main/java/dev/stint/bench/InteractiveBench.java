package dev.stint.bench;

import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/**
 * How long does somebody wait who wants a processor for a moment, beside 64 tenants with endless
 * loops? From the ring of a bell to the first line of the task that it wakes. Who has not answered
 * in time is not asked again.
 */
public class InteractiveBench {
    static final String P99 = "p99-ns";

    private static final int LOOPS = 64;

    /** What the interactive tenant asks for at once, in operations: a tenth of what is usual. */
    private static final long SHORT_SLICE = 10_000;

    private static final Duration BETWEEN = Duration.ofMillis(2);
    private static final Duration UNTIL_ALL_SPIN = Duration.ofMillis(200);
    private static final Duration PATIENCE = Duration.ofSeconds(1);
    private static final int EVEN = 7; // rings are not in step with anybody's slices

    @State(Scope.Thread)
    @AuxCounters(AuxCounters.Type.EVENTS)
    public static class Figures {
        public double p99;
        public double p50;
        public double usualP99;
        public double unanswered;
    }

    @Benchmark
    public void interactive(FloorState state, Figures figures) throws Exception {
        Impl impl = Impl.of(state.impl);
        Waits waits = waits(impl, state, SHORT_SLICE);
        figures.p99 = waits.percentile(0.99);
        figures.p50 = waits.percentile(0.5);
        figures.unanswered = waits.unanswered();
        figures.usualP99 =
                impl == Impl.STINT // nobody else knows slices
                        ? waits(impl, state, 0).percentile(0.99)
                        : figures.p99;
    }

    private static Waits waits(Impl impl, FloorState state, long slice) throws Exception {
        try (var rivals = Rivals.of(impl, state.workers)) {
            var rung = new AtomicLong();
            var took = new AtomicLong();
            var answers = new Semaphore(0);
            Rivals.Bell bell =
                    rivals.open(1, slice)
                            .answerWith(
                                    () -> {
                                        took.set(System.nanoTime() - rung.get());
                                        answers.release();
                                    });
            for (int i = 0; i < LOOPS; i++) {
                rivals.open(1, 0).spin(new AtomicLong());
            }
            Thread.sleep(UNTIL_ALL_SPIN);
            var waits = new Waits(state.size);
            for (int i = 0; i < state.size; i++) {
                Thread.sleep(BETWEEN.plusNanos(i % EVEN * BETWEEN.toNanos() / EVEN));
                rung.set(System.nanoTime());
                bell.ring();
                if (!answers.tryAcquire(PATIENCE.toNanos(), TimeUnit.NANOSECONDS)) {
                    break;
                }
                waits.add(took.get());
            }
            return waits;
        }
    }

    /** How long somebody has waited, of whom so many answers are wanted. */
    static final class Waits {
        private final long[] nanos;
        private int count;

        Waits(int wanted) {
            nanos = new long[wanted];
            Arrays.fill(nanos, PATIENCE.toNanos()); // at least
        }

        void add(long took) {
            nanos[count++] = took;
        }

        /** In nanoseconds; what was not answered took as long as anybody has waited. */
        double percentile(double part) {
            long[] sorted = nanos.clone();
            Arrays.sort(sorted);
            return sorted[(int) Math.ceil(part * sorted.length) - 1];
        }

        /** In hundredths. */
        double unanswered() {
            return 100.0 * (nanos.length - count) / nanos.length;
        }
    }
}
