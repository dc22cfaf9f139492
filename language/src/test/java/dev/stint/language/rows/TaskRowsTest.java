package dev.stint.language.rows;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stint.Scheduler;
import dev.stint.Stint;
import dev.stint.channel.Channel;
import dev.stint.event.SchedulerSnapshot;
import dev.stint.event.WorkerSnapshot;
import dev.stint.nursery.Nursery;
import dev.stint.task.Outcome;
import dev.stint.task.Task;
import dev.stint.task.TaskState;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Scenarios for tasks, workers and schedulers, by the names of the language's own project. */
@Timeout(60)
class TaskRowsTest {
    private static final long SEED = 5;

    private static Scheduler seeded(int workers) {
        return Scheduler.open(c -> c.withSeed(SEED).withWorkers(workers));
    }

    private static Scheduler threads(int workers) {
        return Scheduler.open(c -> c.withWorkers(workers));
    }

    private static long started(Scheduler scheduler) {
        return scheduler.counts().workers().stream().mapToLong(WorkerSnapshot::tasksStarted).sum();
    }

    // ---- tasks

    @Test
    @DisplayName("Task: init creates task in Ready state")
    void newTaskIsReady() throws Exception {
        try (var scheduler = seeded(1);
                Nursery nursery = scheduler.nursery()) {
            Task<Integer> task = nursery.spawn(() -> 1); // nobody steps before somebody waits

            assertThat(task.state()).isEqualTo(TaskState.READY);
            assertThat(nursery.children()).containsExactly(task);
            assertThat(task.await()).isEqualTo(1);
        }
    }

    @Test
    @DisplayName("Task: state transitions")
    void stateTransitions() throws Exception {
        List<TaskState> seen = new ArrayList<>();
        try (var scheduler = seeded(1);
                Nursery nursery = scheduler.nursery()) {
            Channel<Integer> channel = Channel.rendezvous();
            Task<Integer> task =
                    nursery.spawn(
                            () -> {
                                seen.add(Stint.currentTask().orElseThrow().state());
                                return channel.receiver().receive();
                            });
            seen.add(task.state());
            while (task.state() != TaskState.BLOCKED) {
                scheduler.run(Stint::yield);
            }
            seen.add(task.state());
            scheduler.run(() -> channel.sender().send(7));
            assertThat(task.await()).isEqualTo(7);
            seen.add(task.state());
        }
        assertThat(seen)
                .containsExactly(
                        TaskState.READY, TaskState.RUNNING, TaskState.BLOCKED, TaskState.COMPLETED);
    }

    @Test
    @DisplayName("Task: completion states")
    void completionStates() throws Exception {
        try (var scheduler = seeded(1);
                Nursery nursery = scheduler.nursery()) {
            Task<Integer> task = nursery.spawn(() -> 42);

            assertThat(task.awaitOutcome()).isEqualTo(new Outcome.Success<>(42));
            assertThat(task.state().isFinal()).isTrue();
            assertThat(task.tryOutcome()).contains(new Outcome.Success<>(42));
        }
    }

    @Test
    @DisplayName("Task: re-export works")
    void taskIsPublic() {
        assertThat(Task.class.getModule().isExported("dev.stint.task")).isTrue();
    }

    @Test
    @DisplayName("execute single task")
    void executeSingleTask() throws Exception {
        var runs = new AtomicInteger();
        try (var scheduler = threads(1);
                Nursery nursery = scheduler.nursery()) {
            Task<?> task = nursery.spawn(runs::incrementAndGet);
            nursery.awaitAll();

            assertThat(task.state()).isEqualTo(TaskState.COMPLETED);
        }
        assertThat(runs).hasValue(1);
    }

    @Test
    @DisplayName("task with argument")
    void taskWithArgument() throws Exception {
        int argument = 21;
        try (var scheduler = threads(1)) {
            assertThat(scheduler.run(() -> argument * 2)).isEqualTo(42);
        }
    }

