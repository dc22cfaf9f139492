package dev.stint.examples;

import dev.stint.Scheduler;
import dev.stint.Stint;
import dev.stint.capability.CapSpawn;
import dev.stint.config.Profile;
import dev.stint.error.CapabilityRefusedException;
import dev.stint.task.TaskOptions;

/** Under profile SOVEREIGN nothing is started without a right; a right can be lent in part. */
public final class LendARight {
    private LendARight() {}

    // tag::lend
    public static void main(String[] args) throws InterruptedException {
        try (var scheduler =
                Scheduler.open(c -> c.withProfile(Profile.SOVEREIGN).withSeed(1).withWorkers(1))) {
            CapSpawn all = scheduler.tenant().issuer().spawn();
            CapSpawn two = all.atMostEver(2);
            scheduler.runInNursery(
                    n -> n.withCapabilities(all),
                    nursery -> {
                        nursery.spawn("without", () -> startThree("without")).await();
                        nursery.spawn(
                                        TaskOptions.named("lent").withCapabilities(two),
                                        () -> startThree("lent"))
                                .await();
                        all.revoke(two);
                        nursery.spawn(
                                        TaskOptions.named("revoked").withCapabilities(two),
                                        () -> startThree("revoked"))
                                .await();
                    });
        }
    }

    static void startThree(String who) throws InterruptedException {
        try {
            Stint.runInNursery(
                    nursery -> {
                        for (int i = 1; i <= 3; i++) {
                            nursery.spawn(() -> {});
                            System.out.println(who + " started " + i);
                        }
                    });
        } catch (CapabilityRefusedException e) {
            System.out.println(who + ": " + e.getClass().getSimpleName());
        }
    }
    // end::lend
}
