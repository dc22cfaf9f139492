package dev.stint.capability;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stint.Scheduler;
import dev.stint.Setting;
import dev.stint.Stint;
import dev.stint.budget.Budget;
import dev.stint.budget.OnExhaustion;
import dev.stint.config.Profile;
import dev.stint.error.CapabilityExceededException;
import dev.stint.error.CapabilityMissingException;
import dev.stint.error.NurseryNotActiveException;
import dev.stint.error.SpawnBudgetExhaustedException;
import dev.stint.nursery.Nursery;
import dev.stint.nursery.NurseryConfig;
import dev.stint.task.Task;
import dev.stint.task.TaskOptions;
import dev.stint.task.TaskState;
import java.time.Duration;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** A right to so many tasks at once: each counts until it has ended, and once. */
@ParameterizedClass
@EnumSource(Setting.class)
@Timeout(60)
class TasksAliveTest {
    private static final Duration FOREVER = Duration.ofDays(1);

    private final Setting on;

    TasksAliveTest(Setting on) {
        this.on = on;
    }

    private Scheduler sovereign() {
        return on.open(c -> c.withProfile(Profile.SOVEREIGN));
    }

    private static CapSpawn all(Scheduler scheduler) {
        return scheduler.tenant().issuer().spawn();
    }

    private static UnaryOperator<NurseryConfig> by(CapSpawn right) {
        return n -> n.withCapabilities(right).withCancelOnError(false);
    }

    @Test
    @DisplayName("[SCHED:15.1.2] so many at once: the next is refused, and started when one ended")
    void spawn_soManyAlive_isRefusedUntilOneHasEnded() throws Exception {
        try (var scheduler = sovereign()) {
            CapSpawn two = all(scheduler).atMostAlive(2);
            try (Nursery nursery = scheduler.nursery(by(two))) {
                Task<?> one = nursery.spawn(() -> Stint.sleep(FOREVER));
                Task<?> other = nursery.spawn(() -> Stint.sleep(FOREVER));
                assertThat(two.aliveLeft()).isZero();

                assertThatThrownBy(() -> nursery.spawn(() -> 1))
                        .isInstanceOf(CapabilityExceededException.class)
                        .hasMessageContaining("a thread outside cannot start a task in nursery")
                        .hasMessageContaining("is one to 2 tasks at once, and so many are alive")
                        .hasMessageContaining("Wait until one has ended");

                one.cancel();
                one.awaitOutcome();
                assertThat(nursery.<Integer>spawn(() -> 1).await()).isOne();
                other.cancel();
            }
            assertThat(two.aliveLeft()).isEqualTo(2);
            assertThat(two.spawnsLeft()).isEqualTo(Budget.MOST - 3);
        }
    }

    /** Whoever sees the end of a task finds its place free. */
    @Test
    void spawn_oneAfterAnother_isNeverRefused() throws Exception {
        try (var scheduler = sovereign()) {
            CapSpawn one = all(scheduler).atMostAlive(1);
            try (Nursery nursery = scheduler.nursery(by(all(scheduler)))) {
                Task<?> spawner =
                        nursery.spawn(
                                TaskOptions.defaults().withCapabilities(one),
                                () -> {
                                    for (int i = 0; i < 300; i++) {
                                        try (Nursery own = Stint.nursery()) {
                                            own.spawn(Stint::yield).await();
                                            own.spawn(Stint::yield);
                                        }
                                    }
                                });
                spawner.await();
            }
            assertThat(one.aliveLeft()).isOne();
        }
    }

    @Test
    @DisplayName("[SCHED:15.1.2] however a task ends, it counts no longer")
    void end_ofAnyKind_countsOnce() throws Exception {
        try (var scheduler = sovereign()) {
            CapSpawn right = all(scheduler).atMostAlive(20);
            try (Nursery nursery =
                    scheduler.nursery(
                            n ->
                                    by(right)
                                            .apply(n)
                                            .withChildBudget(Budget.ofOps(10))
                                            .withOnExhaustion(OnExhaustion.FAIL))) {
                nursery.spawn(() -> 1);
                nursery.spawn(
                        () -> {
                            throw new IllegalStateException("on purpose");
                        });
                nursery.spawn(() -> Stint.checkpoint(11));
                Task<?> waits = nursery.spawn(() -> Stint.sleep(FOREVER));
                nursery.spawn(() -> Stint.sleep(FOREVER)).cancel(); // perhaps before it starts
                nursery.spawn(() -> Stint.nursery()); // left open
                nursery.spawn(() -> overflow(0));
                Task<?> canceller =
                        nursery.spawn(
                                () -> {
                                    while (waits.state() != TaskState.BLOCKED) {
                                        Stint.yield();
                                    }
                                    waits.cancel();
                                });
                canceller.await();
                nursery.awaitAll();
            }
            assertThat(right.aliveLeft()).isEqualTo(20);
            assertThat(right.spawnsLeft()).isEqualTo(Budget.MOST - 8);
        }
    }