    @Test
    @DisplayName("multiple tasks sequential")
    void multipleTasksSequential() throws Exception {
        try (var scheduler = threads(1);
                Nursery nursery = scheduler.nursery()) {
            List<Task<Integer>> tasks = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                int n = i;
                tasks.add(nursery.spawn(() -> n));
            }
            nursery.awaitAll();

            assertThat(tasks).allMatch(task -> task.state() == TaskState.COMPLETED);
        }
    }

    @Test
    @DisplayName("task yield and resume")
    void taskYieldAndResume() throws Exception {
        try (var scheduler = threads(1);
                Nursery nursery = scheduler.nursery()) {
            var steps = new AtomicInteger();
            Task<?> task = nursery.spawn(() -> yieldTwice(steps));
            nursery.awaitAll();

            assertThat(task.state()).isEqualTo(TaskState.COMPLETED);
            assertThat(steps).hasValue(3);
        }
    }

    private static int yieldTwice(AtomicInteger steps) throws InterruptedException {
        steps.incrementAndGet();
        Stint.yield();
        steps.incrementAndGet();
        Stint.yield();
        return steps.incrementAndGet();
    }

    // ---- workers

    @Test
    @DisplayName("Worker: init creates idle worker")
    void newWorkerIsIdle() {
        try (var scheduler = seeded(1)) {
            WorkerSnapshot worker = scheduler.snapshot().workers().getFirst();

            assertThat(worker.id()).isZero();
            assertThat(worker.task()).isNegative();
            assertThat(worker.queued()).isZero();
            assertThat(worker.tasksStarted()).isZero();
        }
    }

    @Test
    @DisplayName("Worker: push and pop task")
    void workerGivesTheSameTaskBack() throws Exception {
        try (var scheduler = seeded(1);
                Nursery nursery = scheduler.nursery()) {
            Task<Long> task = nursery.spawn(() -> Stint.currentTask().orElseThrow().id());

            assertThat(task.await()).isEqualTo(task.id());
        }
    }

    @Test
    @DisplayName("WorkerStats: merge combines stats")
    void statsAddUp() throws Exception {
        try (var scheduler = threads(2);
                Nursery nursery = scheduler.nursery()) {
            for (int i = 0; i < 50; i++) {
                nursery.spawn(Stint::yield);
            }
            nursery.awaitAll();
            SchedulerSnapshot all = scheduler.counts();

            assertThat(started(scheduler)).isEqualTo(50).isEqualTo(all.spawned());
        }
    }

    @Test
    @DisplayName("Worker stats: track execution")
    void statsTrackExecution() throws Exception {
        try (var scheduler = seeded(1);
                Nursery nursery = scheduler.nursery()) {
            nursery.spawn(() -> 1);
            nursery.spawn(() -> 2);
            nursery.awaitAll();
            WorkerSnapshot worker = scheduler.counts().workers().getFirst();

            assertThat(worker.tasksStarted()).isEqualTo(2);
            assertThat(worker.tasksStolen()).isZero();
        }
    }

    // ---- schedulers

    @Test
    @DisplayName("Scheduler: init and deinit")
    void initAndDeinit() {
        try (var scheduler = threads(2)) {
            assertThat(scheduler.config().workers()).isEqualTo(2);
            assertThat(scheduler.counts().spawned()).isZero();
        }
    }

    @Test
    @DisplayName("Scheduler: start and stop")
    void startAndStop() throws Exception {
        var scheduler = threads(2);
        assertThat(scheduler.run(() -> 1)).isEqualTo(1);

        scheduler.close();

        assertThatThrownBy(() -> scheduler.run(() -> 2)).isInstanceOf(RuntimeException.class);
    }

    @Test
    @DisplayName("Scheduler: submit task")
    void submitTask() throws Exception {
        try (var scheduler = threads(2);
                Nursery nursery = scheduler.nursery()) {
            Task<?> task = nursery.spawn(() -> 1);
            task.await();

            assertThat(task.state()).isEqualTo(TaskState.COMPLETED);
        }
    }

    @Test
    @DisplayName("Scheduler: init creates idle scheduler")
    void newSchedulerIsIdle() {
        try (var scheduler = seeded(2)) {
            assertThat(scheduler.snapshot().workers())
                    .hasSize(2)
                    .allMatch(worker -> worker.task() < 0);
        }
    }

    @Test
    @DisplayName("Scheduler: createNursery allocates unique IDs")
    void nurseriesHaveIds() {
        try (var scheduler = seeded(1);
                Nursery one = scheduler.nursery();
                Nursery two = scheduler.nursery()) {
            assertThat(one.id()).isNotEqualTo(two.id());
        }
    }

    // ---- several workers

    private static int[] eachOnce(int workers, int count) throws Exception {
        var runs = new AtomicInteger[count];
        try (var scheduler = threads(workers);
                Nursery nursery = scheduler.nursery()) {
            for (int i = 0; i < count; i++) {
                var mine = new AtomicInteger();
                runs[i] = mine;
                nursery.spawn(mine::incrementAndGet);
            }
            nursery.awaitAll();
            assertThat(started(scheduler)).isEqualTo(count);
        }
        return Arrays.stream(runs).mapToInt(AtomicInteger::get).toArray();
    }

    @Test
    @DisplayName("basic two-worker execution")
    void twoWorkers() throws Exception {
        assertThat(eachOnce(2, 4)).containsOnly(1);
    }

    @Test
    @DisplayName("work stealing under load")
    void workStealing() throws Exception {
        assertThat(eachOnce(4, 20)).containsOnly(1);
    }

    @Test
    @DisplayName("stress test")
    void stress() throws Exception {
        assertThat(eachOnce(4, 50)).containsOnly(1);
    }

    @Test
    @DisplayName("asymmetric load distribution")
    void asymmetricLoad() throws Exception {
        try (var scheduler = threads(4)) {
            int ran =
                    scheduler.run(
                            () -> { // all ten are born on the worker that runs this
                                var count = new AtomicInteger();
                                Stint.runInNursery(
                                        nursery -> {
                                            for (int i = 0; i < 10; i++) {
                                                nursery.spawn(count::incrementAndGet);
                                            }
                                        });
                                return count.get();
                            });

            assertThat(ran).isEqualTo(10);
        }
    }

    @Test
    @DisplayName("yielding tasks resume correctly")
    void yieldingTasks() throws Exception {
        var steps = new AtomicInteger();
        try (var scheduler = threads(2);
                Nursery nursery = scheduler.nursery()) {
            for (int i = 0; i < 3; i++) {
                nursery.spawn(() -> yieldTwice(steps));
            }
            nursery.awaitAll();
        }
        assertThat(steps).hasValue(9);
    }

    @Test
    @DisplayName("spawn API")
    void spawnApi() throws Exception {
        try (var scheduler = threads(2);
                Nursery nursery = scheduler.nursery()) {
            Task<?> one = nursery.spawn(() -> 1);
            Task<?> two = nursery.spawn("two", () -> 2);
            nursery.awaitAll();

            assertThat(List.of(one.state(), two.state())).containsOnly(TaskState.COMPLETED);
        }
    }

    @Test
    @DisplayName("statistics tracking")
    void statistics() throws Exception {
        try (var scheduler = threads(2);
                Nursery nursery = scheduler.nursery()) {
            for (int i = 0; i < 10; i++) {
                nursery.spawn(() -> 1);
            }
            nursery.awaitAll();
            assertThat(scheduler.drain(Duration.ofSeconds(60)).complete()).isTrue(); // counted

            assertThat(started(scheduler)).isEqualTo(10);
            assertThat(scheduler.counts().finished()).isEqualTo(10);
        }
    }
}
