package dev.stint.examples;

import dev.stint.Scheduler;
import dev.stint.Stint;
import dev.stint.lease.CpuLease;
import dev.stint.tenant.Tenant;
import java.time.Duration;

/** A tenant with a worker of its own, beside another that takes what it can get. */
public final class OwnWorkers {
    private OwnWorkers() {}

    public static void main(String[] args) throws Exception {
        // tag::lease
        try (var scheduler = Scheduler.open(c -> c.withWorkers(2).withSeed(7))) {
            Tenant sound = scheduler.openTenant(t -> t.withName("sound"));
            Tenant batch = scheduler.openTenant(t -> t.withName("batch"));
            CpuLease lease =
                    scheduler.openLease(sound, l -> l.withName("mixer").withConfined(true));
            batch.root().spawn("hog", OwnWorkers::work);
            sound.root().spawn("beat", () -> Stint.sleep(Duration.ofMillis(5))).await();

            System.out.println(lease.snapshot().state() + ": " + lease.snapshot().workers());
            try {
                scheduler.openLease(batch, l -> l.withName("more"));
            } catch (IllegalArgumentException refused) {
                System.out.println(refused.getMessage());
            }
        }
        // end::lease
    }

    private static void work() throws InterruptedException {
        for (int done = 0; done < 1_000_000; done += 500) {
            Stint.checkpoint(500);
        }
    }
}
