package dev.stint.budget;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stint.Forever;
import dev.stint.Setting;
import dev.stint.Stint;
import dev.stint.error.BudgetExhaustedException;
import dev.stint.error.MemoryBudgetExhaustedException;
import dev.stint.error.OperationBudgetExhaustedException;
import dev.stint.error.SyscallBudgetExhaustedException;
import dev.stint.nursery.Nursery;
import dev.stint.nursery.NurseryConfig;
import dev.stint.nursery.NurseryResult;
import dev.stint.task.Outcome;
import dev.stint.task.Task;
import dev.stint.task.TaskOptions;
import dev.stint.task.TaskState;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** What a task is given, what it pays, and what happens when it cannot. */
@ParameterizedClass
@EnumSource(Setting.class)
@Timeout(60)
class BudgetContractTest {
    private static final Budget POOL = new Budget(10_000, 10_000, 10, 100, 100);

    private final Setting on;

    BudgetContractTest(Setting on) {
        this.on = on;
    }

    private static UnaryOperator<NurseryConfig> walled(OnExhaustion then, Budget each) {
        return n -> n.withBudget(POOL).withChildBudget(each).withOnExhaustion(then);
    }

    // ---- what a child gets

    @Test
    @DisplayName("[SCHED:8.2.1] [SCHED:3.1.1] a child gets min(pool, default) and no spawns")
    void spawn_default_givesWhatThePoolHas() throws Exception {
        on.everywhere(
                place -> {
                    Budget each = new Budget(8_000, 3_000, 0, 60, 7);
                    try (Nursery nursery = place.open(walled(OnExhaustion.FAIL, each))) {
                        var go = new AtomicBoolean();
                        Task<Budget> one = nursery.spawn(() -> whenGo(go));
                        Task<Budget> two = nursery.spawn(() -> whenGo(go));
                        Ledger while2 = nursery.ledger();
                        go.set(true);
                        assertThat(one.await()).isEqualTo(each);
                        assertThat(two.await()).isEqualTo(new Budget(2_000, 3_000, 0, 40, 7));
                        assertThat(while2.pooled()).isEqualTo(new Budget(0, 4_000, 8, 0, 86));
                        assertThat(while2.spent()).isEqualTo(Budget.ZERO.withSpawns(2));
                        nursery.join();
                        assertThat(nursery.ledger().isBalanced()).isTrue();
                        assertThat(nursery.ledger().held()).isEqualTo(Budget.ZERO);
                        assertThat(nursery.ledger().refunded())
                                .isEqualTo(POOL.minus(Budget.ZERO.withSpawns(2)));
                    }
                });
    }

    private static Budget whenGo(AtomicBoolean go) throws InterruptedException {
        Budget mine = Stint.budgetLeft();
        while (!go.get()) {
            Stint.yield();
        }
        return mine;
    }

    @Test
    @DisplayName("[SCHED:8.2.1] exactly what is asked for, or nothing")
    void spawn_withBudget_isExact() throws Exception {
        on.everywhere(
                place -> {
                    try (Nursery nursery = place.open(walled(OnExhaustion.FAIL, Budget.DEFAULT))) {
                        Budget asked = new Budget(5, 6, 2, 3, 4);
                        Task<Budget> task =
                                nursery.spawn(
                                        TaskOptions.defaults().withBudget(asked),
                                        Stint::budgetLeft);
                        assertThat(task.await()).isEqualTo(asked);
                        assertThatThrownBy(
                                        () ->
                                                nursery.spawn(
                                                        TaskOptions.defaults()
                                                                .withBudget(Budget.ofOps(10_001)),
                                                        () -> 1))
                                .isInstanceOf(OperationBudgetExhaustedException.class);
                        assertThat(nursery.ledger().pooled()).isEqualTo(POOL.withSpawns(9));
                    }
                });
    }

    // ---- what it pays

    @Test
    @DisplayName("[SCHED:3.3.1] every cost is taken to the unit, and the rest comes back")
    void charge_everyCost_isExact() throws Exception {
        on.everywhere(
                place -> {
                    try (Nursery nursery = place.open(walled(OnExhaustion.FAIL, POOL))) {
                        Task<?> task =
                                nursery.spawn(
                                        "spender",
                                        () -> {
                                            Stint.checkpoint();
                                            Stint.checkpoint(41);
                                            Stint.charge(Cost.LOOP_ITERATION);
                                            Stint.charge(Cost.CALL);
                                            Stint.charge(Cost.allocation(100));
                                            Stint.charge(Cost.CHANNEL_SEND);
                                            Stint.charge(Cost.CHANNEL_RECEIVE);
                                            Stint.charge(Cost.FILE_IO.times(3));
                                            Stint.charge(Cost.NETWORK_IO);
                                        });
                        nursery.join();
                        Budget spent = new Budget(51, 100, 0, 2, 4);
                        Receipt receipt = task.receipt().orElseThrow();
                        assertThat(receipt.spent()).isEqualTo(spent);
                        assertThat(receipt.debt()).isEqualTo(Budget.ZERO);
                        assertThat(receipt.name()).isEqualTo("spender");
                        assertThat(nursery.receipt().orElseThrow().spent())
                                .isEqualTo(spent.withSpawns(1));
                        assertThat(nursery.ledger().refunded())
                                .isEqualTo(POOL.minus(spent.withSpawns(1)));
                    }
                });
    }

