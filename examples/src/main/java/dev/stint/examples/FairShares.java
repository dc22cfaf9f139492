package dev.stint.examples;

import dev.stint.Scheduler;
import dev.stint.Stint;
import dev.stint.tenant.Tenant;

/** Two tenants that want all of a worker; how many tasks each has makes no difference. */
public final class FairShares {
    private FairShares() {}

    public static void main(String[] args) throws Exception {
        // tag::shares
        try (var scheduler = Scheduler.open(c -> c.withWorkers(1).withSeed(7))) {
            Tenant batch = scheduler.openTenant(t -> t.withName("batch").withWeight(1));
            Tenant shop = scheduler.openTenant(t -> t.withName("shop").withWeight(3));
            for (int i = 0; i < 100; i++) {
                batch.root().spawn(FairShares::work);
            }
            shop.root().spawn(FairShares::work);

            scheduler.run(() -> watch(batch, shop));
            batch.close();
            shop.close();
        }
        // end::shares
    }

    private static void work() throws InterruptedException {
        while (true) {
            Stint.checkpoint(500);
        }
    }

    private static void watch(Tenant batch, Tenant shop) throws InterruptedException {
        long all = 0;
        while (all < 100_000_000) {
            Stint.yield();
            all = batch.usage().ops() + shop.usage().ops();
        }
        System.out.println("batch had " + Math.round(100.0 * batch.usage().ops() / all) + " %");
        System.out.println("shop had " + Math.round(100.0 * shop.usage().ops() / all) + " %");
    }
}
