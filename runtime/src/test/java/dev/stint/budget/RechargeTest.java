package dev.stint.budget;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stint.Forever;
import dev.stint.Setting;
import dev.stint.Stint;
import dev.stint.capability.CapBudget;
import dev.stint.error.BudgetExhaustedException;
import dev.stint.error.CapabilityExceededException;
import dev.stint.error.CapabilityMissingException;
import dev.stint.error.OperationBudgetExhaustedException;
import dev.stint.error.SpawnBudgetExhaustedException;
import dev.stint.nursery.Nursery;
import dev.stint.nursery.NurseryResult;
import dev.stint.task.NurseryCancelledException;
import dev.stint.task.Outcome;
import dev.stint.task.Task;
import dev.stint.task.TaskOptions;
import dev.stint.task.TaskState;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Who may give more to whom, and where it comes from. */
@ParameterizedClass
@EnumSource(Setting.class)
@Timeout(60)
class RechargeTest {
    private static final Budget POOL = new Budget(1_000, 1_000, 10, 10, 10);

    private final Setting on;

    RechargeTest(Setting on) {
        this.on = on;
    }

    @Test
    @DisplayName("[SCHED:3.2.3] a child may not recharge itself or a sibling through the nursery")
    void recharge_byChild_isRefused() throws Exception {
        on.everywhere(
                place -> {
                    try (Nursery nursery =
                            place.open(n -> n.withBudget(POOL).withChildBudget(Budget.ofOps(10)))) {
                        Task<?> sibling = nursery.spawn(Forever::sleeps);
                        Task<?> child =
                                nursery.spawn(
                                        () -> {
                                            Task<?> me = Stint.currentTask().orElseThrow();
                                            refused(() -> nursery.recharge(me, Budget.ofOps(1)));
                                            refused(
                                                    () ->
                                                            nursery.recharge(
                                                                    sibling, Budget.ofOps(1)));
                                            refused(() -> nursery.recharge(Budget.ofOps(1)));
                                            refused(() -> Stint.recharge(Budget.ofOps(1)));
                                        });
                        child.await();
                        nursery.cancel();
                        nursery.awaitAll();
                        assertThat(nursery.ledger().spent()).isEqualTo(Budget.ZERO.withSpawns(2));
                    }
                });
    }

    private static void refused(Runnable attempt) {
        assertThatThrownBy(attempt::run).isInstanceOf(CapabilityMissingException.class);
    }

    @Test
    @DisplayName("[SCHED:3.2.3] a holder of CapBudget recharges itself, up to the limit")
    void recharge_selfWithCapBudget_upToItsLimit() throws Exception {
        try (var scheduler = on.open()) {
            var tenant = scheduler.openTenant(t -> t.withBudget(POOL));
            CapBudget right = tenant.issuer().budget(Budget.ofOps(100));
            try (Nursery nursery =
                    tenant.nursery(n -> n.withBudget(Budget.ofOps(10).withSpawns(1)))) {
                Task<?> task =
                        nursery.spawn(
                                TaskOptions.defaults().withCapabilities(right),
                                () -> {
                                    assertThat(Stint.budgetLeft()).isEqualTo(Budget.ofOps(10));
                                    Stint.recharge(Budget.ofOps(90));
                                    assertThat(Stint.budgetLeft()).isEqualTo(Budget.ofOps(100));
                                    Stint.checkpoint(95);
                                    assertThat(Stint.budgetLeft()).isEqualTo(Budget.ofOps(5));
                                    assertThatThrownBy(() -> Stint.recharge(Budget.ofOps(11)))
                                            .isInstanceOf(CapabilityExceededException.class);
                                });
                nursery.join();
                assertThat(task.receipt().orElseThrow().spent()).isEqualTo(Budget.ofOps(95));
            }
            assertThat(right.budgetLeft().ops()).isEqualTo(10);
            assertQuiet(tenant.ledger());
            assertThat(tenant.ledger().spent()).isEqualTo(Budget.ofOps(95).withSpawns(1));
            assertThat(tenant.ledger().pooled())
                    .isEqualTo(POOL.minus(Budget.ofOps(95).withSpawns(1)));
        }
    }