    @Test
    @DisplayName(
            "[SCHED:4.2.2] [SCHED:4.2.1] yields and sleeps are free, a spawn costs one operation")
    void yield_manyTimes_costsNothing() throws Exception {
        on.everywhere(
                place -> {
                    Budget each = POOL.withOps(100).withSpawns(0);
                    try (Nursery nursery = place.open(walled(OnExhaustion.FAIL, each))) {
                        Task<?> yielder =
                                nursery.spawn(
                                        () -> {
                                            for (int i = 0; i < 100; i++) {
                                                Stint.yield();
                                            }
                                            Stint.sleep(java.time.Duration.ofNanos(1));
                                        });
                        yielder.await();
                        assertThat(yielder.receipt().orElseThrow().spent()).isEqualTo(Budget.ZERO);
                        Task<?> spawner =
                                nursery.spawn(() -> nursery.spawn(() -> 1).awaitOutcome());
                        spawner.await();
                        assertThat(spawner.receipt().orElseThrow().spent())
                                .isEqualTo(Budget.ofOps(1));
                    }
                });
    }

    @Test
    @DisplayName("[SCHED:3.3.1] a charge is paid as a whole or not at all")
    void charge_oneComponentShort_paysNothing() throws Exception {
        on.everywhere(
                place -> {
                    Nursery nursery =
                            place.open(walled(OnExhaustion.FAIL, new Budget(500, 10, 0, 5, 5)));
                    Task<?> task =
                            nursery.spawn(
                                    () -> {
                                        Stint.checkpoint(7);
                                        Stint.charge(new Budget(100, 4, 0, 1, 6));
                                    });
                    assertThat(nursery.awaitAll()).isInstanceOf(NurseryResult.ChildFailed.class);
                    assertThat(task.receipt().orElseThrow().spent()).isEqualTo(Budget.ofOps(7));
                });
    }

    @Test
    @DisplayName("[SCHED:3.3.1] spawns cannot be charged")
    void charge_spawns_isRefused() throws Exception {
        on.everywhere(
                place -> {
                    try (Nursery nursery = place.open()) {
                        Task<?> task = nursery.spawn(() -> Stint.charge(Cost.SPAWN));
                        assertThat(task.awaitOutcome())
                                .isInstanceOfSatisfying(
                                        Outcome.Failure.class,
                                        f ->
                                                assertThat(f.cause())
                                                        .isInstanceOf(
                                                                IllegalArgumentException.class));
                        nursery.awaitAll();
                    }
                });
    }

    @Test
    @DisplayName("[SCHED:4.1.1] [SCHED:4.1.2] a look every interval, no later")
    void checkpoint_everyInterval_looks() throws Exception {
        try (var scheduler = on.open(c -> c.withYieldInterval(100))) {
            var counted = new AtomicInteger();
            Nursery nursery = scheduler.nursery();
            nursery.spawn(
                    () -> {
                        Task<?> me = Stint.currentTask().orElseThrow();
                        Stint.checkpoint(); // the first look lends the interval
                        me.cancel();
                        while (true) {
                            Stint.checkpoint();
                            counted.incrementAndGet();
                        }
                    });
            nursery.awaitAll();
            assertThat(counted.get()).isBetween(0, 100);
        }
    }

    // ---- when it cannot

    @Test
    @DisplayName("[SCHED:3.2.1] [SCHED:14.1.1] FAIL: it fails with the bill, typed by component")
    void charge_failPolicy_failsWithTheBill() throws Exception {
        on.everywhere(
                place -> {
                    Nursery nursery =
                            place.open(
                                    n ->
                                            walled(OnExhaustion.FAIL, new Budget(50, 20, 0, 5, 2))
                                                    .apply(n)
                                                    .withCancelOnError(false));
                    Task<?> ops = nursery.spawn("ops", Forever::counts);
                    Task<?> memory =
                            nursery.spawn("memory", () -> Stint.charge(Cost.allocation(21)));
                    Task<?> calls =
                            nursery.spawn("calls", () -> Stint.charge(Cost.FILE_IO.times(3)));
                    nursery.awaitAll();
                    Bill bill = failure(ops, OperationBudgetExhaustedException.class).bill();
                    assertThat(bill.debtorId()).isEqualTo(ops.id());
                    assertThat(bill.component()).isEqualTo(Component.OPS);
                    assertThat(bill.limit()).isEqualTo(50);
                    assertThat(bill.needed()).isEqualTo(100);
                    assertThat(
                                    failure(memory, MemoryBudgetExhaustedException.class)
                                            .bill()
                                            .needed())
                            .isEqualTo(21);
                    assertThat(
                                    failure(calls, SyscallBudgetExhaustedException.class)
                                            .bill()
                                            .component())
                            .isEqualTo(Component.SYSCALLS);
                    assertThat(ops.state()).isEqualTo(TaskState.COMPLETED);
                });
    }

