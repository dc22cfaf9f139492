package dev.stint.nursery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stint.Scheduler;
import dev.stint.Stint;
import dev.stint.budget.Budget;
import dev.stint.budget.OnExhaustion;
import dev.stint.capability.CapBudget;
import dev.stint.config.Cores;
import dev.stint.error.BudgetExhaustedException;
import dev.stint.error.SpawnBudgetExhaustedException;
import dev.stint.event.DeadlockException;
import dev.stint.task.Outcome;
import dev.stint.task.Task;
import dev.stint.task.TaskOptions;
import dev.stint.task.TaskState;
import dev.stint.tenant.Tenant;
import java.time.Duration;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** [NURSERY:1.1] What {@link NurseryModelTest} has found, one small program each. */
@Timeout(30)
class ConservationTest {
    private static final Budget PLENTY = new Budget(100_000, 100_000, 100, 1_000, 1_000);

    private Scheduler scheduler =
            Scheduler.open(
                    c -> c.withCores(Cores.VIRTUAL).withWorkers(1).withSeed(1).withSlice(50));
    private Tenant tenant = scheduler.openTenant(t -> t.withName("thrifty").withBudget(PLENTY));

    @BeforeEach
    void nothingIsSpent() {
        assertThat(tenant.ledger().spent().isZero()).isTrue();
    }

    @AfterEach
    void booksBalance() {
        assertThat(tenant.ledger().isBalanced()).isTrue();
        assertThat(tenant.ledger().held()).isEqualTo(Budget.ZERO);
        scheduler.close(); // throws if the books of any nursery did not balance
    }

    @Test
    void shielded_borrowsAndDoesNotSpend_owesNothing() throws Exception {
        try (Nursery nursery = tenant.nursery(n -> n.withOnExhaustion(OnExhaustion.FAIL))) {
            Task<?> task =
                    nursery.spawn(
                            TaskOptions.defaults().withBudget(Budget.ofOps(100)),
                            () -> {
                                cancelMyself();
                                Stint.shielded(() -> fails(new Budget(200, 1L << 40, 0, 0, 0)));
                            });
            nursery.awaitAll();

            assertThat(task.receipt().orElseThrow().debt()).isEqualTo(Budget.ZERO);
        }
        assertThat(tenant.ledger().debt()).isEqualTo(Budget.ZERO);
    }

    @Test
    void shielded_owesAndAsksForTheMost_isRefused() throws Exception {
        try (Nursery nursery = tenant.nursery(n -> n.withOnExhaustion(OnExhaustion.FAIL))) {
            Task<?> task =
                    nursery.spawn(
                            TaskOptions.defaults().withBudget(Budget.ofOps(100)),
                            () -> {
                                cancelMyself();
                                Stint.shielded(
                                        () -> {
                                            Stint.charge(Budget.ZERO.withMemory(1));
                                            fails(Budget.ZERO.withMemory(Budget.MOST));
                                        });
                            });
            nursery.awaitAll();

            assertThat(task.receipt().orElseThrow().spent().memory()).isEqualTo(1);
            assertThat(task.receipt().orElseThrow().debt().memory()).isEqualTo(1);
        }
    }

    private static void cancelMyself() {
        Stint.currentTask().orElseThrow().cancel();
    }

    private static void fails(Budget cost) {
        assertThatThrownBy(() -> Stint.charge(cost)).isInstanceOf(BudgetExhaustedException.class);
    }

    @Test
    void wall_openerHasMore_isNotClimbed() throws Exception {
        Budget wall = new Budget(100, 0, 1, 0, 0);
        runWith(
                new Budget(1_000, 0, 10, 0, 0),
                () -> {
                    try (Nursery inner = Stint.nursery(n -> n.withBudget(wall))) {
                        inner.spawn(() -> {});

                        assertThatThrownBy(() -> inner.spawn(() -> {}))
                                .isInstanceOf(SpawnBudgetExhaustedException.class);

                        assertThat(inner.ledger().granted()).isEqualTo(wall);
                    }
                });
    }

    @Test
    void charge_waits_suspendsAlsoInterpretedCode() throws Exception {
        try (Nursery nursery =
                tenant.nursery(
                        n ->
                                n.withOnExhaustion(OnExhaustion.WAIT)
                                        .withChildBudget(Budget.ofOps(10)))) {
            Task<?> task = nursery.spawn(() -> Stint.charge(Budget.ofOps(20)));

            assertThatThrownBy(() -> task.await(Duration.ofMillis(1)))
                    .isInstanceOf(TimeoutException.class);
            assertThat(task.state()).isEqualTo(TaskState.BUDGET_EXHAUSTED);
            assertThat(nursery.bills()).hasSize(1);

            assertThat(nursery.recharge(task, Budget.ofOps(10))).isTrue();
            task.await();
            assertThat(task.receipt().orElseThrow().debt()).isEqualTo(Budget.ZERO);
        }
    }

