package dev.stint.real;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stint.Scheduler;
import dev.stint.Stint;
import dev.stint.budget.Budget;
import dev.stint.budget.OnExhaustion;
import dev.stint.config.Cores;
import dev.stint.config.SchedulerConfig;
import dev.stint.error.OperationBudgetExhaustedException;
import dev.stint.error.SpawnBudgetExhaustedException;
import dev.stint.nursery.Nursery;
import dev.stint.nursery.Policy;
import dev.stint.task.Action;
import dev.stint.task.Task;
import dev.stint.task.TaskOptions;
import dev.stint.task.TaskState;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import jdk.internal.vm.Continuation;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A task that cannot pay is suspended, in interpreted code as in compiled; only one that cannot be
 * suspended runs on into debt (R9, R10).
 */
@Timeout(60)
class WaitForMoneyTest {
    static Stream<UnaryOperator<SchedulerConfig>> kinds() {
        return Stream.of(
                c -> c.withCores(Cores.VIRTUAL),
                c -> c.withCores(Cores.BARE),
                c -> c.withCores(Cores.VIRTUAL).withSeed(3),
                c -> c.withCores(Cores.BARE).withSeed(3));
    }

    private static void work(int operations) throws InterruptedException {
        for (int i = 0; i < operations; i++) {
            Stint.checkpoint();
        }
    }

    private static Nursery open(Scheduler scheduler) {
        return scheduler.nursery(
                n ->
                        n.withOnExhaustion(OnExhaustion.WAIT)
                                .withPolicy(Policy.runAll())
                                .withBudget(Budget.ofOps(10_000).withSpawns(5)));
    }

    private static final TaskOptions POOR = TaskOptions.named("poor").withBudget(Budget.ofOps(100));

    @ParameterizedTest
    @MethodSource("kinds")
    void charge_again_andAgain_waitsEachTime(UnaryOperator<SchedulerConfig> kind) throws Exception {
        try (var scheduler = Scheduler.open(c -> kind.apply(c.withWorkers(1)));
                Nursery nursery = open(scheduler)) {
            Task<?> poor = nursery.spawn(POOR, () -> work(1000));
            int recharges = 0;
            while (!poor.state().isFinal()) {
                scheduler.run(() -> Stint.yield());
                if (poor.state() == TaskState.BUDGET_EXHAUSTED) {
                    assertThat(nursery.bills()).hasSize(1);
                    nursery.recharge(poor, Budget.ofOps(100));
                    recharges++;
                }
            }
            poor.await();
            assertThat(recharges).isEqualTo(9);
            assertThat(poor.receipt().orElseThrow().debt()).isEqualTo(Budget.ZERO);
        }
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void charge_whereItCannotBeSuspended_isDebtUpToABound(UnaryOperator<SchedulerConfig> kind)
            throws Exception {
        try (var scheduler = Scheduler.open(c -> kind.apply(c.withWorkers(1)));
                Nursery nursery = open(scheduler)) {
            Task<?> alittle = nursery.spawn(POOR, () -> pinned(() -> work(200)));
            alittle.await();
            assertThat(alittle.receipt().orElseThrow().debt()).isEqualTo(Budget.ofOps(100));
            Task<?> toomuch = nursery.spawn(POOR, () -> pinned(() -> work(100_000)));
            assertThatThrownBy(toomuch::await)
                    .hasCauseInstanceOf(OperationBudgetExhaustedException.class);
            assertThat(toomuch.receipt().orElseThrow().debt().ops()).isBetween(1L, 1024L);
            nursery.awaitAll();
        }
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void spawn_whereItCannotBeSuspended_isRefused(UnaryOperator<SchedulerConfig> kind)
            throws Exception {
        try (var scheduler = Scheduler.open(c -> kind.apply(c.withWorkers(1)))) {
            scheduler.run(
                    () -> {
                        try (Nursery nursery =
                                Stint.nursery(
                                        n ->
                                                n.withOnExhaustion(OnExhaustion.WAIT)
                                                        .withBudget(Budget.ofOps(100)))) {
                            assertThatThrownBy(() -> pinned(() -> nursery.spawn(() -> {})))
                                    .isInstanceOf(SpawnBudgetExhaustedException.class);
                        }
                    });
        }
    }

    private static void pinned(Action action) throws Exception {
        Continuation.pin();
        try {
            action.run();
        } finally {
            Continuation.unpin();
        }
    }
}
