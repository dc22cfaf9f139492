package dev.stint.nursery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stint.Scheduler;
import dev.stint.Stint;
import dev.stint.budget.Budget;
import dev.stint.budget.OnExhaustion;
import dev.stint.policy.Cores;
import dev.stint.task.Task;
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
    private Tenant tenant = scheduler.openTenant(t -> t.named("thrifty").withBudget(PLENTY));

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
}
