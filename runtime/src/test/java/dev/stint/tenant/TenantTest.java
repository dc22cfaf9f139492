package dev.stint.tenant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.stint.Scheduler;
import dev.stint.Stint;
import dev.stint.budget.Budget;
import dev.stint.config.Cores;
import dev.stint.error.CapabilityMissingException;
import dev.stint.error.OperationBudgetExhaustedException;
import dev.stint.error.TaskFailedException;
import dev.stint.nursery.NurseryState;
import dev.stint.task.Task;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Ruling R11: tenants have books of their own and take turns, by slices. */
class TenantTest {
    /** However many tasks the other has, and however long they are. */
    @ParameterizedTest(name = "weights {0} and {1}")
    @CsvSource({"1, 1", "3, 1", "1, 5"})
    void turns_whateverTheNumberOfTasks_followTheWeights(int crowdWeight, int loneWeight)
            throws Exception {
        for (long seed = 0; seed < 5; seed++) {
            long s = seed;
            try (var scheduler =
                    Scheduler.open(c -> c.withSeed(s).withWorkers(1).withSlice(10_000))) {
                Tenant crowd =
                        scheduler.openTenant(t -> t.withName("crowd").withWeight(crowdWeight));
                Tenant lone = scheduler.openTenant(t -> t.withName("lone").withWeight(loneWeight));
                var crowdOps = new AtomicLong();
                var loneOps = new AtomicLong();
                for (int i = 0; i < 50; i++) {
                    crowd.root().spawn(() -> spin(crowdOps));
                }
                lone.root().spawn(() -> spin(loneOps));

                // Virtual time passes only when nothing can run, so time is counted in operations.
                scheduler.run(
                        () -> {
                            while (crowdOps.get() + loneOps.get() < 20_000_000) {
                                Stint.yield();
                            }
                        });

                double share = loneOps.get() / (double) (crowdOps.get() + loneOps.get());
                assertThat(share)
                        .as("seed %d", seed)
                        .isCloseTo(loneWeight / (double) (crowdWeight + loneWeight), within(0.08));
                crowd.close();
                lone.close();
            }
        }
    }

    private static void spin(AtomicLong done) throws InterruptedException {
        while (true) {
            Stint.checkpoint(500);
            done.addAndGet(500);
        }
    }

    @Test
    void turns_againstAFloodFromOutside_comeSoon() throws Exception {
        try (var scheduler = Scheduler.open(c -> c.withSeed(1).withWorkers(1))) {
            Tenant flood = scheduler.openTenant(t -> t.withName("flood"));
            Tenant calm = scheduler.openTenant(t -> t.withName("calm"));
            var ran = new AtomicInteger();
            for (int i = 0; i < 10_000; i++) {
                flood.root().spawn(() -> ran.incrementAndGet());
            }
            int before = calm.root().spawn(() -> ran.get()).await();
            assertThat(before).isLessThan(250);
        }
    }

    @ParameterizedTest
    @EnumSource(Cores.class)
    void tasksOfTwoTenants_onThreads_bothMakeProgress(Cores cores) throws Exception {
        try (var scheduler =
                Scheduler.open(c -> c.withWorkers(2).withCores(cores).withSlice(10_000))) {
            Tenant greedy = scheduler.openTenant(t -> t.withName("greedy"));
            Tenant modest = scheduler.openTenant(t -> t.withName("modest"));
            var greedyOps = new AtomicLong();
            for (int i = 0; i < 64; i++) {
                greedy.root().spawn(() -> spin(greedyOps));
            }
            for (int i = 0; i < 200; i++) {
                int n = i;
                assertThat(modest.root().spawn(() -> n).await(Duration.ofSeconds(30))).isEqualTo(n);
            }
            greedy.close();
            assertThat(greedy.ledger().held()).isEqualTo(Budget.ZERO);
            assertThat(greedy.ledger().spent().ops())
                    .isBetween(greedyOps.get(), greedyOps.get() + 64 * 500);
            modest.close();
        }
    }

    @Test
    void cores_areNeverSharedByTenants() throws Exception {
        try (var scheduler = Scheduler.open(c -> c.withWorkers(1))) {
            List<Set<Thread>> threads = new ArrayList<>();
            List<Task<?>> tasks = new ArrayList<>();
            for (int t = 0; t < 3; t++) {
                String name = "tenant " + t;
                Tenant tenant = scheduler.openTenant(c -> c.named(name));
                Set<Thread> mine = ConcurrentHashMap.newKeySet();
                threads.add(mine);
                for (int i = 0; i < 200; i++) {
                    tasks.add(tenant.root().spawn(() -> mine.add(Thread.currentThread())));
                }
            }
            for (Task<?> task : tasks) {
                task.await();
            }
            for (int a = 0; a < threads.size(); a++) {
                for (int b = a + 1; b < threads.size(); b++) {
                    assertThat(threads.get(a)).doesNotContainAnyElementsOf(threads.get(b));
                }
            }
        }
    }

    @Test
    void budget_ofATenant_isAWall() throws Exception {
        try (var scheduler = Scheduler.open(c -> c.withSeed(7).withWorkers(2))) {
            Tenant poor =
                    scheduler.openTenant(
                            t -> t.withName("poor").withBudget(new Budget(5_000, 0, 10, 0, 0)));
            Task<?> task =
                    poor.root()
                            .spawn(
                                    () -> {
                                        while (true) {
                                            Stint.checkpoint();
                                        }
                                    });
            assertThatThrownBy(task::await)
                    .isInstanceOf(TaskFailedException.class)
                    .hasCauseInstanceOf(OperationBudgetExhaustedException.class);
            assertThat(poor.ledger().spent()).isEqualTo(new Budget(5_000, 0, 1, 0, 0));

            poor.grant(Budget.ofOps(100));
            Task<?> more = poor.root().spawn(() -> Stint.checkpoint(100));
            more.await();
            assertThat(poor.ledger().spent().ops()).isEqualTo(5_100);
            assertThat(scheduler.tenant().ledger().spent()).isEqualTo(Budget.ZERO);
        }
    }

