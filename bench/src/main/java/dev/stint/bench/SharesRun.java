package dev.stint.bench;

import dev.stint.Scheduler;
import dev.stint.Stint;
import dev.stint.tenant.Tenant;
import java.util.ArrayList;
import java.util.List;

/**
 * Tenants that want all of one worker, in a run that a seed decides. What they have is counted in
 * operations, of which 100,000 are a millisecond of virtual work.
 */
final class SharesRun implements AutoCloseable {
    static final int OPS_A_MILLI = 100_000;

    private static final int LOOK = 500;

    private final Scheduler scheduler;
    private final List<Tenant> tenants = new ArrayList<>();
    private final List<long[]> had = new ArrayList<>();

    SharesRun(long seed) {
        scheduler = Scheduler.open(c -> c.withSeed(seed).withWorkers(1));
    }

    /** One more tenant wants all; they are numbered from 0. */
    void join(int weight) {
        Tenant tenant = scheduler.openTenant(t -> t.withWeight(weight));
        long[] ops = new long[1];
        tenants.add(tenant);
        had.add(ops);
        tenant.root()
                .spawn(
                        () -> {
                            while (true) {
                                ops[0] += LOOK;
                                Stint.checkpoint(LOOK);
                            }
                        });
    }

    /** One wants no more. */
    void leave(int tenant) {
        tenants.get(tenant).root().cancel();
    }

    /** Until so much virtual work was done by all. */
    void run(int millis) throws InterruptedException {
        long until = sum() + (long) millis * OPS_A_MILLI;
        scheduler.run(
                () -> {
                    while (sum() < until) {
                        Stint.yield();
                    }
                });
    }

    private long sum() {
        return had.stream().mapToLong(each -> each[0]).sum();
    }

    /** What a tenant has had so far, in operations. */
    long had(int tenant) {
        return had.get(tenant)[0];
    }

    /** What part of all it had. */
    double share(int tenant) {
        return (double) had(tenant) / sum();
    }

    @Override
    public void close() {
        tenants.forEach(Tenant::close);
        scheduler.close();
    }
}
