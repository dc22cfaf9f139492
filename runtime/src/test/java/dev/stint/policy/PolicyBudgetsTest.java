package dev.stint.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stint.Scheduler;
import dev.stint.Stint;
import dev.stint.budget.Budget;
import dev.stint.budget.Ledger;
import dev.stint.budget.OnExhaustion;
import dev.stint.config.Cores;
import dev.stint.task.Task;
import dev.stint.task.TaskOptions;
import dev.stint.tenant.Tenant;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** [EVOLUTION:stage-7] Budgets of tenants that are open follow the policy, and no unit is lost. */
class PolicyBudgetsTest {
    private static final Budget TASK = Budget.ofOps(10_000).withMemory(1 << 16);

    private long version;
    private final ScriptedService service = new ScriptedService(policy(Budget.UNLIMITED));

    private Policy policy(Budget budget) {
        return Policy.of("p", ++version).withTenant(TenantRule.of("t").withBudget(budget));
    }

    private Scheduler open(Cores cores, long seed) {
        return Scheduler.open(
                c ->
                        c.withSeed(seed)
                                .withWorkers(2)
                                .withCores(cores)
                                .withPolicy(PolicyConfig.of(service)));
    }

    private static Budget ops(long operations) {
        return Budget.UNLIMITED.withOps(operations);
    }

    /** From the desk's next question on, which comes when the clock moves. */
    private void change(Scheduler scheduler, Budget to) throws Exception {
        service.gives(policy(to));
        scheduler.run(() -> Stint.sleep(Duration.ofSeconds(2)));
        assertThat(scheduler.policy().orElseThrow().policy().version()).isEqualTo(version);
    }

    private static void ensureBalanced(Ledger ledger) {
        for (var c : dev.stint.budget.Component.values()) {
            assertThat(ledger.granted().get(c) + ledger.debt().get(c))
                    .as("%s of %s", c, ledger)
                    .isEqualTo(
                            ledger.spent().get(c)
                                    + ledger.held().get(c)
                                    + ledger.pooled().get(c)
                                    + ledger.refunded().get(c));
        }
    }

    private static long has(Ledger ledger) {
        return ledger.granted().ops() - ledger.refunded().ops();
    }

    @Test
    void budget_growsAndShrinks_andGrowsAgain() throws Exception {
        service.gives(policy(ops(50_000)));
        try (var scheduler = open(Cores.VIRTUAL, 1)) {
            Tenant tenant = scheduler.openTenant(t -> t.withName("t"));
            assertThat(tenant.ledger().pooled().ops()).isEqualTo(50_000);
            for (long operations : new long[] {80_000, 20_000, 30_000, Budget.MOST, 40_000}) {
                change(scheduler, ops(operations));
                assertThat(tenant.ledger().pooled().ops()).isEqualTo(operations);
                assertThat(has(tenant.ledger())).isEqualTo(operations);
                ensureBalanced(tenant.ledger());
            }
            tenant.close();
        }
    }

    /** What tasks hold cannot be taken from them; it is kept when they give it back. */
    @Test
    void budget_lessThanIsHeld_isTakenWhenItComesBack() throws Exception {
        service.gives(policy(ops(50_000)));
        try (var scheduler = open(Cores.VIRTUAL, 1)) {
            Tenant tenant = scheduler.openTenant(t -> t.withName("t"));
            Task<?> holder =
                    tenant.root()
                            .spawn(
                                    TaskOptions.named("holder").withBudget(TASK.withOps(30_000)),
                                    () -> {
                                        Stint.checkpoint(4_000);
                                        Stint.sleep(Duration.ofSeconds(60));
                                    });
            scheduler.run(() -> Stint.sleep(Duration.ofMillis(1)));
            change(scheduler, ops(15_000));
            assertThat(tenant.ledger().pooled().ops()).isZero();
            assertThat(tenant.ledger().held().ops()).isEqualTo(30_000);
            ensureBalanced(tenant.ledger());

            holder.await();
            assertThat(tenant.ledger().pooled().ops()).isEqualTo(11_000);
            assertThat(tenant.ledger().spent().ops()).isEqualTo(4_000);
            assertThat(has(tenant.ledger())).isEqualTo(15_000);
            ensureBalanced(tenant.ledger());
            tenant.close();
        }
    }

    @Test
    void budget_grows_wakesWhoWaitsForMoney() throws Exception {
        service.gives(policy(ops(5_000)));
        try (var scheduler = open(Cores.VIRTUAL, 1)) {
            Tenant tenant =
                    scheduler.openTenant(t -> t.withName("t").withOnExhaustion(OnExhaustion.DRAW));
            Task<Integer> broke =
                    tenant.root()
                            .spawn(
                                    TaskOptions.named("broke").withBudget(TASK.withOps(5_000)),
                                    () -> {
                                        Stint.sleep(Duration.ofSeconds(10));
                                        Stint.checkpoint(20_000);
                                        return 1;
                                    });
            change(scheduler, ops(100_000));
            assertThat(broke.await()).isEqualTo(1);
            ensureBalanced(tenant.ledger());
            tenant.close();
        }
    }

    /** Tasks come and go, draw and overdraw, while policies come; each seed twice. */
    @ParameterizedTest
    @EnumSource(Cores.class)
    void budgets_changedInTheMiddle_areConserved(Cores cores) throws Exception {
        for (long seed = 0; seed < 25; seed++) {
            List<Object> once = mixture(seed, cores);
            assertThat(mixture(seed, cores)).as("seed %d", seed).isEqualTo(once);
        }
    }

    private List<Object> mixture(long seed, Cores cores) throws Exception {
        var chance = new Random(seed);
        var result = new ArrayList<Object>();
        long last = 1_000L * (50 + chance.nextInt(100));
        version = 0;
        service.gives(policy(ops(last)));
        try (var scheduler = open(cores, seed)) {
            Tenant tenant =
                    scheduler.openTenant(t -> t.withName("t").withOnExhaustion(OnExhaustion.DRAW));
            var tasks = new ArrayList<Task<?>>();
            for (int i = 0; i < 8; i++) {
                long work = chance.nextInt(9_000);
                long pause = 1L + chance.nextInt(5_000);
                tenant.root()
                        .trySpawn(
                                TaskOptions.named("t" + i)
                                        .withBudget(TASK.withOps(1L + chance.nextInt(9_000))),
                                () -> {
                                    Stint.checkpoint(work);
                                    Stint.sleep(Duration.ofMillis(pause));
                                    Stint.checkpoint(work);
                                    return work;
                                })
                        .ifPresent(tasks::add);
                if (chance.nextInt(3) == 0) {
                    last = 1_000L * chance.nextInt(200) + 1;
                    change(scheduler, ops(last));
                    ensureBalanced(tenant.ledger());
                }
            }
            for (Task<?> task : tasks) {
                result.add(task.awaitOutcome().getClass().getSimpleName());
            }
            Ledger ledger = tenant.ledger();
            ensureBalanced(ledger);
            assertThat(ledger.held().isZero()).as("%s", ledger).isTrue();
            // What was spent before it shrank cannot be taken back.
            assertThat(has(ledger) - ledger.debt().ops())
                    .as("seed %d: %s", seed, ledger)
                    .isEqualTo(Math.max(last, ledger.spent().ops() - ledger.debt().ops()));
            result.add(ledger);
            result.add(scheduler.traceHash());
            tenant.close();
        }
        return result;
    }
}
