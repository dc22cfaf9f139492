package dev.stint.budget;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stint.Scheduler;
import dev.stint.Setting;
import dev.stint.Stint;
import dev.stint.capability.CapBudget;
import dev.stint.capability.CapSpawn;
import dev.stint.capability.Issuer;
import dev.stint.config.Profile;
import dev.stint.error.BudgetExhaustedException;
import dev.stint.error.OperationBudgetExhaustedException;
import dev.stint.error.SpawnBudgetExhaustedException;
import dev.stint.hooks.Hook;
import dev.stint.nursery.Nursery;
import dev.stint.nursery.NurseryConfig;
import dev.stint.task.Action;
import dev.stint.task.Outcome;
import dev.stint.task.Task;
import dev.stint.task.TaskOptions;
import dev.stint.task.TaskState;
import dev.stint.tenant.Tenant;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** A holder of a CapBudget that runs out draws by it, if its nursery says so. */
@ParameterizedClass
@EnumSource(Setting.class)
@Timeout(60)
class SelfRechargeTest {
    private static final Budget WALL = new Budget(1_000, 1_000, 10, 10, 10);
    private static final Budget EACH = Budget.ofOps(10);
    private static final int LIMIT = 5_000;

    private final Setting on;

    SelfRechargeTest(Setting on) {
        this.on = on;
    }

    private static UnaryOperator<NurseryConfig> drawing(OnExhaustion then) {
        return n ->
                n.withBudget(WALL)
                        .withChildBudget(EACH)
                        .withOnExhaustion(then)
                        .withSelfRecharge(true)
                        .withCancelOnError(false);
    }

    private static CapBudget right(Scheduler scheduler) {
        return scheduler.tenant().issuer().budget(Budget.ofOps(LIMIT));
    }

    private static TaskOptions holding(CapBudget... rights) {
        return TaskOptions.defaults().withCapabilities(rights);
    }

    private static void countForEver() throws InterruptedException {
        while (true) {
            Stint.checkpoint();
        }
    }

    private static BudgetExhaustedException failureOf(Task<?> task) throws InterruptedException {
        assertThat(task.awaitOutcome()).isInstanceOf(Outcome.Failure.class);
        Throwable cause = ((Outcome.Failure<?>) task.awaitOutcome()).cause();
        assertThat(cause).isInstanceOf(BudgetExhaustedException.class);
        return (BudgetExhaustedException) cause;
    }

    private static Budget spentBy(Task<?> task) {
        return task.receipt().orElseThrow().spent();
    }

    // ---- what it may spend

    @Test
    @DisplayName("[SCHED:3.2.3] FAIL: what it was given and all that its right allows, to the unit")
    void charge_failPolicy_drawsUpToTheLimit() throws Exception {
        try (var scheduler = on.open();
                Nursery nursery = scheduler.nursery(drawing(OnExhaustion.FAIL))) {
            CapBudget right = right(scheduler);

            Task<?> task = nursery.spawn(holding(right), SelfRechargeTest::countForEver);

            assertThat(failureOf(task)).isInstanceOf(OperationBudgetExhaustedException.class);
            assertThat(spentBy(task)).isEqualTo(Budget.ofOps(10 + LIMIT));
            assertThat(right.budgetLeft().ops()).isZero();
            nursery.awaitAll();
            assertThat(nursery.ledger().granted()).isEqualTo(WALL.plus(Budget.ofOps(LIMIT)));
            assertThat(nursery.ledger().refunded().ops()).isEqualTo(990);
        }
    }

    @Test
    void charge_nurseryDoesNotSaySo_leavesTheRightAlone() throws Exception {
        try (var scheduler = on.open();
                Nursery nursery =
                        scheduler.nursery(
                                n -> drawing(OnExhaustion.FAIL).apply(n).withSelfRecharge(false))) {
            CapBudget right = right(scheduler);

            Task<?> task = nursery.spawn(holding(right), SelfRechargeTest::countForEver);

            failureOf(task);
            assertThat(spentBy(task)).isEqualTo(EACH);
            assertThat(right.budgetLeft().ops()).isEqualTo(LIMIT);
            nursery.awaitAll();
        }
    }

