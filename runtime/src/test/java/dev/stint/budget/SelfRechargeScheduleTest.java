package dev.stint.budget;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stint.Scheduler;
import dev.stint.Setting;
import dev.stint.Stint;
import dev.stint.capability.CapBudget;
import dev.stint.config.Cores;
import dev.stint.event.DeadlockException;
import dev.stint.nursery.Nursery;
import dev.stint.task.Task;
import dev.stint.task.TaskOptions;
import dev.stint.tenant.Tenant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * [SCHED:3.2.3] Holders draw by one right while it is revoked, used by others and runs out: under
 * every seed the books are exact, and the same seed gives the same receipts.
 */
@Timeout(300)
class SelfRechargeScheduleTest {
    private static final int SEEDS = Integer.getInteger("stint.model.programs", 150);
    private static final List<OnExhaustion> EXHAUSTIONS = List.of(OnExhaustion.values());
    private static final Budget TENANT = new Budget(9_000, 0, 20, 0, 0);
    private static final Budget LIMIT = Budget.ofOps(3_000);

    /** What a run came to; equal for equal runs. */
    private record Run(long hash, List<Receipt> receipts, Ledger books, Budget left) {}

    @ParameterizedTest
    @EnumSource
    void draw_anySchedule_isExactAndTheSameAgain(Cores cores) throws Exception {
        int revokedEarly = 0;
        int usedUp = 0;
        for (long seed = 0; seed < SEEDS; seed++) {
            Run run = run(seed, cores);
            assertThat(run(seed, cores)).as("seed %d", seed).isEqualTo(run);

            assertThat(run.books.isBalanced()).as("seed %d: %s", seed, run.books).isTrue();
            assertThat(run.books.held()).as("seed %d", seed).isEqualTo(Budget.ZERO);
            long spent = run.receipts.stream().mapToLong(r -> r.spent().ops()).sum();
            assertThat(run.books.spent().ops()).as("seed %d", seed).isEqualTo(spent);
            boolean isUsedUp = run.left.ops() < 15; // less than the largest step
            usedUp += isUsedUp ? 1 : 0;
            revokedEarly += isUsedUp ? 0 : 1;
        }
        assertThat(Math.min(revokedEarly, usedUp)).as("runs of either kind").isPositive();
    }

    private static Run run(long seed, Cores cores) throws Exception {
        try (var scheduler =
                Scheduler.open(
                        c ->
                                Setting.seeded(c, seed)
                                        .withCores(cores)
                                        .withWorkers(3)
                                        .withSlice(50))) {
            Tenant tenant = scheduler.openTenant(t -> t.withName("drawer").withBudget(TENANT));
            CapBudget right = tenant.issuer().budget(LIMIT);
            CapBudget lent = right.atMost(LIMIT);
            OnExhaustion then = EXHAUSTIONS.get((int) (seed % 3));
            Nursery nursery =
                    tenant.nursery(
                            n ->
                                    n.withBudget(new Budget(500, 0, 9, 0, 0))
                                            .withChildBudget(Budget.ofOps(20))
                                            .withOnExhaustion(then)
                                            .withSelfRecharge(true)
                                            .withCancelOnError(false));
            List<Task<?>> tasks = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                CapBudget mine = i == 0 ? right : lent.atMost(LIMIT);
                int step = 1 + i * 7;
                int all = i == 0 ? 300 : 3_000;
                tasks.add(nursery.spawn(holding(mine), () -> count(all, step)));
            }
            tasks.add(nursery.spawn(() -> revokeLater(right, lent, seed)));
            tasks.add(nursery.spawn(() -> nursery.recharge(tasks.get(1), Budget.ofOps(30), right)));
            try {
                nursery.awaitAll();
            } catch (DeadlockException e) { // some wait for money that nobody brings
                nursery.cancel();
                nursery.awaitAll();
            }
            List<Receipt> receipts = tasks.stream().map(t -> t.receipt().orElseThrow()).toList();
            return new Run(scheduler.traceHash(), receipts, tenant.ledger(), right.budgetLeft());
        }
    }

    private static TaskOptions holding(CapBudget right) {
        return TaskOptions.defaults().withCapabilities(right);
    }

    private static void count(int all, int step) throws InterruptedException {
        for (int i = 0; i < all; i += step) {
            Stint.checkpoint(step);
            if (i % 5 == 0) {
                Stint.yield();
            }
        }
    }

    private static void revokeLater(CapBudget right, CapBudget lent, long seed)
            throws InterruptedException {
        long until = seed / 3 % 4 * LIMIT.ops() / 4;
        for (int i = 0; i < 1_000 && right.budgetLeft().ops() > until; i++) {
            Stint.yield();
        }
        right.revoke(lent);
    }
}