    private static <E extends BudgetExhaustedException> E failure(Task<?> task, Class<E> type) {
        Outcome<?> outcome = task.tryOutcome().orElseThrow();
        assertThat(outcome).isInstanceOf(Outcome.Failure.class);
        Throwable cause = ((Outcome.Failure<?>) outcome).cause();
        assertThat(cause).isInstanceOf(type);
        return type.cast(cause);
    }

    @Test
    @DisplayName("[SCHED:3.2.2] [SCHED:5.2.2] WAIT: suspended as BUDGET_EXHAUSTED until recharged")
    void charge_waitPolicy_waitsForTheRecharge() throws Exception {
        on.everywhere(
                place -> {
                    Nursery nursery = place.open(walled(OnExhaustion.WAIT, Budget.ofOps(10)));
                    Task<Integer> task =
                            nursery.spawn(
                                    "debtor",
                                    () -> {
                                        Stint.checkpoint(8);
                                        Stint.checkpoint(30);
                                        return 5;
                                    });
                    place.until(() -> task.state() == TaskState.BUDGET_EXHAUSTED);
                    assertThat(nursery.bills()).hasSize(1);
                    Bill bill = nursery.bills().getFirst();
                    assertThat(bill.debtorId()).isEqualTo(task.id());
                    assertThat(bill.limit()).isEqualTo(10);
                    assertThat(bill.spent()).isEqualTo(8);
                    assertThat(bill.needed()).isEqualTo(30);
                    assertThat(bill.mayRecharge())
                            .contains(Recharger.PARENT_NURSERY, Recharger.CAP_BUDGET);

                    // Too little: it is given, and it waits on.
                    assertThat(nursery.recharge(task, Budget.ofOps(5))).isTrue();
                    place.until(() -> nursery.bills().stream().anyMatch(b -> b.limit() == 15));
                    assertThat(nursery.recharge(task, Budget.ofOps(23))).isTrue();
                    assertThat(task.await()).isEqualTo(5);
                    assertThat(task.receipt().orElseThrow().spent()).isEqualTo(Budget.ofOps(38));
                    assertThat(nursery.recharge(task, Budget.ofOps(1))).isFalse();
                    nursery.join();
                    assertThat(nursery.bills()).isEmpty();
                });
    }

    @Test
    @DisplayName("[SCHED:3.2.3] DRAW: takes from the pool, fails when that is empty")
    void charge_drawPolicy_drawsTheWholePoolAndNoMore() throws Exception {
        on.everywhere(
                place -> {
                    Nursery nursery = place.open(walled(OnExhaustion.DRAW, Budget.ofOps(10)));
                    Task<?> task =
                            nursery.spawn(
                                    () -> {
                                        while (true) {
                                            Stint.checkpoint();
                                        }
                                    });
                    nursery.awaitAll();
                    failure(task, OperationBudgetExhaustedException.class);
                    assertThat(task.receipt().orElseThrow().spent())
                            .isEqualTo(Budget.ofOps(POOL.ops()));
                    assertThat(nursery.ledger().spent().ops()).isEqualTo(POOL.ops());
                });
    }

    @Test
    @DisplayName("[SCHED:3.2.1] WAIT and cancelled: the wait ends")
    void cancel_waitingForMoney_ends() throws Exception {
        on.everywhere(
                place -> {
                    Nursery nursery = place.open(walled(OnExhaustion.WAIT, Budget.ofOps(10)));
                    Task<?> task = nursery.spawn(Forever::counts);
                    place.until(() -> task.state() == TaskState.BUDGET_EXHAUSTED);
                    nursery.cancel();
                    assertThat(nursery.awaitAll()).isInstanceOf(NurseryResult.Cancelled.class);
                    assertThat(task.state()).isEqualTo(TaskState.CANCELLED);
                    assertThat(nursery.bills()).isEmpty();
                });
    }

    @Test
    @DisplayName("[SCHED:15.1.1] what a task cannot pay it cannot do by eating the exception")
    void charge_exhaustedAndEaten_throwsAgainEverywhere() throws Exception {
        on.everywhere(
                place -> {
                    var met = new AtomicInteger();
                    Nursery nursery = place.open(walled(OnExhaustion.FAIL, Budget.ofOps(10)));
                    Task<?> task =
                            nursery.spawn(
                                    () -> {
                                        for (int i = 0; i < 50; i++) {
                                            try {
                                                if (i % 2 == 0) {
                                                    Stint.checkpoint(11);
                                                } else {
                                                    Stint.yield();
                                                }
                                            } catch (BudgetExhaustedException e) {
                                                met.incrementAndGet();
                                            }
                                        }
                                    });
                    assertThat(nursery.awaitAll()).isInstanceOf(NurseryResult.ChildFailed.class);
                    assertThat(met.get()).isEqualTo(50);
                    failure(task, OperationBudgetExhaustedException.class);
                });
    }
}