    @Test
    @DisplayName("[SCHED:3.2.3] DRAW: the nursery's pool first, then the right")
    void charge_drawPolicy_drawsFromThePoolFirst() throws Exception {
        try (var scheduler = on.open();
                Nursery nursery = scheduler.nursery(drawing(OnExhaustion.DRAW))) {
            CapBudget right = right(scheduler);
            Task<Long> modest =
                    nursery.spawn(
                            holding(right),
                            () -> {
                                Stint.checkpoint(500);
                                return right.budgetLeft().ops();
                            });
            assertThat(modest.await()).isEqualTo(LIMIT);

            Task<?> greedy = nursery.spawn(holding(right), SelfRechargeTest::countForEver);

            failureOf(greedy);
            assertThat(spentBy(greedy)).isEqualTo(Budget.ofOps(500 + LIMIT));
            nursery.awaitAll();
        }
    }

    @Test
    @DisplayName("[SCHED:3.2.2] [SCHED:3.2.3] WAIT: it waits only when its right is used up")
    void charge_waitPolicy_waitsWhenTheRightIsUsedUp() throws Exception {
        try (var scheduler = on.open();
                Nursery nursery = scheduler.nursery(drawing(OnExhaustion.WAIT))) {
            CapBudget right = right(scheduler);
            Task<Integer> task =
                    nursery.spawn(
                            holding(right),
                            () -> {
                                Stint.checkpoint(10 + LIMIT);
                                Stint.checkpoint(3);
                                return 7;
                            });
            Setting.until(scheduler, () -> task.state() == TaskState.BUDGET_EXHAUSTED);
            assertThat(right.budgetLeft().ops()).isZero();
            assertThat(nursery.bills())
                    .singleElement()
                    .satisfies(
                            bill -> {
                                assertThat(bill.limit()).isEqualTo(10 + LIMIT);
                                assertThat(bill.needed()).isEqualTo(3);
                            });

            nursery.recharge(task, Budget.ofOps(3));

            assertThat(task.await()).isEqualTo(7);
            assertThat(spentBy(task)).isEqualTo(Budget.ofOps(13 + LIMIT));
        }
    }

    @Test
    void charge_everyComponent_isDrawn() throws Exception {
        Budget limit = new Budget(100, 200, 0, 30, 40);
        try (var scheduler = on.open();
                Nursery nursery = scheduler.nursery(drawing(OnExhaustion.FAIL))) {
            CapBudget right = scheduler.tenant().issuer().budget(limit);
            Budget cost = limit.withOps(110);

            Task<?> task = nursery.spawn(holding(right), () -> Stint.charge(cost));

            assertThat(task.awaitOutcome()).isInstanceOf(Outcome.Success.class);
            assertThat(spentBy(task)).isEqualTo(cost);
            assertThat(right.budgetLeft()).isEqualTo(Budget.ZERO);
        }
    }

    /** A portion at a time: small beside the right, but not unit by unit. */
    @Test
    void charge_unitByUnit_drawsPortions() throws Exception {
        try (var scheduler = on.open();
                Nursery nursery = scheduler.nursery(drawing(OnExhaustion.FAIL))) {
            CapBudget right = right(scheduler);
            Task<Set<Long>> task =
                    nursery.spawn(
                            holding(right),
                            () -> {
                                var seen = new HashSet<Long>();
                                for (int i = 0; i < 10 + LIMIT; i++) {
                                    Stint.checkpoint();
                                    seen.add(right.budgetLeft().ops());
                                }
                                return seen;
                            });
            assertThat(task.await()).hasSizeBetween(10, 80);
        }
    }

    @Test
    void charge_tenantsPoolEmpty_failsWithoutUsingTheRight() throws Exception {
        try (var scheduler = on.open()) {
            Tenant tenant =
                    scheduler.openTenant(
                            t ->
                                    t.withBudget(new Budget(1_000, 0, 5, 0, 0))
                                            .withChildBudget(EACH)
                                            .withOnExhaustion(OnExhaustion.FAIL)
                                            .withSelfRecharge(true));
            CapBudget right = tenant.issuer().budget(Budget.ofOps(LIMIT));

            Task<?> task = tenant.root().spawn(holding(right), SelfRechargeTest::countForEver);

            failureOf(task);
            assertThat(spentBy(task)).isEqualTo(Budget.ofOps(1_000));
            assertThat(right.budgetLeft().ops()).isEqualTo(LIMIT - 990);
            assertThat(tenant.ledger().pooled().ops()).isZero();
        }
    }

