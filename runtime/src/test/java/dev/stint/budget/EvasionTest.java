package dev.stint.budget;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stint.Forever;
import dev.stint.Setting;
import dev.stint.Stint;
import dev.stint.error.BudgetExhaustedException;
import dev.stint.nursery.Nursery;
import dev.stint.task.Action;
import dev.stint.task.Outcome;
import dev.stint.task.Task;
import dev.stint.task.TaskOptions;
import dev.stint.tenant.Tenant;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** What hostile code may try to spend more than its tenant was given. All of it is contained. */
@ParameterizedClass
@EnumSource(Setting.class)
@Timeout(60)
@DisplayName("[SCHED:15.1.1] [SCHED:1.1.1]")
class EvasionTest {
    private static final Budget GRANT = new Budget(20_000, 1_000, 500, 100, 100);
    private static final long GRACE = 200;

    private final Setting on;

    EvasionTest(Setting on) {
        this.on = on;
    }

    /** Runs an attack in a tenant; what is left of its books afterwards must be exact. */
    private Ledger attack(OnExhaustion then, Action attack) throws Exception {
        try (var scheduler =
                on.open(c -> c.withGrace(GRACE, Duration.ofSeconds(1)).withYieldInterval(64))) {
            Tenant tenant =
                    scheduler.openTenant(
                            t ->
                                    t.withName("hostile")
                                            .withBudget(GRANT)
                                            .withChildBudget(Budget.ofOps(50).withSpawns(3))
                                            .withOnExhaustion(then));
            tenant.root().spawn("attack", attack).awaitOutcome();
            // An honest neighbour is not touched.
            assertThat(scheduler.<Integer>run(() -> 7)).isEqualTo(7);
            tenant.close();
            Ledger books = tenant.ledger();
            assertThat(books.isBalanced()).as("balanced: %s", books).isTrue();
            assertThat(books.held()).as("held: %s", books).isEqualTo(Budget.ZERO);
            assertThat(books.granted()).isEqualTo(GRANT);
            assertThat(books.granted().plus(books.debt()).covers(books.spent())).isTrue();
            return books;
        }
    }

    private static void assertNoDebt(Ledger books) {
        assertThat(books.debt()).as("debt: %s", books).isEqualTo(Budget.ZERO);
    }

    @Test
    @DisplayName("[SCHED:1.1.2] a fork bomb ends when the spawns do")
    void forkBomb_drawing_isContained() throws Exception {
        var started = new AtomicInteger();
        Ledger books = attack(OnExhaustion.DRAW, () -> bomb(started));
        assertNoDebt(books);
        assertThat(books.spent().spawns()).isEqualTo(started.get()).isLessThanOrEqualTo(500);
        assertThat(started.get()).isGreaterThan(10);
    }

    @Test
    void forkBomb_failing_isContained() throws Exception {
        var started = new AtomicInteger();
        Ledger books = attack(OnExhaustion.FAIL, () -> bomb(started));
        assertNoDebt(books);
        assertThat(books.spent().spawns()).isEqualTo(started.get()).isLessThanOrEqualTo(500);
    }

    private static void bomb(AtomicInteger started) {
        started.incrementAndGet();
        while (true) {
            try (Nursery nursery = Stint.nursery(n -> n.withCancelOnError(false))) {
                nursery.spawn(() -> bomb(started));
                nursery.spawn(() -> bomb(started));
            } // throws when it cannot pay, or a child could not
        }
    }

    @Test
    @DisplayName("nurseries within nurseries make no money")
    void nestedNurseries_openedAndClosed_mintNothing() throws Exception {
        Ledger books =
                attack(
                        OnExhaustion.FAIL,
                        () -> {
                            Budget before = Stint.budgetLeft();
                            for (int i = 0; i < 100; i++) {
                                nest(5);
                            }
                            assertThat(Stint.budgetLeft()).isEqualTo(before);
                        });
        assertThat(books.spent()).isEqualTo(Budget.ZERO.withSpawns(1));
        assertNoDebt(books);
    }

    private static void nest(int depth) {
        if (depth == 0) {
            return;
        }
        Budget left = Stint.budgetLeft();
        try (Nursery _ =
                Stint.nursery(n -> n.withBudget(Budget.ofOps(left.ops() / 2).withSpawns(0)))) {
            nest(depth - 1);
        }
    }

    @Test
    @DisplayName("cancel and start again: what was spent stays spent")
    void cancelAndRespawn_isBilledEveryTime() throws Exception {
        Ledger books =
                attack(
                        OnExhaustion.DRAW,
                        () -> {
                            while (true) {
                                Nursery nursery = Stint.nursery();
                                Task<?> child = nursery.spawn(EvasionTest::workAndSleep);
                                Stint.sleep(Duration.ofMillis(1));
                                child.cancel();
                                nursery.awaitAll();
                            }
                        });
        assertNoDebt(books);
        assertThat(books.spent().spawns()).isLessThanOrEqualTo(500);
        assertThat(books.spent().ops()).isLessThanOrEqualTo(20_000);
    }

    private static void workAndSleep() throws InterruptedException {
        Stint.checkpoint(100);
        Forever.sleeps();
    }

    @Test
    @DisplayName("[NURSERY:4.3] one grace, however often it is entered")
    void shielded_reentered_givesOneGrace() throws Exception {
        var done = new AtomicInteger();
        Ledger books =
                attack(
                        OnExhaustion.FAIL,
                        () -> {
                            while (true) {
                                try {
                                    Stint.shielded(
                                            () -> {
                                                Stint.checkpoint(10);
                                                done.addAndGet(10);
                                            });
                                } catch (BudgetExhaustedException e) {
                                    if (done.get() > 50 + GRACE + 64) {
                                        throw new AssertionError("too much: " + done);
                                    }
                                    if (isOver(e, done.get())) {
                                        throw e;
                                    }
                                }
                            }
                        });
        assertThat(books.debt().ops()).isLessThanOrEqualTo(GRACE);
        assertThat(books.spent().ops()).isEqualTo(done.get()).isLessThanOrEqualTo(50 + GRACE);
    }

