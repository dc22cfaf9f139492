package dev.stint.bench;

import dev.stint.Scheduler;
import dev.stint.Stint;
import dev.stint.budget.Budget;
import dev.stint.config.Cores;
import dev.stint.nursery.Nursery;
import dev.stint.task.Task;
import dev.stint.tenant.Tenant;
import java.util.ArrayList;
import java.util.List;

/** What {@link ScriptTasks} do, by tasks of a tenant in Java. */
final class ScriptTwinTasks {
    /** To a millisecond of effort. */
    static final int OPERATIONS = 100;

    private static final Budget POOL = new Budget(1L << 40, 1L << 50, 1L << 40, 1L << 40, 1L << 20);
    private static final int CHILDREN = 10;

    private final int size;

    ScriptTwinTasks(int millis) {
        this.size = millis * OPERATIONS;
    }

    /** A power of ten that is no more than this. */
    static int leaves(int most) {
        int leaves = 1;
        while (leaves * CHILDREN <= most) {
            leaves *= CHILDREN;
        }
        return leaves;
    }

    void measure(LanguageBench.Figures figures) throws Exception {
        try (Scheduler scheduler = StintPeer.openScheduler(Cores.VIRTUAL, 1);
                Tenant tenant = scheduler.openTenant(t -> t.withName("twins"))) {
            Nursery nursery = tenant.nursery(n -> n.withBudget(POOL));
            figures.spawn =
                    NativeBench.nanos(
                            size, () -> nursery.spawn(() -> JavaTasks.spawn(size)).await());
            figures.roundTrip =
                    NativeBench.nanos(
                            size, () -> nursery.spawn(() -> JavaTasks.roundTrips(size)).await());
            int leaves = leaves(size);
            figures.skynet =
                    NativeBench.nanos(
                            SkynetBench.nodes(leaves),
                            () -> {
                                long sum = nursery.<Long>spawn(() -> skynet(0, leaves)).await();
                                Check.equal(
                                        "the sum is %d, and not %d",
                                        (long) leaves * (leaves - 1) / 2, sum);
                            });
        }
    }

    private static long skynet(long first, long leaves) throws InterruptedException {
        if (leaves == 1) {
            return first;
        }
        long each = leaves / CHILDREN;
        return Stint.inNursery(
                children -> {
                    List<Task<Long>> tasks = new ArrayList<>(CHILDREN);
                    for (int i = 0; i < CHILDREN; i++) {
                        long from = first + i * each;
                        tasks.add(children.<Long>spawn(() -> skynet(from, each)));
                    }
                    long sum = 0;
                    for (Task<Long> task : tasks) {
                        sum += task.await();
                    }
                    return sum;
                });
    }
}
