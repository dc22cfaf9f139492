package dev.stint.nursery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stint.Scheduler;
import dev.stint.Stint;
import dev.stint.Together;
import dev.stint.budget.Budget;
import dev.stint.budget.Ledger;
import dev.stint.budget.OnExhaustion;
import dev.stint.capability.CapBudget;
import dev.stint.error.StintException;
import dev.stint.task.Task;
import dev.stint.task.TaskOptions;
import dev.stint.tenant.Tenant;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * [NURSERY:7.1] Threads outside bring money to a nursery that ends meanwhile, and its tasks draw by
 * their rights: not a unit is lost.
 *
 * <p>{@code -Dstint.stress.seconds=N} sets how long (a quarter of it each).
 */
@Timeout(3600)
class MoneyRaceTest {
    private static final long NANOS = Long.getLong("stint.stress.seconds", 4) * 250_000_000L;
    private static final Budget PURSE = new Budget(10_000, 0, 200, 0, 0);
    private static final Budget SMALL = Budget.ofOps(5);

    @ParameterizedTest
    @EnumSource(
            value = OnExhaustion.class,
            names = {"DRAW", "WAIT"})
    void recharge_againstTheEnd_losesNothing(OnExhaustion then) throws Exception {
        long until = System.nanoTime() + NANOS;
        try (var scheduler = Scheduler.open(c -> c.withWorkers(2))) {
            for (int round = 0; round == 0 || System.nanoTime() < until; round++) {
                Tenant tenant = scheduler.openTenant(t -> t.withName("racer").withBudget(PURSE));
                raceOnce(tenant, then, round % 64);

                Ledger books = tenant.ledger();
                assertThat(books.isBalanced()).as("round %d: %s", round, books).isTrue();
                assertThat(books.held()).as("round %d: %s", round, books).isEqualTo(Budget.ZERO);
                closeAgainstOpen(tenant);
                books = tenant.ledger();
                assertThat(books.held().plus(books.pooled()))
                        .as("round %d: %s", round, books)
                        .isEqualTo(Budget.ZERO);
            }
        } // throws if the books of any nursery did not balance
    }

    private static void raceOnce(Tenant tenant, OnExhaustion then, int delay) throws Exception {
        CapBudget right = tenant.issuer().budget(Budget.UNLIMITED);
        Nursery nursery =
                tenant.nursery(
                        n ->
                                n.withChildBudget(SMALL)
                                        .withOnExhaustion(then)
                                        .withSelfRecharge(delay % 2 == 0));
        TaskOptions holder =
                TaskOptions.defaults().withCapabilities(right.atMost(Budget.ofOps(40)));
        Task<?> first = nursery.spawn(holder, () -> pay(20));
        Together.run(
                () -> untilRefused(() -> nursery.spawn(holder, () -> pay(2))),
                () ->
                        untilRefused(
                                () -> {
                                    nursery.recharge(first, Budget.ofOps(2), right);
                                    nursery.recharge(Budget.ofOps(3));
                                    nursery.recharge(first, Budget.ofOps(50));
                                }),
                () -> {
                    for (int i = 0; i < delay * 50; i++) {
                        Thread.onSpinWait();
                    }
                    nursery.cancel();
                });
        nursery.awaitAll();
    }

    private static void pay(int times) throws InterruptedException {
        for (int i = 0; i < times; i++) {
            Stint.charge(Budget.ofOps(3));
        }
    }

    private static void untilRefused(Runnable deed) {
        try {
            for (int i = 0; i < 30; i++) {
                deed.run();
            }
        } catch (StintException e) {
            // it has ended, or there is no more
        }
    }

    /** A thread opens a nursery of a tenant that is being closed. */
    private static void closeAgainstOpen(Tenant tenant) throws Exception {
        Together.run(
                tenant::close,
                () ->
                        untilRefused(
                                () ->
                                        tenant.nursery(n -> n.withBudget(SMALL.withSpawns(1)))
                                                .close()));
    }
}
