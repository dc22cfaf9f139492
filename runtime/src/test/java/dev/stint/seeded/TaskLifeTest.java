package dev.stint.seeded;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stint.Scheduler;
import dev.stint.Stint;
import dev.stint.policy.Cores;
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
    /**
     * [SCHED:5.1.1] Identity, state, continuation, priority and result; the rest comes with
     * nurseries.
     */
    @ParameterizedTest
    @EnumSource(Cores.class)
    void task_started_hasTheFieldsOfTheSpecification(Cores cores) throws Exception {
        try (var scheduler = open(cores, 1)) {
            var options = TaskOptions.named("adder").withPriority(Priority.HIGH);
            Task<Integer> task = scheduler.root().spawn(options, () -> 40 + 2);

            assertThat(task.id()).isPositive();
            assertThat(task.name()).isEqualTo("adder");
            assertThat(task.priority()).isEqualTo(Priority.HIGH);
            assertThat(task.state()).isEqualTo(TaskState.READY);
            assertThat(task.tryOutcome()).isEmpty();
            assertThat(task.await()).isEqualTo(42);
            assertThat(task.tryOutcome()).contains(new Outcome.Success<>(42));
        }
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
