package dev.stint.bench;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/**
 * What do tenants cost? One giving way, of tasks of one tenant beside so many that are open and
 * idle, and of so many tenants that all have something to run; the memory of an open one; and two
 * of them against the host alone. One worker, in processor time. Peers have as many tasks, and know
 * no tenants.
 */
public class TenantsBench {
    /** Tasks there are at least, so that who gives way gives way to somebody. */
    static final int FEWEST = 10;

    /** Beginnings of metrics; how many tenants there are comes behind. */
    static final String BUSY = "ns-busy-";

    static final String IDLE = "ns-idle-";

    static final String FAIR = "fair-ratio";
    static final String FAIR_OF_TWO = "fair-ratio-2-workers";

    private static final OperatingSystemMXBean SYSTEM =
            ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

    /** What is not measured stays 0. */
    @State(Scope.Thread)
    @AuxCounters(AuxCounters.Type.EVENTS)
    public static class Figures {
        public double idle1;
        public double idle10;
        public double idle1000;
        public double idle10000;
        public double busy1;
        public double busy10;
        public double busy1000;
        public double busy10000;
        public double together10000;
        public double bytes;
        public double fair;
        public double fairOfTwo;
    }

    /** Its size is milliseconds, for which each figure is taken. */
    @Benchmark
    public void tenants(FloorState state, Figures figures) throws Exception {
        Impl impl = Impl.of(state.impl);
        if (impl == Impl.STINT) {
            new TenantCosts(state.size).measure(figures);
            return;
        }
        figures.busy1 = nanos(impl, FEWEST, state.size);
        figures.busy10 = nanos(impl, FEWEST, state.size);
        figures.busy1000 = nanos(impl, 1_000, state.size);
        figures.busy10000 = nanos(impl, 10_000, state.size);
    }

    private static double nanos(Impl impl, int tasks, int millis) throws InterruptedException {
        GivingWay.Starter starter =
                switch (impl) {
                    case VIRTUAL_THREADS -> TenantsBench::startAll;
                    case KOTLIN ->
                            (all, loop) ->
                                    KotlinShapes.giveWay(
                                            all, loop::hasStarted, loop::isOn, loop::hasEnded);
                    default -> throw new IllegalArgumentException(impl.label());
                };
        return GivingWay.nanos(tasks, millis, SYSTEM::getProcessCpuTime, starter);
    }

    /** From one of them: who comes from outside waits until nobody inside wants to run. */
    private static void startAll(int tasks, GivingWay loop) {
        Thread.startVirtualThread(
                () -> {
                    for (int i = 0; i < tasks; i++) {
                        Thread.startVirtualThread(() -> giveWay(loop));
                    }
                });
    }

    @SuppressWarnings("ThreadPriorityCheck") // it is what is measured
    private static void giveWay(GivingWay loop) {
        loop.hasStarted();
        while (loop.isOn()) {
            Thread.yield();
        }
        loop.hasEnded();
    }
}
