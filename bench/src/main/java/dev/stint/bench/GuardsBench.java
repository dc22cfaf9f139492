package dev.stint.bench;

import dev.stint.Scheduler;
import dev.stint.Stint;
import dev.stint.budget.Budget;
import dev.stint.env.Readings;
import dev.stint.nursery.Nursery;
import dev.stint.tenant.Tenant;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicBoolean;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/**
 * What do guards cost? The same work of tenants is done by a scheduler with guards and by one
 * without, by turns in one JVM; a ratio is that of neighbours, in processor time of the threads of
 * the scheduler, its monitor included.
 */
public class GuardsBench {
    private static final Budget CHILD = new Budget(1L << 40, 1L << 40, 1 << 20, 0, 0);
    private static final Budget POOL = new Budget(1L << 60, 1L << 60, 1L << 40, 0, 0);
    private static final int SPAWNS = 20_000;
    private static final int YIELDS = 10_000;
    private static final int RUNS = 20;

    /** With guards divided by without. */
    @State(Scope.Thread)
    @AuxCounters(AuxCounters.Type.EVENTS)
    public static class Figures {
        public double spawn;
        public double kernel;
        public double turns;
    }

    /** One of the two schedulers, with one worker and two tenants. */
    private static final class Side implements AutoCloseable {
        private final String name;
        private final Scheduler scheduler;
        private final Nursery nursery;
        private final Nursery others;
        private final Callable<Object> program;

        Side(String name, boolean isGuarded) throws Exception {
            this.name = name;
            scheduler =
                    Scheduler.open(
                            c -> {
                                var config = c.withName(name).withWorkers(1);
                                return isGuarded ? config : config.withReadings(Readings.none());
                            });
            nursery = open(scheduler.openTenant(t -> t.withName("one")));
            others = open(scheduler.openTenant(t -> t.withName("other")));
            program =
                    Objects.requireNonNull(
                            Program.of(Kernel.WORD_COUNT, List.of(Version.WOVEN))
                                    .versions()
                                    .get(Version.WOVEN.label()));
        }

        private static Nursery open(Tenant tenant) {
            return tenant.nursery(n -> n.withBudget(POOL).withChildBudget(CHILD));
        }

        void spawn() throws Exception {
            nursery.spawn(
                            () ->
                                    Stint.runInNursery(
                                            children -> {
                                                for (int i = 0; i < SPAWNS; i++) {
                                                    children.spawn(() -> {});
                                                }
                                            }))
                    .await();
        }

        void runKernel() throws Exception {
            nursery.spawn(
                            () -> {
                                for (int i = 0; i < RUNS; i++) {
                                    Check.equal(
                                            "%d result, and %d", 1, program.call() == null ? 0 : 1);
                                }
                            })
                    .await();
        }

        /** Turns of two tenants, as short as can be. */
        void takeTurns() throws Exception {
            var isOver = new AtomicBoolean();
            var other =
                    others.spawn(
                            () -> {
                                while (!isOver.get()) {
                                    Stint.yield();
                                }
                            });
            nursery.spawn(
                            () -> {
                                for (int i = 0; i < YIELDS; i++) {
                                    Stint.yield();
                                }
                                isOver.set(true);
                            })
                    .await();
            other.await();
        }

        /** The processor time of its threads so far. */
        long nanos() {
            return ThreadTime.ofScheduler(name);
        }

        @Override
        public void close() {
            scheduler.close();
        }
    }

    /** Something that tasks of the tenants do. */
    private interface Work {
        void on(Side side) throws Exception;
    }

    @Benchmark
    public void guards(PeerState state, Figures figures) throws Exception {
        try (var guarded = new Side("guarded", true);
                var free = new Side("free", false)) {
            figures.spawn = ratio(guarded, free, state.size, Side::spawn);
            figures.kernel = ratio(guarded, free, state.size, Side::runKernel);
            figures.turns = ratio(guarded, free, state.size, Side::takeTurns);
        }
    }

    private static double ratio(Side guarded, Side free, int laps, Work work) throws Exception {
        var ratios = new Samples();
        for (int i = 0; i < laps; i++) {
            boolean isFirst = i % 2 == 0;
            double first = nanos(isFirst ? guarded : free, work);
            double second = nanos(isFirst ? free : guarded, work);
            double ratio = isFirst ? first / second : second / first;
            if (Double.isFinite(ratio) && ratio > 0) { // no temporary worker has ended meanwhile
                ratios.add(Figure.CPU, ratio);
            }
        }
        return ratios.median(Figure.CPU);
    }

    private static double nanos(Side side, Work work) throws Exception {
        long before = side.nanos();
        work.on(side);
        return side.nanos() - before;
    }
}
