package dev.stint.nursery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stint.Forever;
import dev.stint.Scheduler;
import dev.stint.Stint;
import dev.stint.Together;
import dev.stint.budget.Budget;
import dev.stint.capability.CapBudget;
import dev.stint.error.BudgetExhaustedException;
import dev.stint.error.NurseryNotActiveException;
import dev.stint.task.Outcome;
import dev.stint.task.Task;
import dev.stint.task.TaskOptions;
import dev.stint.tenant.Tenant;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Ends of nurseries against everything else that may happen at the same moment. */
@Timeout(120)
class NurseryRaceTest {
    private static final Budget GRANT = new Budget(1_000_000, 0, 100_000, 0, 0);

    private static void assertSettled(Tenant tenant) {
        assertThat(tenant.ledger().isBalanced()).isTrue();
        assertThat(tenant.ledger().held()).isEqualTo(Budget.ZERO);
    }

    @Test
    @DisplayName("[NURSERY:3.2] a policy is told by one worker at a time")
    void childEnded_manyWorkers_oneAtATime() throws Exception {
        try (var scheduler = Scheduler.open(c -> c.withWorkers(4))) {
            var counting = new Counting();
            try (Nursery nursery = scheduler.nursery(n -> n.withPolicy(counting))) {
                for (int i = 0; i < 4_000; i++) {
                    nursery.spawn(() -> Stint.yield());
                }
                nursery.join();
            }
            assertThat(counting.overlaps.get()).isZero();
            assertThat(counting.plain).isEqualTo(4_000);
        }
    }

    private static final class Counting implements Policy {
        final AtomicInteger inside = new AtomicInteger();
        final AtomicInteger overlaps = new AtomicInteger();
        int plain;

        @Override
        public Then childEnded(Task<?> child, Outcome<?> outcome) {
            if (inside.incrementAndGet() > 1) {
                overlaps.incrementAndGet();
            }
            plain++;
            inside.decrementAndGet();
            return Then.GO_ON;
        }
    }

    @Test
    @DisplayName("[NURSERY:2.3] opening with a budget against closing the tenant: no unit is lost")
    void open_whileTenantCloses_losesNothing() throws Exception {
        try (var scheduler = Scheduler.open(c -> c.withWorkers(2))) {
            for (int i = 0; i < 300; i++) {
                Tenant tenant = scheduler.openTenant(t -> t.withBudget(GRANT));
                Together.run(
                        () -> openSome(tenant),
                        () -> {
                            Together.breathe();
                            tenant.close();
                        });
                assertSettled(tenant);
            }
        }
    }

    private static void openSome(Tenant tenant) {
        try {
            for (int i = 0; i < 20; i++) {
                try (Nursery nursery = tenant.nursery(n -> n.withBudget(Budget.ofOps(10)))) {
                    nursery.trySpawn(TaskOptions.defaults(), () -> 1);
                }
            }
        } catch (NurseryNotActiveException e) {
            // it was closed first
        }
    }

    @Test
    @DisplayName("[SCHED:3.2.3] recharging a child against its end: no unit is lost")
    void recharge_whileChildEnds_losesNothing() throws Exception {
        try (var scheduler = Scheduler.open(c -> c.withWorkers(2))) {
            Tenant tenant = scheduler.openTenant(t -> t.withBudget(GRANT));
            CapBudget right = tenant.issuer().budget(Budget.UNLIMITED);
            for (int i = 0; i < 1_000; i++) {
                Nursery nursery = tenant.nursery(n -> n.withBudget(Budget.ofOps(9).withSpawns(1)));
                Task<?> child = nursery.spawn(() -> 1);
                Together.run(
                        () -> {
                            for (int k = 0; k < 5; k++) {
                                nursery.recharge(child, Budget.ofOps(2), right);
                                nursery.recharge(Budget.ofOps(1));
                            }
                        },
                        nursery::close);
                assertThat(nursery.ledger().isBalanced()).isTrue();
                assertThat(nursery.ledger().held()).isEqualTo(Budget.ZERO);
            }
            assertSettled(tenant);
            assertThat(tenant.ledger().spent()).isEqualTo(Budget.ZERO.withSpawns(1_000));
            assertThat(tenant.ledger().pooled()).isEqualTo(GRANT.minus(tenant.ledger().spent()));
        }
    }

    @Test
    @DisplayName("[NURSERY:2.4] [NURSERY:7.2] cancel, close and spawn from four threads")
    void ends_fromManyThreads_endOnce() throws Exception {
        try (var scheduler = Scheduler.open(c -> c.withWorkers(2))) {
            for (int i = 0; i < 300; i++) {
                Nursery nursery = scheduler.nursery();
                var cancelled = new AtomicInteger();
                Together.run(
                        () -> cancelled.addAndGet(nursery.cancel() ? 1 : 0),
                        () -> cancelled.addAndGet(nursery.cancel() ? 1 : 0),
                        () -> spawnSome(nursery),
                        nursery::close);
                nursery.close();
                assertThat(cancelled.get()).isLessThanOrEqualTo(1);
                assertThat(nursery.state().isFinal()).isTrue();
                assertThat(nursery.cancelReason().isPresent()).isEqualTo(cancelled.get() == 1);
                assertThat(nursery.ledger().held()).isEqualTo(Budget.ZERO);
            }
        }
    }

    private static void spawnSome(Nursery nursery) {
        for (int k = 0; k < 50; k++) {
            nursery.trySpawn(
                    TaskOptions.defaults(),
                    () -> {
                        Stint.sleep(java.time.Duration.ofMillis(1));
                        return 1;
                    });
        }
    }

    @Test
    @DisplayName("[NURSERY:6.2] opening nested nurseries against the cancel of the outer one")
    void open_nestedWhileCancelled_leavesNobody() throws Exception {
        try (var scheduler = Scheduler.open(c -> c.withWorkers(2))) {
            Tenant tenant = scheduler.openTenant(t -> t.withBudget(GRANT));
            for (int i = 0; i < 500; i++) {
                Nursery outer = tenant.nursery(n -> n);
                for (int k = 0; k < 4; k++) {
                    outer.spawn(NurseryRaceTest::nestForever);
                }
                Together.breathe();
                outer.cancel();
                outer.close();
                assertThat(outer.ledger().held()).isEqualTo(Budget.ZERO);
            }
            assertSettled(tenant);
        }
    }

    private static void nestForever() {
        while (true) {
            try (Nursery nested = Stint.nursery()) {
                nested.spawn(Forever::yields);
                nested.spawn(() -> 1);
                nested.awaitAll();
            } catch (BudgetExhaustedException | InterruptedException e) {
                return;
            }
        }
    }
}