    private int last = -1;

    /** True if an attempt brought nothing any more. */
    private boolean isOver(BudgetExhaustedException e, int done) {
        assertThat(e.bill().component()).isEqualTo(Component.OPS);
        boolean over = last == done;
        last = done;
        return over;
    }

    @Test
    @DisplayName("what was borrowed in grace and not spent is nobody's gain")
    void shielded_borrowedAndPutIntoANursery_mintsNothing() throws Exception {
        Ledger books =
                attack(
                        OnExhaustion.FAIL,
                        () -> {
                            try {
                                Stint.checkpoint(1_000);
                            } catch (BudgetExhaustedException e) {
                                Stint.shielded(
                                        () -> {
                                            try (Nursery _ =
                                                    Stint.nursery(
                                                            n ->
                                                                    n.withBudget(
                                                                            Budget.ofOps(
                                                                                    50 + GRACE)))) {
                                                assertThat(Stint.budgetLeft().ops()).isZero();
                                            }
                                        });
                            }
                        });
        assertThat(books.spent().ops()).isZero();
        assertNoDebt(books);
    }

    @Test
    @DisplayName("an endless clean-up that only suspends ends with the grace")
    void shielded_endlessYields_end() throws Exception {
        Ledger books =
                attack(
                        OnExhaustion.FAIL,
                        () -> {
                            Stint.currentTask().orElseThrow().cancel();
                            Stint.shielded(Forever::yields);
                        });
        assertThat(books.spent().ops()).isZero();
    }

    @Test
    @DisplayName("an exhausted task that eats the exception gets nothing more done")
    void exhausted_eatsAndGoesOn_paysNoMore() throws Exception {
        var met = new AtomicInteger();
        Ledger books =
                attack(
                        OnExhaustion.FAIL,
                        () -> {
                            Nursery own = Stint.nursery();
                            for (int i = 0; i < 1_000; i++) {
                                try {
                                    Stint.checkpoint(7);
                                    own.spawn(() -> 1);
                                } catch (BudgetExhaustedException e) {
                                    met.incrementAndGet();
                                }
                            }
                            own.close();
                        });
        assertNoDebt(books);
        assertThat(met.get()).isGreaterThan(900);
        assertThat(books.spent().ops()).isLessThanOrEqualTo(50);
    }

    @Test
    @DisplayName("a task that ends and leaves a nursery open has failed, and its children end")
    void endedWithOpenNursery_isCancelledAndSettled() throws Exception {
        var left = new AtomicInteger();
        Ledger books =
                attack(
                        OnExhaustion.DRAW,
                        () -> {
                            Nursery own =
                                    Stint.nursery(n -> n.withBudget(new Budget(30, 0, 2, 0, 0)));
                            own.spawn(
                                    () -> {
                                        try {
                                            Forever.sleeps();
                                        } finally {
                                            left.incrementAndGet();
                                        }
                                    });
                            Stint.sleep(Duration.ofMillis(1));
                        });
        assertThat(left.get()).isOne();
        assertNoDebt(books);
        assertThat(books.spent().spawns()).isEqualTo(2);
    }

    @Test
    @DisplayName("spawns in a shielded section of a cancelled task go nowhere")
    void shielded_cancelled_spawnsAtItsOwnCost() throws Exception {
        var ran = new AtomicInteger();
        Ledger books =
                attack(
                        OnExhaustion.DRAW,
                        () -> {
                            Stint.currentTask().orElseThrow().cancel();
                            Stint.shielded(
                                    () -> {
                                        try (Nursery own = Stint.nursery()) {
                                            own.trySpawn(
                                                    TaskOptions.defaults(), ran::incrementAndGet);
                                        }
                                    });
                        });
        assertThat(ran.get()).isOne();
        assertThat(books.spent().spawns()).isEqualTo(2);
    }

    @Test
    @DisplayName("[SCHED:15.2.2] a task of another tenant is refused: results, spawns, rights")
    void stranger_otherTenant_isRefused() throws Exception {
        try (var scheduler = on.open()) {
            Tenant mine = scheduler.openTenant(t -> t.withName("mine"));
            Tenant theirs = scheduler.openTenant(t -> t.withName("theirs"));
            Task<String> secret = mine.root().spawn(() -> "secret");
            assertThat(secret.await()).isEqualTo("secret");
            var right = theirs.issuer().budget(Budget.UNLIMITED);
            Task<?> thief =
                    theirs.root()
                            .spawn(
                                    () -> {
                                        refused(() -> secret.await());
                                        refused(() -> secret.awaitOutcome());
                                        refused(() -> secret.tryOutcome());
                                        refused(() -> mine.root().spawn(() -> 1));
                                        refused(
                                                () ->
                                                        mine.root()
                                                                .recharge(
                                                                        secret,
                                                                        Budget.ofOps(1),
                                                                        right));
                                    });
            assertThat(thief.awaitOutcome()).isInstanceOf(Outcome.Success.class);
        }
    }

    private static void refused(Action attempt) {
        try {
            attempt.run();
        } catch (dev.stint.error.CapabilityMissingException e) {
            return;
        } catch (CancellationException | Error e) {
            throw e;
        } catch (Exception e) {
            throw new AssertionError(e);
        }
        throw new AssertionError("allowed");
    }
}