    private static void assertQuiet(Ledger ledger) {
        assertThat(ledger.isBalanced()).isTrue();
        assertThat(ledger.held()).isEqualTo(Budget.ZERO);
    }

    @Test
    @DisplayName("[SCHED:3.2.3] a right is no money: the tenant must have it")
    void recharge_withCapBudgetAndPoorTenant_failsAndKeepsTheRight() throws Exception {
        try (var scheduler = on.open()) {
            var tenant = scheduler.openTenant(t -> t.withBudget(POOL));
            CapBudget right = tenant.issuer().budget(Budget.UNLIMITED);
            try (Nursery nursery = tenant.nursery(n -> n.withName("n"))) {
                Task<?> child = nursery.spawn(Forever::sleeps);
                assertThatThrownBy(() -> nursery.recharge(child, Budget.ofOps(5_000), right))
                        .isInstanceOf(OperationBudgetExhaustedException.class);
                assertThat(right.budgetLeft()).isEqualTo(Budget.UNLIMITED);
                nursery.cancel();
            }
            assertQuiet(tenant.ledger());
        }
    }

    @Test
    @DisplayName("[SCHED:3.2.3] no money goes to a child that has ended, open nursery or closed")
    void recharge_endedChildWithCapBudget_leavesTheBooksAlone() throws Exception {
        try (var scheduler = on.open()) {
            var tenant = scheduler.openTenant(t -> t.withBudget(POOL));
            CapBudget right = tenant.issuer().budget(POOL);
            Nursery nursery = tenant.nursery(n -> n.withName("n"));
            Task<?> child = nursery.spawn(() -> 1);
            child.await();
            assertThat(nursery.recharge(child, Budget.ofOps(5), right)).isFalse();
            nursery.close();
            assertThat(nursery.recharge(child, Budget.ofOps(5), right)).isFalse();
            nursery.recharge(Budget.ofOps(5));
            assertThat(right.budgetLeft()).isEqualTo(POOL);
            assertQuiet(nursery.ledger());
            assertQuiet(tenant.ledger());
            assertThat(tenant.ledger().pooled()).isEqualTo(POOL.withSpawns(9));
        }
    }

    @Test
    @DisplayName("[SCHED:3.2.3] deep down: the money passes through every nursery on the way")
    void recharge_grandchildWithCapBudget_booksEveryLevel() throws Exception {
        try (var scheduler = on.open()) {
            var tenant =
                    scheduler.openTenant(
                            t -> t.withBudget(POOL).withOnExhaustion(OnExhaustion.WAIT));
            CapBudget right = tenant.issuer().budget(POOL);
            var deep = new AtomicReference<@Nullable Task<Integer>>();
            var inner = new AtomicReference<@Nullable Nursery>();
            Nursery outer =
                    tenant.nursery(
                            n ->
                                    n.withBudget(new Budget(100, 0, 5, 0, 0))
                                            .withOnExhaustion(OnExhaustion.WAIT));
            var options = TaskOptions.defaults().withBudget(new Budget(50, 0, 2, 0, 0));
            outer.spawn(
                    options,
                    () -> {
                        try (Nursery nested =
                                Stint.nursery(
                                        n ->
                                                n.withBudget(new Budget(20, 0, 1, 0, 0))
                                                        .withOnExhaustion(OnExhaustion.WAIT))) {
                            inner.set(nested);
                            deep.set(
                                    nested.spawn(
                                            () -> {
                                                Stint.checkpoint(200);
                                                return 1;
                                            }));
                            nested.join();
                        }
                    });
            Setting.until(
                    scheduler,
                    () -> {
                        Task<Integer> t = deep.get();
                        return t != null && t.state() == TaskState.BUDGET_EXHAUSTED;
                    });
            Task<Integer> task = java.util.Objects.requireNonNull(deep.get());
            assertThat(
                            java.util.Objects.requireNonNull(inner.get())
                                    .recharge(task, Budget.ofOps(180), right))
                    .isTrue();
            assertThat(task.await()).isEqualTo(1);
            outer.join();
            assertQuiet(tenant.ledger());
            assertThat(tenant.ledger().spent().ops()).isEqualTo(200 + 1);
        }
    }