    @Test
    void spawn_poolHasPartOfIt_waits() throws Exception {
        try (Nursery nursery =
                tenant.nursery(
                        n ->
                                n.withOnExhaustion(OnExhaustion.WAIT)
                                        .withBudget(new Budget(600, 0, 1, 0, 0)))) {
            var tooMuch = TaskOptions.defaults().withBudget(Budget.ofOps(1_000));

            assertThatThrownBy(() -> nursery.spawn(tooMuch, () -> {}))
                    .isInstanceOf(DeadlockException.class);
        }
    }

    @Test
    void charge_cancelledWhereTheSliceEnds_paysNothing() throws Exception {
        Budget cost = new Budget(60, 5, 0, 1, 1);
        int interrupted = 0;
        for (long seed = 0; seed < 20; seed++) {
            long s = seed;
            try (var other = Scheduler.open(c -> c.withWorkers(1).withSeed(s).withSlice(50));
                    Nursery nursery = other.nursery()) {
                boolean[] began = new boolean[1];
                Task<?> payer =
                        nursery.spawn(
                                () -> {
                                    began[0] = true;
                                    Stint.charge(cost);
                                });
                nursery.spawn(payer::cancel);
                boolean paid = payer.awaitOutcome() instanceof Outcome.Success<?>;

                assertThat(payer.receipt().orElseThrow().spent())
                        .isEqualTo(paid ? cost : Budget.ZERO);
                interrupted += began[0] && !paid ? 1 : 0;
            }
        }
        assertThat(interrupted).as("runs in which it was cancelled as it paid").isPositive();
    }

    @Test
    void rechargeByRight_afterTheEnd_movesNothing() throws Exception {
        Budget limit = Budget.ofOps(50);
        CapBudget right = tenant.issuer().budget(limit);
        Nursery nursery = tenant.nursery(n -> n);
        Task<?> task = nursery.spawn(() -> {});
        nursery.close();

        assertThat(nursery.recharge(task, Budget.ofOps(10), right)).isFalse();

        assertThat(right.budgetLeft()).isEqualTo(limit);
        assertThat(nursery.ledger().pooled()).isEqualTo(Budget.ZERO);
    }

    @Test
    void rechargeByRight_childEndedFirst_movesNothing() throws Exception {
        CapBudget right = tenant.issuer().budget(Budget.ofOps(50));
        Budget wall = new Budget(1_000, 0, 1, 0, 0);
        try (Nursery nursery = tenant.nursery(n -> n.withBudget(wall))) {
            Task<?> task = nursery.spawn(() -> {});
            task.await();

            assertThat(nursery.recharge(task, Budget.ofOps(10), right)).isFalse();

            assertThat(right.budgetLeft()).isEqualTo(Budget.ofOps(50));
            assertThat(nursery.ledger().granted()).isEqualTo(wall);
        }
    }

    @Test
    void exhaustion_eatenAndNurseryOpened_isThrownAgain() throws Exception {
        try (Nursery nursery = tenant.nursery(n -> n.withOnExhaustion(OnExhaustion.FAIL))) {
            nursery.spawn(
                            TaskOptions.defaults().withBudget(Budget.ofOps(1_000)),
                            () -> {
                                fails(Budget.ZERO.withMemory(1));
                                try (Nursery inner =
                                        Stint.nursery(n -> n.withBudget(Budget.ofOps(10)))) {
                                    assertThatThrownBy(() -> Stint.checkpoint())
                                            .isInstanceOf(BudgetExhaustedException.class);
                                    assertThatThrownBy(() -> inner.spawn(() -> {}))
                                            .isInstanceOf(BudgetExhaustedException.class);
                                }
                                fails(Budget.ofOps(1));
                            })
                    .awaitOutcome();
        } catch (dev.stint.error.TaskFailedException e) {
            assertThat(e.getCause()).isInstanceOf(BudgetExhaustedException.class);
        }
    }

    @Test
    void spawn_earlierNurseriesLeftMoney_usesIt() throws Exception {
        runWith(
                Budget.ofOps(1_000),
                () -> {
                    for (int i = 0; i < 90; i++) { // of the 99 spawns that the tenant has left
                        try (Nursery inner = Stint.nursery(n -> n.withChildBudget(small()))) {
                            inner.spawn(() -> {});
                        }
                    }
                });
    }

    private static Budget small() {
        return Budget.ofOps(10);
    }

    /** Runs a task that has this, and throws what it throws. */
    private void runWith(Budget budget, dev.stint.task.Action body) throws Exception {
        try (Nursery nursery = tenant.nursery(n -> n)) {
            nursery.spawn(TaskOptions.defaults().withBudget(budget), body).await();
        }
    }

    @Test
    void policy_looksAtTheBooks_mayDoSo() throws Exception {
        Nursery[] watched = new Nursery[1];
        var curious =
                new Policy() {
                    @Override
                    public Then childEnded(Task<?> child, Outcome<?> outcome) {
                        return Then.CANCEL_THE_OTHERS;
                    }

                    @Override
                    public boolean isSuccessDespite(long failures) {
                        return watched[0].ledger().isBalanced();
                    }
                };
        watched[0] = tenant.nursery(n -> n.withPolicy(curious));
        watched[0].spawn(
                () -> {
                    throw new IllegalStateException("planted");
                });

        assertThat(watched[0].awaitAll()).isInstanceOf(NurseryResult.Success.class);
    }
}
