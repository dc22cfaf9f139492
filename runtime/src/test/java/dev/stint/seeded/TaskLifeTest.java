package dev.stint.seeded;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stint.Scheduler;
import dev.stint.Stint;
import dev.stint.budget.Budget;
import dev.stint.capability.CapSpawn;
import dev.stint.capability.Capabilities;
import dev.stint.config.Cores;
import dev.stint.nursery.Nursery;
import dev.stint.task.Outcome;
import dev.stint.task.Priority;
import dev.stint.task.Task;
import dev.stint.task.TaskOptions;
import dev.stint.task.TaskState;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a task is, and where it can be in its life. */
class TaskLifeTest {
    /** [SCHED:5.1.1] Everything that the specification gives to a task, as it is from outside. */
    @ParameterizedTest
    @EnumSource(Cores.class)
    void task_started_hasTheFieldsOfTheSpecification(Cores cores) throws Exception {
        try (var scheduler = open(cores, 1)) {
            var allowance = new Budget(1_000, 2_000, 0, 30, 40);
            var options =
                    TaskOptions.named("adder")
                            .withPriority(Priority.HIGH)
                            .withBudget(allowance)
                            .withCapabilities(scheduler.tenant().issuer().spawn());
            Nursery parent = scheduler.nursery();
            Task<Integer> task = parent.spawn(options, () -> 40 + 2);

            assertThat(task.id()).isPositive();
            assertThat(task.name()).isEqualTo("adder");
            assertThat(task.priority()).isEqualTo(Priority.HIGH);
            assertThat(task.state()).isEqualTo(TaskState.READY);
            assertThat(task.nurseryId()).isEqualTo(parent.id());
            assertThat(task.budgetLeft()).isEqualTo(allowance);
            assertThat(task.tryOutcome()).isEmpty();
            assertThat(task.await()).isEqualTo(42);
            assertThat(task.tryOutcome()).contains(new Outcome.Success<>(42));
            parent.awaitAll();
            parent.close();
        }
    }

    /** [SCHED:5.1.1] The same from inside: its own budget, rights and nursery, and no other's. */
    @ParameterizedTest
    @EnumSource(Cores.class)
    void task_running_hasItsOwnBudgetRightsAndNursery(Cores cores) throws Exception {
        try (var scheduler = open(cores, 2)) {
            Nursery one = scheduler.nursery();
            Nursery two = scheduler.nursery();
            var rich = TaskOptions.defaults().withBudget(new Budget(500, 0, 0, 5, 0));
            var poor = TaskOptions.defaults().withBudget(new Budget(50, 0, 0, 1, 0));
            CapSpawn right = scheduler.tenant().issuer().spawn();
            Task<List<Object>> first = one.spawn(rich.withCapabilities(right), () -> seen(7));
            Task<List<Object>> second = two.spawn(poor, () -> seen(3));

            assertThat(first.await())
                    .containsExactly(one.id(), Capabilities.of(right), new Budget(493, 0, 0, 5, 0));
            assertThat(second.await())
                    .containsExactly(two.id(), Capabilities.NONE, new Budget(47, 0, 0, 1, 0));
            one.close();
            two.close();
        }
    }

    private static List<Object> seen(int operations) throws InterruptedException {
        Task<?> me = Stint.currentTask().orElseThrow();
        Stint.yield();
        Stint.charge(Budget.ofOps(operations));
        Stint.yield();
        return List.of(me.nurseryId(), Stint.capabilities(), Stint.budgetLeft());
    }

    /** [SCHED:5.1.1] Its continuation: what it had on its stack is there after every suspension. */
    @ParameterizedTest
    @EnumSource(Cores.class)
    void task_suspendedDeepInside_goesOnWhereItWas(Cores cores) throws Exception {
        try (var scheduler = open(cores, 3)) {
            List<Task<Long>> tasks = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                int from = i;
                tasks.add(scheduler.root().spawn(() -> descend(from, 30)));
            }
            for (int i = 0; i < 20; i++) {
                assertThat(tasks.get(i).await()).isEqualTo(31L * i + 30 * 31 / 2);
            }
        }
    }

    private static long descend(int from, int depth) throws InterruptedException {
        long mine = (long) from + depth;
        Stint.yield();
        long below = depth == 0 ? 0 : descend(from, depth - 1);
        Stint.yield();
        return mine + below;
    }

    /** [SCHED:5.1.1] Ids are unique, whoever spawns. */
    @ParameterizedTest
    @EnumSource(Cores.class)
    void id_manySpawners_isUnique(Cores cores) throws Exception {
        Set<Long> ids = new HashSet<>();
        try (var scheduler = open(cores, 4)) {
            List<Task<?>> outside = new ArrayList<>();
            for (int i = 0; i < 50; i++) {
                outside.add(
                        scheduler
                                .root()
                                .spawn(
                                        () -> {
                                            for (int k = 0; k < 20; k++) {
                                                ids.add(scheduler.root().spawn(() -> {}).id());
                                                Stint.yield();
                                            }
                                        }));
            }
            for (Task<?> task : outside) {
                task.await();
                ids.add(task.id());
            }
        }
        assertThat(ids).hasSize(50 + 50 * 20);
    }

    /**
     * [SCHED:5.2.1] [SCHED:5.2.2] Ready, Running, Blocked, Ready, Completed: each state is seen
     * from another task at the moment when it must stand.
     */
    @ParameterizedTest
    @EnumSource(Cores.class)
    void state_throughALife_followsTheArrows(Cores cores) {
        Replay.with(cores, 1)
                .seeds(
                        0,
                        100,
                        scheduler -> {
                            List<TaskState> seen = new ArrayList<>();
                            scheduler.run(() -> observe(scheduler, seen));
                            assertThat(seen)
                                    .containsExactly(
                                            TaskState.READY,
                                            TaskState.RUNNING,
                                            TaskState.BLOCKED,
                                            TaskState.RUNNING,
                                            TaskState.COMPLETED);
                        });
    }

    private static void observe(Scheduler scheduler, List<TaskState> seen) throws Exception {
        Task<?>[] self = new Task<?>[1];
        self[0] =
                scheduler
                        .root()
                        .spawn(
                                () -> {
                                    seen.add(self[0].state());
                                    Stint.sleep(Duration.ofMillis(2));
                                    seen.add(self[0].state());
                                });
        seen.add(self[0].state());
        Stint.sleep(Duration.ofMillis(1));
        seen.add(self[0].state());
        self[0].await();
        seen.add(self[0].state());
    }

    /** [SCHED:5.2.2] Running to Cancelled; a final state stays. */
    @ParameterizedTest
    @EnumSource(Cores.class)
    void state_cancelled_isFinal(Cores cores) throws Exception {
        try (var scheduler = open(cores, 2)) {
            Task<?> task = scheduler.root().spawn(() -> Stint.sleep(Duration.ofHours(1)));
            scheduler.run(() -> Stint.sleep(Duration.ofMillis(1)));

            assertThat(task.cancel()).isTrue();
            assertThat(task.awaitOutcome()).isEqualTo(new Outcome.Cancelled<>());

            assertThat(task.state()).isEqualTo(TaskState.CANCELLED);
            assertThat(task.state().isFinal()).isTrue();
            assertThat(task.cancel()).isFalse();
        }
    }

    private static Scheduler open(Cores cores, int workers) {
        return Scheduler.open(c -> c.withSeed(11).withCores(cores).withWorkers(workers));
    }
}
