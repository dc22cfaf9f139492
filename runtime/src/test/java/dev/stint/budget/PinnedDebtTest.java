package dev.stint.budget;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stint.Scheduler;
import dev.stint.Setting;
import dev.stint.Stint;
import dev.stint.error.OperationBudgetExhaustedException;
import dev.stint.nursery.Nursery;
import dev.stint.task.Outcome;
import dev.stint.task.Task;
import dev.stint.task.TaskState;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A task that cannot be suspended where it stands, here because a class initialiser is below it,
 * does not wait for money there: it goes into bounded debt, and then fails (R9, R10).
 */
@Timeout(60)
class PinnedDebtTest {
    private static final int INTERVAL = 100;

    /** What the next class initialiser is to do; one class per test, for it runs only once. */
    private static final AtomicReference<@Nullable Callable<?>> WORK = new AtomicReference<>();

    private static int runWork() {
        try {
            Objects.requireNonNull(WORK.getAndSet(null)).call();
            return 1;
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private static final class Borrows {
        static final int DONE = runWork();
    }

    private static final class TooMuch {
        static final int DONE = runWork();
    }

    private static final class Spawns {
        static final int DONE = runWork();
    }

    private static final class Bare {
        static final int DONE = runWork();
    }

    private static Scheduler open(Setting on) {
        return on.open(c -> c.withYieldInterval(INTERVAL));
    }

    private static Nursery waiting(Scheduler scheduler) {
        return scheduler.nursery(
                n ->
                        n.withBudget(new Budget(1_000, 0, 1, 0, 0))
                                .withChildBudget(Budget.ofOps(10))
                                .withOnExhaustion(OnExhaustion.WAIT));
    }

    @Test
    @DisplayName("[SCHED:3.2.2] debt is paid first from the next recharge")
    void charge_pinned_borrowsAndPaysBackFirst() throws Exception {
        for (Setting on : new Setting[] {Setting.THREADS_VIRTUAL}) {
            debtIsPaidFirst(on, () -> Borrows.DONE);
        }
    }

    @Test
    @DisplayName("[SCHED:3.2.2] the same on a bare core under a seed")
    void charge_pinnedOnABareCore_borrowsAndPaysBackFirst() throws Exception {
        debtIsPaidFirst(Setting.SEEDED_BARE, () -> Bare.DONE);
    }

    private static void debtIsPaidFirst(Setting on, Callable<Integer> initialise) throws Exception {
        try (var scheduler = open(on);
                Nursery nursery = waiting(scheduler)) {
            WORK.set(
                    () -> {
                        Stint.checkpoint(70); // 60 more than it has
                        return 1;
                    });
            Task<Integer> task =
                    nursery.spawn(
                            () -> {
                                int done = initialise.call();
                                Stint.checkpoint(5); // here it can be suspended
                                return done;
                            });
            Setting.until(scheduler, () -> task.state() == TaskState.BUDGET_EXHAUSTED);
            Bill bill = nursery.bills().getFirst();
            assertThat(bill.limit()).isEqualTo(10);
            assertThat(bill.spent()).isEqualTo(70);

            nursery.recharge(task, Budget.ofOps(62)); // 60 for the debt: 2 are left, 5 are needed
            Setting.until(scheduler, () -> nursery.bills().stream().anyMatch(b -> b.limit() == 72));
            assertThat(task.state()).isEqualTo(TaskState.BUDGET_EXHAUSTED);
            nursery.recharge(task, Budget.ofOps(3));

            assertThat(task.await()).isEqualTo(1);
            Receipt receipt = task.receipt().orElseThrow();
            assertThat(receipt.spent()).isEqualTo(Budget.ofOps(75));
            assertThat(receipt.debt()).isEqualTo(Budget.ZERO);
            nursery.join();
            assertThat(nursery.ledger().debt()).isEqualTo(Budget.ZERO);
        }
    }

    @Test
    @DisplayName("[SCHED:15.1.1] the debt is bounded by the interval; then it fails")
    void charge_pinnedTooLong_fails() throws Exception {
        try (var scheduler = open(Setting.THREADS_VIRTUAL)) {
            Nursery nursery = waiting(scheduler);
            WORK.set(
                    () -> {
                        while (true) {
                            Stint.checkpoint();
                        }
                    });
            Task<Integer> task = nursery.spawn(() -> TooMuch.DONE);
            assertThat(task.awaitOutcome())
                    .isInstanceOfSatisfying(
                            Outcome.Failure.class,
                            f ->
                                    assertThat(f.cause())
                                            .isInstanceOf(OperationBudgetExhaustedException.class));
            nursery.awaitAll();
            Receipt receipt = task.receipt().orElseThrow();
            assertThat(receipt.debt().ops()).isEqualTo(INTERVAL);
            assertThat(receipt.spent().ops()).isEqualTo(10 + INTERVAL);
            assertThat(nursery.ledger().isBalanced()).isTrue();
            assertThat(nursery.ledger().debt()).as("paid by the pool").isEqualTo(Budget.ZERO);
        }
    }

    @Test
    @DisplayName("a spawn that nobody pays does not wait there either")
    void spawn_pinned_throws() throws Exception {
        try (var scheduler = open(Setting.THREADS_VIRTUAL)) {
            Nursery nursery = waiting(scheduler);
            WORK.set(() -> nursery.spawn(() -> 1).await());
            Task<Integer> task = nursery.spawn(() -> Spawns.DONE);
            assertThatThrownBy(task::await)
                    .hasRootCauseInstanceOf(dev.stint.error.SpawnBudgetExhaustedException.class);
            nursery.awaitAll();
        }
    }
}