    // ---- rights that end, and those of others

    @Test
    @DisplayName("[SCHED:3.2.3] revoked in the middle: what was drawn is its own, no more is")
    void charge_revokedMeanwhile_drawsNoMore() throws Exception {
        try (var scheduler = on.open();
                Nursery nursery = scheduler.nursery(drawing(OnExhaustion.WAIT))) {
            CapBudget right = right(scheduler);
            CapBudget lent = right.atMost(Budget.UNLIMITED);
            Task<Integer> task =
                    nursery.spawn(
                            holding(lent),
                            () -> {
                                Stint.checkpoint(1_000);
                                right.revoke(lent);
                                Stint.checkpoint(LIMIT);
                                return 7;
                            });
            Setting.until(scheduler, () -> task.state() == TaskState.BUDGET_EXHAUSTED);
            long left = right.budgetLeft().ops();
            assertThat(left).isBetween(LIMIT - 990L - LIMIT / 8, LIMIT - 990L);

            nursery.recharge(task, Budget.ofOps(left), right);
            assertThat(right.budgetLeft().ops()).isZero();
            nursery.recharge(task, Budget.ofOps(990));

            assertThat(task.await()).isEqualTo(7);
        }
    }

    @Test
    void charge_expired_drawsNoMore() throws Exception {
        try (var scheduler = on.open();
                Nursery nursery = scheduler.nursery(drawing(OnExhaustion.FAIL))) {
            CapBudget brief = right(scheduler).expiringIn(Duration.ofMillis(30));
            Task<?> task =
                    nursery.spawn(
                            holding(brief),
                            () -> {
                                Stint.sleep(Duration.ofMillis(31));
                                Stint.checkpoint(11);
                            });
            failureOf(task);
            assertThat(spentBy(task)).isEqualTo(Budget.ZERO);
            assertThat(brief.budgetLeft().ops()).isEqualTo(LIMIT);
            nursery.awaitAll();
        }
    }

    @Test
    void charge_severalRights_usesTheFirstThatAllowsIt() throws Exception {
        try (var scheduler = on.open();
                Nursery nursery = scheduler.nursery(drawing(OnExhaustion.FAIL))) {
            Tenant neighbour = scheduler.openTenant(t -> t.withName("neighbour"));
            CapBudget foreign = neighbour.issuer().budget(Budget.UNLIMITED);
            CapBudget forged = new Issuer("forged", () -> 0).budget(Budget.UNLIMITED);
            CapBudget small = scheduler.tenant().issuer().budget(Budget.ofOps(5));
            CapBudget large = right(scheduler);

            Task<?> task =
                    nursery.spawn(
                            holding(foreign, forged, small, large), SelfRechargeTest::countForEver);

            failureOf(task);
            assertThat(spentBy(task)).isEqualTo(Budget.ofOps(10 + 5 + LIMIT));
            assertThat(foreign.budgetLeft()).isEqualTo(Budget.UNLIMITED);
            assertThat(forged.budgetLeft()).isEqualTo(Budget.UNLIMITED);
            nursery.awaitAll();
        }
    }

    /** Neither is refused a unit while there is one. */
    @Test
    @DisplayName("[SCHED:3.2.3] two holders race for the last units of one right: all is spent")
    void charge_twoHolders_spendExactlyTheLimit() throws Exception {
        for (int round = 0; round < 20; round++) {
            try (var scheduler = on.open();
                    Nursery nursery = scheduler.nursery(drawing(OnExhaustion.FAIL))) {
                CapBudget right = right(scheduler);
                CapBudget left = right.atMost(Budget.ofOps(LIMIT));

                Task<?> one = nursery.spawn(holding(right), SelfRechargeTest::countForEver);
                Task<?> two = nursery.spawn(holding(left), SelfRechargeTest::countForEver);

                failureOf(one);
                failureOf(two);
                assertThat(spentBy(one).ops() + spentBy(two).ops()).isEqualTo(20 + LIMIT);
                assertThat(right.budgetLeft().ops()).isZero();
                nursery.awaitAll();
            }
        }
    }

    // ---- spawns and nurseries