    @Test
    @DisplayName("[SCHED:3.2.3] [SCHED:8.2.1] the opener fills the pool from its own budget")
    void recharge_poolByOpener_takesFromItsPurse() throws Exception {
        try (var scheduler = on.open()) {
            var tenant = scheduler.openTenant(t -> t.withBudget(POOL));
            try (Nursery top = tenant.nursery(n -> n.withName("top"))) {
                Task<?> opener =
                        top.spawn(
                                TaskOptions.defaults().withBudget(new Budget(100, 0, 3, 0, 0)),
                                RechargeTest::openAndFill);
                opener.await();
                assertThat(opener.receipt().orElseThrow().spent())
                        .isEqualTo(new Budget(45 + 1, 0, 1, 0, 0));
            }
            assertQuiet(tenant.ledger());
        }
    }

    private static void openAndFill() throws InterruptedException {
        try (Nursery nested =
                Stint.nursery(
                        n ->
                                n.withBudget(new Budget(10, 0, 1, 0, 0))
                                        .withOnExhaustion(OnExhaustion.DRAW))) {
            assertThat(Stint.budgetLeft()).isEqualTo(new Budget(90, 0, 2, 0, 0));
            nested.recharge(Budget.ofOps(40));
            assertThat(Stint.budgetLeft()).isEqualTo(new Budget(50, 0, 2, 0, 0));
            nested.spawn(() -> Stint.checkpoint(45));
            nested.join();
        }
        assertThat(Stint.budgetLeft()).isEqualTo(new Budget(100 - 46, 0, 2, 0, 0));
    }

    @Test
    @DisplayName("[SCHED:8.2.1] a nursery with a budget is a wall, one without draws from above")
    void draw_walledOrNot_stopsAtTheWall() throws Exception {
        try (var scheduler = on.open()) {
            var tenant = scheduler.openTenant(t -> t.withBudget(POOL));
            Nursery wall =
                    tenant.nursery(n -> n.withBudget(Budget.ofOps(50).withSpawns(2)).named("wall"));
            Task<?> inWall = wall.spawn(Forever::counts);
            assertThat(wall.awaitAll()).isInstanceOf(NurseryResult.ChildFailed.class);
            assertThat(inWall.receipt().orElseThrow().spent().ops()).isLessThanOrEqualTo(50);
            assertThat(tenant.ledger().spent().ops()).isLessThanOrEqualTo(50);

            Nursery open = tenant.nursery(n -> n.withName("no wall"));
            open.spawn(
                    () -> {
                        while (true) {
                            Stint.checkpoint();
                        }
                    });
            assertThat(open.awaitAll()).isInstanceOf(NurseryResult.ChildFailed.class);
            assertThat(tenant.ledger().spent().ops()).isEqualTo(POOL.ops());
            assertQuiet(tenant.ledger());
        }
    }

    @Test
    @DisplayName("[SCHED:3.2.3] a grant to the tenant wakes what waits in its root")
    void grant_toATenantThatWaits_letsSpawnsThrough() throws Exception {
        try (var scheduler = on.open()) {
            var tenant =
                    scheduler.openTenant(
                            t ->
                                    t.withBudget(new Budget(100, 0, 1, 0, 0))
                                            .withOnExhaustion(OnExhaustion.WAIT));
            Task<Integer> task =
                    tenant.root()
                            .spawn(
                                    TaskOptions.defaults().withBudget(Budget.ofOps(10)),
                                    () -> 1 + tenant.root().<Integer>spawn(() -> 41).await());
            Setting.until(scheduler, () -> task.state() == TaskState.BUDGET_EXHAUSTED);
            assertThat(tenant.root().bills())
                    .singleElement()
                    .satisfies(b -> assertThat(b.component()).isEqualTo(Component.SPAWNS));
            tenant.grant(Budget.ZERO.withSpawns(1));
            assertThat(task.await()).isEqualTo(42);
            assertThat(tenant.ledger().granted()).isEqualTo(new Budget(100, 0, 2, 0, 0));
        }
    }

