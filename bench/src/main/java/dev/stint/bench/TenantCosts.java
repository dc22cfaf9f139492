package dev.stint.bench;

import dev.stint.Scheduler;
import dev.stint.Stint;
import dev.stint.config.SchedulerConfig;
import dev.stint.config.SysmonConfig;
import dev.stint.nursery.Nursery;
import dev.stint.tenant.Tenant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/** What Stint's tenants cost, one thing after another. */
final class TenantCosts {
    /** So that each giving way ends a turn, and the worker goes over to the next tenant. */
    private static final long SHORTEST_SLICE = 1_000;

    private static final int MANY = 10_000;
    private static final String NAME = "tenants";
    private static final int PAIR_TASKS = 1_000;
    private static final int PAIR_YIELDS = 50;
    private static final int PAIRS_A_MILLI = 20; // one pair of laps for so many milliseconds

    private final int millis;

    TenantCosts(int millis) {
        this.millis = millis;
    }

    void measure(TenantsBench.Figures figures) throws Exception {
        figures.idle1 = idle(1);
        figures.idle10 = idle(10);
        figures.idle1000 = idle(1_000);
        figures.idle10000 = idle(MANY);
        figures.busy1 = busy(1, TenantsBench.FEWEST);
        figures.busy10 = busy(10, TenantsBench.FEWEST);
        figures.busy1000 = busy(1_000, 1_000);
        figures.busy10000 = busy(MANY, MANY);
        figures.together10000 = busy(1, MANY);
        figures.bytes = bytes();
        figures.fair = fair(1);
        figures.fairOfTwo = fair(2);
    }

    private static Scheduler open(int workers, long slice) {
        return Scheduler.open(
                c ->
                        c.withName(NAME)
                                .withWorkers(workers)
                                .withSlice(slice)
                                .withSysmon(SysmonConfig.defaults().withMaxTemporary(0)));
    }

    private static List<Nursery> open(Scheduler scheduler, int tenants) {
        var nurseries = new ArrayList<Nursery>();
        for (int i = 0; i < tenants; i++) {
            nurseries.add(scheduler.openTenant(t -> t).root());
        }
        return nurseries;
    }

    /** Of tasks of one more tenant, beside these. */
    private double idle(int tenants) throws InterruptedException {
        try (var scheduler = open(1, SHORTEST_SLICE)) {
            open(scheduler, tenants);
            return nanos(open(scheduler, 1), TenantsBench.FEWEST);
        }
    }

    private double busy(int tenants, int tasks) throws InterruptedException {
        try (var scheduler = open(1, SHORTEST_SLICE)) {
            return nanos(open(scheduler, tenants), tasks);
        }
    }

    private double nanos(List<Nursery> tenants, int tasks) throws InterruptedException {
        return GivingWay.nanos(
                tasks,
                millis,
                () -> ThreadTime.ofScheduler(NAME),
                (all, loop) -> {
                    for (int i = 0; i < all; i++) {
                        tenants.get(i % tenants.size()).spawn(() -> giveWay(loop));
                    }
                });
    }

    private static void giveWay(GivingWay loop) throws InterruptedException {
        loop.hasStarted();
        while (loop.isOn()) {
            Stint.yield();
        }
        loop.hasEnded();
    }

    /** Of heap, of a tenant that is open and has run something. */
    private static double bytes() throws InterruptedException {
        try (var scheduler = open(1, SHORTEST_SLICE)) {
            var tenants = new ArrayList<Tenant>(MANY);
            weigh(scheduler, tenants, MANY / 10); // what is made once, is made now
            return weigh(scheduler, tenants, MANY);
        }
    }

    private static double weigh(Scheduler scheduler, List<Tenant> tenants, int more)
            throws InterruptedException {
        long before = Heap.used();
        for (int i = 0; i < more; i++) {
            Tenant tenant = scheduler.openTenant(t -> t);
            tenant.root().spawn(() -> {}).await();
            tenants.add(tenant);
        }
        return (double) (Heap.used() - before) / more;
    }

    /** The same work done by two tenants, divided by what it costs the host alone. */
    private double fair(int workers) throws Exception {
        try (var scheduler = open(workers, SchedulerConfig.defaults().slice())) {
            List<Nursery> host = List.of(scheduler.root());
            List<Nursery> two = open(scheduler, 2);
            var ratios = new Samples();
            for (int i = 0; i <= millis / PAIRS_A_MILLI; i++) {
                boolean isFirst = i % 2 == 0;
                double first = lap(isFirst ? two : host);
                double second = lap(isFirst ? host : two);
                ratios.add(Figure.CPU, isFirst ? first / second : second / first);
            }
            return ratios.median(Figure.CPU);
        }
    }

    private static double lap(List<Nursery> tenants) throws InterruptedException {
        long before = ThreadTime.ofScheduler(NAME);
        var ended = new CountDownLatch(PAIR_TASKS);
        for (int i = 0; i < PAIR_TASKS; i++) {
            tenants.get(i % tenants.size())
                    .spawn(
                            () -> {
                                for (int left = PAIR_YIELDS; left > 0; left--) {
                                    Stint.yield();
                                }
                                ended.countDown();
                            });
        }
        ended.await();
        return ThreadTime.ofScheduler(NAME) - before;
    }
}