    private static int overflow(int depth) {
        return depth < 0 ? 0 : overflow(depth + 1) + 1;
    }

    @Test
    @DisplayName("[SCHED:15.1.2] a start that comes to nothing does not count")
    void spawn_refusedOtherwise_doesNotCount() throws Exception {
        try (var scheduler = sovereign()) {
            CapSpawn right = all(scheduler).atMostEver(5).atMostAlive(3);
            CapSpawn small = right.withBudgetAtMost(Budget.ofOps(5));
            Nursery closed = scheduler.nursery(by(right));
            closed.close();
            assertThatThrownBy(() -> closed.spawn(() -> 1))
                    .isInstanceOf(NurseryNotActiveException.class);
            assertThat(closed.trySpawn(TaskOptions.defaults(), () -> 1)).isEmpty();
            try (Nursery poor =
                    scheduler.nursery(n -> by(right).apply(n).withBudget(Budget.ofOps(10)))) {
                assertThatThrownBy(() -> poor.spawn(() -> 1))
                        .isInstanceOf(SpawnBudgetExhaustedException.class);
            }
            try (Nursery nursery = scheduler.nursery(by(small))) {
                var large = TaskOptions.defaults().withBudget(Budget.ofOps(6));
                assertThatThrownBy(() -> nursery.spawn(large, () -> 1))
                        .isInstanceOf(CapabilityExceededException.class);
            }
            assertThat(right.aliveLeft()).isEqualTo(3);
            assertThat(right.spawnsLeft()).isEqualTo(5);
        }
    }

    @Test
    @DisplayName("[SCHED:15.1.2] what a derived right has alive counts in all it descends from")
    void spawn_derived_countsInAllAbove() throws Exception {
        try (var scheduler = sovereign()) {
            CapSpawn three = all(scheduler).atMostAlive(3);
            CapSpawn two = three.atMostEver(100).atMostAlive(2);
            CapSpawn sibling = three.atMostAlive(3);
            try (Nursery ofTwo = scheduler.nursery(by(two));
                    Nursery ofSibling = scheduler.nursery(by(sibling))) {
                ofTwo.spawn(() -> Stint.sleep(FOREVER));
                ofTwo.spawn(() -> Stint.sleep(FOREVER));
                assertThatThrownBy(() -> ofTwo.spawn(() -> 1))
                        .hasMessageContaining("is one to 2 tasks at once");
                assertThat(sibling.aliveLeft()).isOne();
                ofSibling.spawn(() -> Stint.sleep(FOREVER));
                assertThatThrownBy(() -> ofSibling.spawn(() -> 1))
                        .isInstanceOf(CapabilityExceededException.class)
                        .hasMessageContaining("CapSpawn of tenant 0")
                        .hasMessageContaining("(derived once) is one to 3 tasks at once");
                assertThat(sibling.spawnsLeft()).isEqualTo(Budget.MOST - 3);
                ofTwo.cancel();
                ofSibling.cancel();
            }
            assertThat(three.aliveLeft()).isEqualTo(3);
            assertThat(two.aliveLeft()).isEqualTo(2);
            assertThat(two.spawnsLeft()).isEqualTo(98);
        }
    }

    /** Revoked, it starts nothing, and still counts what it has started. */
    @Test
    void revoke_whileSomeAreAlive_countsThemOut() throws Exception {
        try (var scheduler = sovereign()) {
            CapSpawn root = all(scheduler).atMostAlive(4);
            CapSpawn lent = root.atMostAlive(2);
            try (Nursery nursery = scheduler.nursery(by(lent))) {
                nursery.spawn(() -> Stint.sleep(FOREVER));
                root.revoke(lent);
                assertThat(root.aliveLeft()).isEqualTo(3);
                nursery.cancel();
            }
            assertThat(root.aliveLeft()).isEqualTo(4);
        }
    }

    @Test
    void taskEnded_withoutTheIssuer_isRefused() {
        var acme = new Issuer("acme", () -> 0);
        CapSpawn right = acme.spawn().atMostAlive(1);
        right.use(acme, Budget.ZERO, "task 1", "start a task");

        assertThatThrownBy(() -> right.taskEnded(new Issuer("acme", () -> 0)))
                .isInstanceOf(CapabilityMissingException.class);

        assertThat(right.aliveLeft()).isZero();
        assertThatThrownBy(() -> right.atMostAlive(-1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("-1 tasks at once");
    }
}