    @Test
    @DisplayName("[SCHED:3.2.3] [SCHED:10.2.4] SOVEREIGN: each right for what it is for")
    void spawn_sovereign_drawsSpawnsAndOperations() throws Exception {
        try (var scheduler = on.open(c -> c.withProfile(Profile.SOVEREIGN))) {
            var issuer = scheduler.tenant().issuer();
            CapSpawn spawn = issuer.spawn();
            CapBudget money = issuer.budget(new Budget(LIMIT, 0, 3, 0, 0));
            try (Nursery nursery =
                    scheduler.nursery(
                            n ->
                                    drawing(OnExhaustion.FAIL)
                                            .apply(n)
                                            .withBudget(WALL.withSpawns(1))
                                            .withCapabilities(spawn))) {
                Task<Integer> task =
                        nursery.spawn(
                                TaskOptions.defaults().withCapabilities(spawn, money),
                                SelfRechargeTest::spawnWhilePaid);
                assertThat(task.await()).isEqualTo(3);
                assertThat(money.budgetLeft().spawns()).isZero();
            }
        }
    }

    private static int spawnWhilePaid() throws InterruptedException {
        int started = 0;
        try (Nursery own = Stint.nursery()) {
            while (true) {
                own.spawn(TaskOptions.defaults().withBudget(EACH), () -> Stint.checkpoint(5))
                        .await();
                started++;
            }
        } catch (SpawnBudgetExhaustedException e) {
            return started;
        }
    }

    @Test
    void open_nurseryWithABudget_drawsIt() throws Exception {
        try (var scheduler = on.open();
                Nursery nursery = scheduler.nursery(drawing(OnExhaustion.FAIL))) {
            CapBudget right = right(scheduler);
            Task<?> task =
                    nursery.spawn(
                            holding(right),
                            () -> Stint.nursery(n -> n.withBudget(Budget.ofOps(2_000))).close());
            assertThat(task.awaitOutcome()).isInstanceOf(Outcome.Success.class);
            assertThat(spentBy(task)).isEqualTo(Budget.ZERO);
            assertThat(right.budgetLeft().ops()).isLessThanOrEqualTo(LIMIT - 1_990);
        }
    }

    // ---- metered code

    @Test
    @DisplayName("[SCHED:3.2.3] metered code draws as well, and its debts are paid first")
    void charge_meteredCode_drawsUpToTheLimit() throws Exception {
        assertMeteredSpends(
                () -> {
                    while (true) {
                        Hook.ops1();
                    }
                },
                0);
        assertMeteredSpends(
                () -> {
                    while (true) {
                        Hook.flush(7); // books late
                    }
                },
                6);
    }

    private void assertMeteredSpends(Action body, int late) throws Exception {
        try (var scheduler = on.open(c -> c.withYieldInterval(100));
                Nursery nursery = scheduler.nursery(drawing(OnExhaustion.FAIL))) {
            CapBudget right = right(scheduler);

            Task<?> task = nursery.spawn(holding(right), body);

            failureOf(task);
            Receipt receipt = task.receipt().orElseThrow();
            assertThat(receipt.spent().ops()).isBetween(10L + LIMIT, 10L + LIMIT + late);
            assertThat(receipt.spent().ops() - receipt.debt().ops()).isEqualTo(10 + LIMIT);
            assertThat(right.budgetLeft().ops()).isZero();
            nursery.awaitAll();
        }
    }

    @Test
    void charge_meteredAllocations_areDrawn() throws Exception {
        try (var scheduler = on.open(c -> c.withYieldInterval(100));
                Nursery nursery = scheduler.nursery(drawing(OnExhaustion.FAIL))) {
            CapBudget right = scheduler.tenant().issuer().budget(new Budget(LIMIT, 480, 0, 0, 0));
            Task<?> task =
                    nursery.spawn(
                            holding(right),
                            () -> {
                                for (int i = 0; i < 20; i++) {
                                    Hook.opsAndBytes(1, 24);
                                }
                            });
            assertThat(task.awaitOutcome()).isInstanceOf(Outcome.Success.class);
            assertThat(spentBy(task)).isEqualTo(new Budget(20, 480, 0, 0, 0));
            assertThat(right.budgetLeft().memory()).isZero();
        }
    }
}