    // ---- spawns

    @Test
    @DisplayName("[SCHED:8.1.2] [SCHED:14.1.1] no spawn left: typed error, and trySpawn is empty")
    void spawn_noSpawnLeft_throws() throws Exception {
        on.everywhere(
                place -> {
                    try (Nursery nursery =
                            place.open(n -> n.withBudget(Budget.ofOps(100).withSpawns(1)))) {
                        nursery.spawn(() -> 1);
                        assertThatThrownBy(() -> nursery.spawn(() -> 2))
                                .isInstanceOfSatisfying(
                                        SpawnBudgetExhaustedException.class,
                                        e ->
                                                assertThat(e.bill().component())
                                                        .isEqualTo(Component.SPAWNS));
                        assertThat(nursery.trySpawn(TaskOptions.defaults(), () -> 3)).isEmpty();
                    }
                });
    }

    @Test
    @DisplayName("[SCHED:8.1.2] trySpawn never waits, whatever the policy")
    void trySpawn_waitPolicy_isEmptyAtOnce() throws Exception {
        on.everywhere(
                place -> {
                    try (Nursery nursery =
                            place.open(
                                    n ->
                                            n.withBudget(Budget.ofOps(100))
                                                    .withOnExhaustion(OnExhaustion.WAIT))) {
                        assertThat(nursery.trySpawn(TaskOptions.defaults(), () -> 3)).isEmpty();
                        assertThat(nursery.bills()).isEmpty();
                    }
                });
    }

    @Test
    @DisplayName(
            "[SCHED:8.1.2] [SCHED:3.2.3] a spawn that waits is woken by recharge, cancel and close")
    void spawn_waiting_isWokenByRechargeCancelAndClose() throws Exception {
        on.everywhere(
                place -> {
                    for (int how = 0; how < 3; how++) {
                        Nursery nursery =
                                place.open(
                                        n ->
                                                n.withBudget(Budget.ofOps(100).withSpawns(1))
                                                        .withChildBudget(Budget.ofOps(10))
                                                        .withOnExhaustion(OnExhaustion.WAIT));
                        Task<Integer> task =
                                nursery.spawn(() -> nursery.<Integer>spawn(() -> 7).await());
                        place.until(() -> task.state() == TaskState.BUDGET_EXHAUSTED);
                        switch (how) {
                            case 0 -> {
                                nursery.recharge(Budget.ZERO.withSpawns(1));
                                assertThat(task.await()).isEqualTo(7);
                                nursery.join();
                            }
                            case 1 -> {
                                nursery.cancel();
                                assertThatThrownBy(task::await)
                                        .isInstanceOf(NurseryCancelledException.class);
                                nursery.close();
                            }
                            default -> {
                                assertThat(nursery.awaitAll())
                                        .isInstanceOf(NurseryResult.ChildFailed.class);
                                assertThat(task.awaitOutcome()).isInstanceOf(Outcome.Failure.class);
                            }
                        }
                    }
                });
    }

    @Test
    @DisplayName("[SCHED:8.1.1] a nursery whose pool the opener cannot pay is not opened")
    void open_budgetTooLarge_throws() throws Exception {
        try (var scheduler = on.open()) {
            var tenant = scheduler.openTenant(t -> t.withBudget(POOL));
            assertThatThrownBy(() -> tenant.nursery(n -> n.withBudget(Budget.ofOps(1_001))))
                    .isInstanceOf(OperationBudgetExhaustedException.class);
            Task<?> task =
                    tenant.root()
                            .spawn(
                                    TaskOptions.defaults().withBudget(Budget.ofOps(900)),
                                    () -> Stint.nursery(n -> n.withBudget(Budget.ofOps(1_001))));
            assertThatThrownBy(task::await).hasCauseInstanceOf(BudgetExhaustedException.class);
            assertQuiet(tenant.ledger());
            assertThat(tenant.ledger().pooled()).isEqualTo(POOL.withSpawns(9));
        }
    }
}