    @Test
    void spawn_intoAnotherTenantsNursery_isRefused() throws Exception {
        try (var scheduler = Scheduler.open(c -> c.withSeed(7).withWorkers(1))) {
            Tenant one = scheduler.openTenant(t -> t.withName("one"));
            Tenant two = scheduler.openTenant(t -> t.withName("two"));
            Task<?> thief = one.root().spawn(() -> two.root().spawn(() -> 1));
            assertThatThrownBy(thief::await)
                    .hasRootCauseInstanceOf(CapabilityMissingException.class)
                    .hasMessageContaining("tenant 1 'one'")
                    .hasMessageContaining("belongs to tenant 2 'two'");
            assertThat(two.ledger().spent()).isEqualTo(Budget.ZERO);
        }
    }

    /** [SCHED:15.2.2] a handle that got into other hands is of no use there. */
    @Test
    void await_ofAnotherTenantsTask_isRefused() throws Exception {
        try (var scheduler = Scheduler.open(c -> c.withSeed(7).withWorkers(1))) {
            Tenant one = scheduler.openTenant(t -> t.withName("one"));
            Tenant two = scheduler.openTenant(t -> t.withName("two"));
            Task<String> secret = two.root().spawn(() -> "secret");
            secret.await();
            for (Task<?> spy :
                    List.of(
                            one.root().spawn(() -> secret.await()),
                            one.root().spawn(() -> secret.tryOutcome()),
                            one.root().spawn(() -> secret.awaitOutcome()))) {
                assertThatThrownBy(spy::await)
                        .hasRootCauseInstanceOf(CapabilityMissingException.class);
            }
        }
    }

    /** [SCHED:15.2.2] nor is the handle of a nursery: its result names what its children threw. */
    @Test
    void result_ofAnotherTenantsNursery_isRefused() throws Exception {
        try (var scheduler = Scheduler.open(c -> c.withSeed(7).withWorkers(1))) {
            Tenant one = scheduler.openTenant(t -> t.withName("one"));
            Tenant two = scheduler.openTenant(t -> t.withName("two"));
            var secret = two.nursery(n -> n);
            secret.spawn(
                    () -> {
                        throw new IllegalStateException("secret");
                    });
            assertThat(secret.awaitAll()).isNotNull();
            for (Task<?> spy :
                    List.of(
                            one.root().spawn(() -> secret.awaitAll()),
                            one.root().spawn(() -> secret.tryGetResult()))) {
                assertThatThrownBy(spy::await)
                        .hasRootCauseInstanceOf(CapabilityMissingException.class)
                        .hasMessageContaining("belongs to tenant 2 'two'");
            }
        }
    }

    @Test
    void close_endsEverythingAndFreesTheLane() throws Exception {
        try (var scheduler = Scheduler.open(c -> c.withWorkers(2))) {
            for (int round = 0; round < 50; round++) {
                Tenant tenant = scheduler.openTenant(t -> t.withName("guest"));
                Task<?> sleeper = tenant.root().spawn(() -> Stint.sleep(Duration.ofHours(1)));
                var nursery = tenant.nursery(n -> n);
                Task<?> spinner =
                        nursery.spawn(
                                () -> {
                                    while (true) {
                                        Stint.checkpoint(100);
                                    }
                                });
                tenant.close();
                assertThat(sleeper.state().isFinal()).isTrue();
                assertThat(spinner.state().isFinal()).isTrue();
                assertThat(nursery.state()).isEqualTo(NurseryState.CANCELLED);
                assertThat(tenant.root().state()).isEqualTo(NurseryState.CANCELLED);
                tenant.close();
            }
            assertThat(scheduler.run(() -> 1)).isEqualTo(1);
        }
    }

    @Test
    void close_afterATaskHasFailed_throwsNothing() throws Exception {
        try (var scheduler = Scheduler.open(c -> c.withSeed(7).withWorkers(1))) {
            Tenant tenant = scheduler.openTenant(t -> t.withName("failing"));
            Task<?> task =
                    tenant.root()
                            .spawn(
                                    () -> {
                                        throw new IllegalStateException("as it may");
                                    });
            assertThatThrownBy(task::await).hasRootCauseMessage("as it may");
            tenant.close();
        }
    }

    @Test
    void close_byOneOfItsOwnTasks_isRefused() throws Exception {
        try (var scheduler = Scheduler.open(c -> c.withSeed(7).withWorkers(1))) {
            Tenant tenant = scheduler.openTenant(t -> t.withName("me"));
            Task<?> task = tenant.root().spawn(tenant::close);
            assertThatThrownBy(task::await)
                    .hasRootCauseInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("would wait for itself");
        }
    }

    @Test
    void openTenant_onAClosedScheduler_isRefused() {
        var scheduler = Scheduler.open(c -> c.withWorkers(1));
        scheduler.close();
        assertThatThrownBy(() -> scheduler.openTenant(t -> t.withName("late")))
                .hasMessageContaining("takes no new tenant");
    }
}
