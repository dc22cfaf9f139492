package dev.stint.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.stint.Scheduler;
import dev.stint.Stint;
import dev.stint.tenant.Tenant;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** [EVOLUTION:stage-7] Weights and slices of tenants that are open follow the policy. */
class PolicyReloadTest {
    private static final long SLICE = 10_000;
    private static final int LOOK = 500;

    private final AtomicLong first = new AtomicLong();
    private final AtomicLong second = new AtomicLong();

    private static Policy policy(long version, int one, int other) {
        return Policy.of("p", version)
                .withTenant(TenantRule.of("one").withWeight(one))
                .withTenant(TenantRule.of("other").withWeight(other));
    }

    private static void spin(Tenant tenant, AtomicLong done) {
        tenant.root()
                .spawn(
                        () -> {
                            while (true) {
                                done.addAndGet(LOOK);
                                Stint.checkpoint(LOOK);
                            }
                        });
    }

    /** Part of the first in what both do in so many operations. */
    private double shareOver(Scheduler scheduler, long operations) throws Exception {
        long before = first.get();
        long sum = before + second.get();
        scheduler.run(
                () -> {
                    while (first.get() + second.get() < sum + operations) {
                        Stint.yield();
                    }
                });
        return (double) (first.get() - before) / (first.get() + second.get() - sum);
    }

    @Test
    void weights_changedWhileBothRun_changeTheSharesFromTheNextTurn() throws Exception {
        var service = new ScriptedService(policy(1, 1, 1));
        try (var scheduler =
                Scheduler.open(
                        c ->
                                c.withSeed(3)
                                        .withWorkers(1)
                                        .withSlice(SLICE)
                                        .withPolicy(PolicyConfig.of(service)))) {
            Tenant one = scheduler.openTenant(t -> t.withName("one"));
            Tenant other = scheduler.openTenant(t -> t.withName("other"));
            service.gives(policy(2, 9, 1));
            scheduler.run(() -> Stint.sleep(Duration.ofSeconds(2)));
            assertThat(one.weight()).isEqualTo(9);
            spin(one, first);
            spin(other, second);
            assertThat(shareOver(scheduler, 20_000_000)).isCloseTo(0.9, within(0.02));
            one.close();
            other.close();
        }
    }

    @Test
    void weights_changedInTheMiddleOnThreads_areThoseOfThePolicyEachTime() throws Exception {
        // Busy tenants keep a virtual clock from moving. Here time counts, too, so that shares are
        // not exact; FairOrderTest holds changes against the bound.
        var service = new ScriptedService(policy(1, 1, 1));
        try (var scheduler =
                Scheduler.open(
                        c ->
                                c.withWorkers(1)
                                        .withSlice(SLICE)
                                        .withPolicy(
                                                PolicyConfig.of(service)
                                                        .withAskEvery(Duration.ofMillis(1))))) {
            Tenant one = scheduler.openTenant(t -> t.withName("one"));
            Tenant other = scheduler.openTenant(t -> t.withName("other"));
            spin(one, first);
            spin(other, second);
            long version = 1;
            for (int weight : List.of(1, 10, 100, 1)) {
                Policy next = policy(++version, weight, 1);
                service.gives(next);
                while (scheduler.policy().orElseThrow().policy().version() < version) {
                    Thread.onSpinWait();
                }
                shareOver(scheduler, 3_000_000); // what was owed under the one before
                double expected = weight / (weight + 1.0);
                assertThat(shareOver(scheduler, 30_000_000))
                        .as("weight %d", weight)
                        .isCloseTo(expected, within(0.2)); // 0.9 and 0.5 are told apart
                assertThat(one.weight()).isEqualTo(weight);
            }
            one.close();
            other.close();
        }
    }
}
