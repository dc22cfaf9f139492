package dev.stint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stint.budget.Bill;
import dev.stint.budget.Budget;
import dev.stint.budget.Recharger;
import dev.stint.config.Profile;
import dev.stint.error.BudgetExhaustedException;
import dev.stint.error.OperationBudgetExhaustedException;
import dev.stint.error.SupervisorFailedException;
import dev.stint.supervisor.ChildSpec;
import dev.stint.supervisor.Decision;
import dev.stint.supervisor.Restart;
import dev.stint.supervisor.SupervisorConfig;
import dev.stint.task.Action;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** [SCHED:10.2.3] Children of supervisors that run out of money, and who pays for them. */
@ParameterizedClass
@EnumSource(Setting.class)
@Timeout(60)
class SupervisorBillsTest {
    private static final Duration LONG = Duration.ofHours(10);

    private final Setting on;

    SupervisorBillsTest(Setting on) {
        this.on = on;
    }

    private void supervise(UnaryOperator<SupervisorConfig> configure) throws InterruptedException {
        SupervisorContractTest.supervise(on.open(c -> c.withProfile(Profile.CLUSTER)), configure);
    }

    static void work(int ops) throws InterruptedException {
        for (int i = 0; i < ops; i++) {
            Stint.checkpoint();
        }
    }

    static ChildSpec worker(String name, Action body) {
        return ChildSpec.of(name, body)
                .withBudget(Budget.ofOps(100))
                .withRestart(Restart.TRANSIENT);
    }

    /** [SCHED:3.2.3] Supervisor recharge. */
    @Test
    void bill_recharged_letsTheChildGoOn() throws Exception {
        Queue<Bill> bills = new ConcurrentLinkedQueue<>();
        supervise(
                s ->
                        s.withIntensity(0, LONG)
                                .withOnBill(
                                        bill -> {
                                            bills.add(bill);
                                            return Decision.recharge(Budget.ofOps(300));
                                        })
                                .withChild(worker("w", () -> work(1000))));
        assertThat(bills).hasSize(3);
        assertThat(bills.element().mayRecharge()).contains(Recharger.SUPERVISOR);
        assertThat(bills.element().debtor()).contains("'w'");
        assertThat(bills.element().inWords()).contains("its supervisor");
    }

    /** [SCHED:3.2.3] Several at once. */
    @Test
    void bills_ofManyChildren_areAllPaid() throws Exception {
        var ended = new AtomicInteger();
        supervise(
                s -> {
                    var all =
                            s.withOnBill(b -> Decision.recharge(Budget.ofOps(50)))
                                    .withIntensity(0, LONG);
                    for (int i = 0; i < 10; i++) {
                        all =
                                all.withChild(
                                        worker(
                                                "w" + i,
                                                () -> {
                                                    work(500);
                                                    ended.incrementAndGet();
                                                }));
                    }
                    return all;
                });
        assertThat(ended.get()).isEqualTo(10);
    }

    @Test
    void bill_notPaid_failsTheChild_whichIsRestartedWithItsBudget() throws Exception {
        var starts = new AtomicInteger();
        Queue<Throwable> seen = new ConcurrentLinkedQueue<>();
        supervise(
                s ->
                        s.withChild(
                                worker(
                                        "w",
                                        () -> {
                                            try {
                                                work(starts.incrementAndGet() < 3 ? 1000 : 50);
                                            } catch (BudgetExhaustedException e) {
                                                seen.add(e);
                                                throw e;
                                            }
                                        })));
        assertThat(starts.get()).isEqualTo(3);
        assertThat(seen).hasSize(2).allMatch(e -> e instanceof OperationBudgetExhaustedException);
    }

    @Test
    void bill_startAgain_countsAsARestart() throws Exception {
        var starts = new AtomicInteger();
        supervise(
                s ->
                        s.withOnBill(bill -> Decision.startAgain())
                                .withIntensity(2, LONG)
                                .withChild(
                                        worker(
                                                "w",
                                                () ->
                                                        work(
                                                                starts.incrementAndGet() < 3
                                                                        ? 1000
                                                                        : 50))));
        assertThat(starts.get()).isEqualTo(3);
        assertThatThrownBy(
                        () ->
                                supervise(
                                        s ->
                                                s.withOnBill(bill -> Decision.startAgain())
                                                        .withIntensity(2, LONG)
                                                        .withChild(worker("w", () -> work(1000)))))
                .cause()
                .isInstanceOf(SupervisorFailedException.class)
                .hasCauseInstanceOf(OperationBudgetExhaustedException.class);
    }

    @Test
    void bill_walledPoolIsEmpty_failsTheChild() throws Exception {
        assertThatThrownBy(
                        () ->
                                supervise(
                                        s ->
                                                s.withOnBill(
                                                                b ->
                                                                        Decision.recharge(
                                                                                Budget.ofOps(150)))
                                                        .withBudget(Budget.ofOps(300).withSpawns(1))
                                                        .withIntensity(0, LONG)
                                                        .withChild(worker("w", () -> work(1000)))))
                .hasRootCauseInstanceOf(BudgetExhaustedException.class);
    }

    @Test
    void bill_rechargedWithSomethingElse_failsTheSupervisor() throws Exception {
        assertThatThrownBy(
                        () ->
                                supervise(
                                        s ->
                                                s.withOnBill(
                                                                b ->
                                                                        Decision.recharge(
                                                                                Budget.ZERO
                                                                                        .withSpawns(
                                                                                                1)))
                                                        .withChild(worker("w", () -> work(1000)))))
                .cause()
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("cannot recharge child 'w'")
                .hasMessageContaining("it lacks operations");
    }
}
