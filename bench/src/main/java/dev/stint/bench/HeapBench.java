package dev.stint.bench;

import com.sun.management.OperatingSystemMXBean;
import dev.stint.Scheduler;
import dev.stint.Stint;
import dev.stint.budget.Budget;
import dev.stint.nursery.Nursery;
import dev.stint.tenant.Tenant;
import dev.stint.tenant.TenantConfig;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/**
 * What does a limit on what tenants keep alive cost? The same work is done by tenants with that
 * limit and without, by turns in one JVM, which samples allocations only while somebody has one. A
 * ratio is in processor time of the whole process: the collector and the watch are in it.
 */
public class HeapBench {
    private static final Budget CHILD = new Budget(1L << 40, 1L << 40, 1 << 20, 0, 0);
    private static final Budget POOL = new Budget(1L << 60, 1L << 60, 1L << 40, 0, 0);
    private static final long LIMIT = 64L << 20;
    private static final int ALLOCATIONS = 10_000_000;
    private static final int YIELDS = 20_000;
    private static final int RUNS = 40;
    private static final OperatingSystemMXBean SYSTEM =
            ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

    /** With a limit divided by without. */
    @State(Scope.Thread)
    @AuxCounters(AuxCounters.Type.EVENTS)
    public static class Figures {
        public double churn;
        public double kernel;
        public double turns;
    }

    /** A scheduler with one worker, whose tenants come and go. */
    private static final class Side implements AutoCloseable {
        private final Scheduler scheduler = Scheduler.open(c -> c.withName("heap").withWorkers(1));
        private final Callable<Object> program =
                Objects.requireNonNull(
                        Program.of(Kernel.WORD_COUNT, List.of(Version.WOVEN))
                                .versions()
                                .get(Version.WOVEN.label()));

        @SuppressWarnings("UnusedVariable") // so that the compiler does not leave out what is made
        private volatile @Nullable Object last;

        Side() throws Exception {}

        private Tenant open(String name, boolean isLimited) {
            TenantConfig plain = TenantConfig.defaults().withName(name);
            return scheduler.openTenant(_ -> isLimited ? plain.withHeapLimit(LIMIT) : plain);
        }

        private static Nursery nursery(Tenant tenant) {
            return tenant.nursery(n -> n.withBudget(POOL).withChildBudget(CHILD));
        }

        /** The nanoseconds that a work takes of the process. */
        long nanos(boolean isLimited, Work work) throws Exception {
            try (Tenant one = open("one", isLimited);
                    Tenant other = open("other", isLimited)) {
                Nursery nursery = nursery(one);
                Nursery others = nursery(other);
                long before = SYSTEM.getProcessCpuTime();
                work.in(this, nursery, others);
                return SYSTEM.getProcessCpuTime() - before;
            }
        }

        /** Allocates as fast as can be. */
        void churn(Nursery nursery, Nursery others) throws Exception {
            nursery.spawn(
                            () -> {
                                for (int i = 0; i < ALLOCATIONS; i++) {
                                    last = new long[3];
                                }
                            })
                    .await();
        }

        void runKernel(Nursery nursery, Nursery others) throws Exception {
            nursery.spawn(
                            () -> {
                                for (int i = 0; i < RUNS; i++) {
                                    Check.equal(
                                            "%d result, and %d", 1, program.call() == null ? 0 : 1);
                                }
                            })
                    .await();
        }

        /** Turns of two tenants, as short as can be: a mark of the carrier each. */
        void takeTurns(Nursery nursery, Nursery others) throws Exception {
            var one = nursery.spawn(Side::giveWay);
            var other = others.spawn(Side::giveWay);
            one.await();
            other.await();
        }

        private static void giveWay() throws InterruptedException {
            for (int i = 0; i < YIELDS; i++) {
                Stint.yield();
            }
        }

        @Override
        public void close() {
            scheduler.close();
        }
    }

    /** Something that tasks of two tenants do. */
    private interface Work {
        void in(Side side, Nursery nursery, Nursery others) throws Exception;
    }

    @Benchmark
    public void heap(PeerState state, Figures figures) throws Exception {
        try (var side = new Side()) {
            figures.churn = ratio(side, state.size, Side::churn);
            figures.kernel = ratio(side, state.size, Side::runKernel);
            figures.turns = ratio(side, state.size, Side::takeTurns);
        }
    }

    /** Of sums: the clock of a process counts in hundredths of a second. */
    private static double ratio(Side side, int laps, Work work) throws Exception {
        long with = 0;
        long without = 0;
        for (int i = 0; i < laps; i++) {
            boolean isFirst = i % 2 == 0;
            long first = side.nanos(isFirst, work);
            long second = side.nanos(!isFirst, work);
            with += isFirst ? first : second;
            without += isFirst ? second : first;
        }
        return (double) with / without;
    }
}
