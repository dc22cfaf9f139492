package dev.stint.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stint.Scheduler;
import dev.stint.Setting;
import dev.stint.Stint;
import dev.stint.channel.Channel;
import dev.stint.error.CapabilityMissingException;
import dev.stint.nursery.Nursery;
import dev.stint.tenant.Tenant;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * [EVOLUTION:stage-2] [EVOLUTION:gate-accounting] What tasks, nurseries and tenants have had of the
 * workers, on either driver and either kind of core.
 */
class UsageContractTest {
    private static final int SLICE = 10_000;

    private static Scheduler open(Setting setting) {
        return setting.open(c -> c.withWorkers(1).withSlice(SLICE));
    }

    @ParameterizedTest
    @EnumSource(Setting.class)
    void usage_task_countsWhyItWasSuspended(Setting setting) throws Exception {
        try (var scheduler = open(setting)) {
            var bell = Channel.<Integer>rendezvous();
            Task<?> task =
                    scheduler
                            .root()
                            .spawn(
                                    () -> {
                                        for (int i = 0; i < 3; i++) {
                                            Stint.yield();
                                        }
                                        for (int i = 0; i < 5; i++) {
                                            bell.receive();
                                        }
                                        Stint.checkpoint(777);
                                        Stint.sleep(Duration.ofMillis(1));
                                    });
            // It rings only when somebody waits, so each of the five waits is one.
            scheduler.run(
                    () -> {
                        for (int i = 0; i < 5; i++) {
                            while (task.state() != TaskState.BLOCKED) {
                                Stint.yield();
                            }
                            bell.send(i);
                        }
                    });
            task.await();

            Usage usage = task.usage();
            assertThat(usage.yields()).isEqualTo(3);
            assertThat(usage.blocks()).isEqualTo(6);
            assertThat(usage.preemptions()).isZero();
            assertThat(usage.jdkBlocks()).isZero();
            assertThat(usage.switches()).isEqualTo(9);
            assertThat(usage.runs()).isEqualTo(10);
            assertThat(usage.ops()).isEqualTo(task.receipt().orElseThrow().spent().ops());
        }
    }

    @ParameterizedTest
    @EnumSource(Setting.class)
    void usage_taskOverItsSlice_countsPreemptionsAndNoYields(Setting setting) throws Exception {
        try (var scheduler = open(setting)) {
            Task<?> one = scheduler.root().spawn(() -> Stint.checkpoint(0));
            one.await();
            List<Task<?>> tasks = new ArrayList<>();
            scheduler.run(
                    () -> {
                        for (int i = 0; i < 2; i++) {
                            tasks.add(scheduler.root().spawn(UsageContractTest::tenSlices));
                        }
                        for (Task<?> task : tasks) {
                            task.await();
                        }
                    });

            Usage first = tasks.getFirst().usage();
            assertThat(first.preemptions()).isBetween(8L, 11L);
            assertThat(first.yields()).isZero();
            assertThat(first.runs()).isEqualTo(first.switches() + 1);
        }
    }

    private static void tenSlices() throws InterruptedException {
        for (int i = 0; i < 100; i++) {
            Stint.checkpoint(SLICE / 10);
        }
    }

    /** The validation gate: an account stops while its task is blocked. */
    @ParameterizedTest
    @EnumSource(Setting.class)
    void usage_taskThatIsBlocked_standsStill(Setting setting) throws Exception {
        try (var scheduler = open(setting)) {
            var bell = Channel.<Integer>rendezvous();
            Task<?> task = scheduler.root().spawn(() -> bell.receive());
            Setting.until(scheduler, () -> task.state() == TaskState.BLOCKED);
            Usage before = task.usage();

            scheduler.run(
                    () -> {
                        Stint.sleep(Duration.ofMillis(30));
                        tenSlices();
                    });

            assertThat(task.usage()).isEqualTo(before);
            scheduler.run(() -> bell.send(1));
            task.await();
            assertThat(task.usage().runs()).isEqualTo(before.runs() + 1);
        }
    }

    /** Most tasks never leave their stack, which counts for the next one then. */
    @ParameterizedTest
    @EnumSource(Setting.class)
    void usage_tasksThatShareAStack_areCountedApart(Setting setting) throws Exception {
        try (var scheduler = open(setting)) {
            List<Task<?>> plain = new ArrayList<>();
            List<Task<?>> giving = new ArrayList<>();
            scheduler.run(
                    () -> {
                        for (int i = 0; i < 50; i++) {
                            plain.add(scheduler.root().spawn(() -> {}));
                            giving.add(scheduler.root().spawn(() -> Stint.yield()));
                        }
                        for (int i = 0; i < 50; i++) {
                            plain.get(i).await();
                            giving.get(i).await();
                        }
                    });
            Setting.until(scheduler, () -> true);

            assertThat(plain).extracting(t -> t.usage().switches()).containsOnly(0L);
            assertThat(plain).extracting(t -> t.usage().runs()).containsOnly(1L);
            assertThat(giving).extracting(t -> t.usage().yields()).containsOnly(1L);
            assertThat(giving).extracting(t -> t.usage().runs()).containsOnly(2L);
        }
    }

