package dev.stint.language.rows;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stint.Scheduler;
import dev.stint.Stint;
import dev.stint.budget.Budget;
import dev.stint.budget.OnExhaustion;
import dev.stint.error.BudgetExhaustedException;
import dev.stint.nursery.Nursery;
import dev.stint.task.Outcome;
import dev.stint.task.Task;
import dev.stint.task.TaskState;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Scenarios for budgets, by the names under which the language's own project has them. */
class BudgetRowsTest {
    private static final long SEED = 3;

    private static Scheduler open() {
        return Scheduler.open(c -> c.withSeed(SEED));
    }

    @Test
    @DisplayName("decrement succeeds with sufficient budget")
    void decrementSucceeds() throws Exception {
        try (var scheduler = open();
                Nursery nursery = scheduler.nursery()) {
            Task<Long> task =
                    nursery.spawn(
                            () -> {
                                long before = Stint.budgetLeft().ops();
                                Stint.charge(Budget.ofOps(1));
                                return before - Stint.budgetLeft().ops();
                            });

            assertThat(task.await()).isEqualTo(1);
        }
    }

    @Test
    @DisplayName("decrement fails when exhausted")
    void decrementFails() throws Exception {
        try (var scheduler = open()) {
            Nursery nursery =
                    scheduler.nursery(
                            n ->
                                    n.withChildBudget(Budget.ofOps(1))
                                            .withOnExhaustion(OnExhaustion.FAIL)
                                            .withCancelOnError(false));
            Task<?> task =
                    nursery.spawn(
                            () -> {
                                Stint.charge(Budget.ofOps(1));
                                Stint.charge(Budget.ofOps(1));
                            });

            assertThat(task.awaitOutcome())
                    .isInstanceOfSatisfying(
                            Outcome.Failure.class,
                            f ->
                                    assertThat(f.cause())
                                            .isInstanceOf(BudgetExhaustedException.class));
            assertThat(task.receipt().orElseThrow().spent()).isEqualTo(Budget.ofOps(1));
        }
    }

    /** Exhausted is what cannot pay, not a component that stands at 0. */
    @Test
    @DisplayName("isExhausted detects zero ops")
    void exhaustedAtZeroOps() {
        assertThat(Budget.ZERO.covers(Budget.ofOps(1))).isFalse();
        assertThat(Budget.ofOps(1).covers(Budget.ofOps(1))).isTrue();
    }

    @Test
    @DisplayName("canSpawn checks spawn_count")
    void canSpawn() {
        Budget spawn = Budget.ZERO.withSpawns(1);

        assertThat(Budget.DEFAULT.covers(spawn)).isFalse();
        assertThat(Budget.DEFAULT.withSpawns(1).covers(spawn)).isTrue();
    }

    @Test
    @DisplayName("add saturates on overflow")
    void addSaturates() {
        Budget nearly = Budget.ofOps(Budget.MOST - 1);

        assertThat(nearly.plus(Budget.ofOps(5)).ops()).isEqualTo(Budget.MOST);
    }

    @Test
    @DisplayName("clamp limits to maximum")
    void clamp() {
        var much = new Budget(9, 2, 9, 2, 9);
        var most = new Budget(5, 5, 5, 5, 5);

        assertThat(much.min(most)).isEqualTo(new Budget(5, 2, 5, 2, 5));
    }

    @Test
    @DisplayName("Task: budget exhaustion")
    void taskBudgetExhaustion() throws Exception {
        try (var scheduler = open();
                Nursery nursery =
                        scheduler.nursery(
                                n ->
                                        n.withBudget(new Budget(1_000, 1_000, 10, 10, 10))
                                                .withChildBudget(Budget.ofOps(10))
                                                .withOnExhaustion(OnExhaustion.WAIT))) {
            Task<Integer> task =
                    nursery.spawn(
                            () -> {
                                Stint.charge(Budget.ofOps(10));
                                Stint.charge(Budget.ofOps(7));
                                return 42;
                            });
            while (nursery.bills().isEmpty()) {
                scheduler.run(Stint::yield);
            }
            assertThat(task.state()).isEqualTo(TaskState.BUDGET_EXHAUSTED);

            assertThat(nursery.recharge(task, Budget.ofOps(7))).isTrue();

            assertThat(task.await()).isEqualTo(42);
            assertThat(task.receipt().orElseThrow().spent().ops()).isEqualTo(17);
        }
    }

    @Test
    @DisplayName("Budget: re-export works")
    void budgetIsPublic() {
        assertThat(Budget.class.getModule().isExported("dev.stint.budget")).isTrue();
    }
}