    // ---- sums

    @ParameterizedTest
    @EnumSource(Setting.class)
    void usage_nursery_isTheSumOfAllBelow(Setting setting) throws Exception {
        try (var scheduler = setting.open()) {
            Tenant tenant = scheduler.openTenant(t -> t.withName("counted"));
            List<Task<?>> tasks = new ArrayList<>();
            try (Nursery nursery = tenant.nursery(n -> n.withName("top"))) {
                for (int i = 0; i < 4; i++) {
                    tasks.add(nursery.spawn(() -> tree(3)));
                }
                nursery.awaitAll();

                Usage sum = nursery.usage();
                assertThat(sum.runs()).isGreaterThanOrEqualTo(4 * 15);
                assertThat(sum.runs() - sum.switches()).isEqualTo(4 * 15);
                assertThat(sum.ops()).isEqualTo(nursery.ledger().spent().ops());
                assertThat(tenant.root().usage()).isEqualTo(sum);
                // Every worker's rows, by another way.
                assertThat(tenant.usage()).isEqualTo(sum);
                long own = tasks.stream().mapToLong(t -> t.usage().runs()).sum();
                assertThat(own).isLessThan(sum.runs());
            }
            tenant.close();
        }
    }

    /** Fifteen tasks, each of which gives way and works, and opens a nursery for the next two. */
    private static void tree(int depth) throws InterruptedException {
        Stint.yield();
        Stint.checkpoint(1_500);
        if (depth == 0) {
            return;
        }
        try (Nursery nursery = Stint.nursery(n -> n.withName("level " + depth))) {
            nursery.spawn(() -> tree(depth - 1));
            nursery.spawn(() -> tree(depth - 1));
        }
    }

    @ParameterizedTest
    @EnumSource(Setting.class)
    void usage_nurseryWithLiveTasks_countsThemToo(Setting setting) throws Exception {
        try (var scheduler = open(setting)) {
            var bell = Channel.<Integer>rendezvous();
            try (Nursery nursery = scheduler.nursery(n -> n.withName("live"))) {
                Task<?> outer =
                        nursery.spawn(
                                () -> {
                                    try (Nursery inner = Stint.nursery(n -> n.withName("inner"))) {
                                        inner.spawn(() -> tree(1)).await();
                                        inner.spawn(() -> bell.receive());
                                    }
                                });
                Setting.until(
                        scheduler,
                        () -> outer.state() == TaskState.BLOCKED && nursery.usage().blocks() >= 3);

                // The outer one, the three of the tree, which have ended, and the one that waits.
                Usage now = nursery.usage();
                assertThat(now.runs() - now.switches()).isEqualTo(3);
                assertThat(now.ops()).isGreaterThanOrEqualTo(3 * 1_500);
                scheduler.run(() -> bell.send(1));
                nursery.awaitAll();
                Usage then = nursery.usage();
                assertThat(then.runs() - then.switches()).isEqualTo(5);
                assertThat(then.ops()).isEqualTo(nursery.ledger().spent().ops());
            }
        }
    }

    @ParameterizedTest
    @EnumSource(Setting.class)
    void usage_tenantsThatFollowEachOther_startAtNothing(Setting setting) throws Exception {
        try (var scheduler = open(setting)) {
            for (int i = 0; i < 3; i++) {
                Tenant tenant = scheduler.openTenant(t -> t.withName("one of many"));
                assertThat(tenant.usage()).isEqualTo(Usage.NONE);
                tenant.root().spawn(() -> Stint.yield()).await();
                tenant.close();
                assertThat(tenant.usage().runs()).isEqualTo(2);
                assertThat(tenant.usage().yields()).isEqualTo(1);
            }
        }
    }

    // ---- who may see it

    @ParameterizedTest
    @EnumSource(Setting.class)
    void usage_ofAnotherTenantsTask_isRefused(Setting setting) throws Exception {
        try (var scheduler = open(setting)) {
            Tenant nosy = scheduler.openTenant(t -> t.withName("nosy"));
            Task<?> secret = scheduler.root().spawn("secret", () -> {});
            secret.await();
            nosy.root()
                    .spawn(
                            () -> {
                                assertThatThrownBy(secret::usage)
                                        .isInstanceOf(CapabilityMissingException.class)
                                        .hasMessageContaining("secret");
                                assertThatThrownBy(() -> scheduler.root().usage())
                                        .isInstanceOf(CapabilityMissingException.class);
                            })
                    .await();
            nosy.close();
        }
    }
}
