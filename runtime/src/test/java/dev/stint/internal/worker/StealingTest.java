package dev.stint.internal.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stint.Stint;
import dev.stint.config.SchedulerConfig;
import dev.stint.event.Event;
import dev.stint.internal.driver.Drivers;
import dev.stint.task.Task;
import dev.stint.task.TaskOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * [SCHED:7.2.1] [SCHED:6.1.1] [SCHED:6.3.1] [FIBER:queues] The steal protocol, seen in a whole
 * scheduler under a seed.
 */
class StealingTest {
    private static final Callable<Integer> YIELDS =
            () -> {
                Stint.yield();
                return 1;
            };

    private final List<Event> events = new ArrayList<>();

    private Engine open(int workers, int attempts) {
        return Drivers.open(
                SchedulerConfig.defaults()
                        .withSeed(1)
                        .withWorkers(workers)
                        .withStealAttempts(attempts)
                        .withSink(events::add));
    }

    private static void spawnMany(Engine engine) throws InterruptedException {
        Task<Integer> root =
                engine.tenant()
                        .root()
                        .spawn(
                                TaskOptions.named("root"),
                                () -> {
                                    List<Task<Integer>> children = new ArrayList<>();
                                    for (int i = 0; i < 100; i++) {
                                        children.add(
                                                engine.tenant()
                                                        .root()
                                                        .spawn(TaskOptions.defaults(), YIELDS));
                                    }
                                    int sum = 0;
                                    for (Task<Integer> child : children) {
                                        sum += child.await();
                                    }
                                    return sum;
                                });
        assertThat(root.await()).isEqualTo(100);
    }

    @Test
    void steal_othersHaveWork_isTakenAndCounted() throws Exception {
        Engine engine = open(4, 4);
        spawnMany(engine);

        long thefts = events.stream().filter(e -> e instanceof Event.TaskStolen).count();
        assertThat(thefts).isPositive();
        assertThat(engine.snapshot(false).workers())
                .extracting(w -> w.tasksStolen())
                .satisfies(
                        all -> assertThat(all.stream().mapToLong(n -> n).sum()).isEqualTo(thefts));
        engine.close();
    }

    @Test
    void steal_notEnabled_isNotTried() throws Exception {
        Engine engine = open(4, 4);
        for (Worker worker : engine.crew().workers()) {
            worker.stealEnabled = false;
        }
        spawnMany(engine);

        assertThat(events).noneMatch(e -> e instanceof Event.TaskStolen);
        assertThat(engine.snapshot(false).workers()).allMatch(w -> w.stealsFailed() == 0);
        engine.close();
    }

    /** [SCHED:7.4.1] One look round of an idle worker tries min(workers - 1, attempts) victims. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4, 9})
    void steal_nothingThere_triesABoundedNumberOfVictims(int attempts) throws Exception {
        Engine engine = open(6, attempts);
        Worker worker = engine.crew().workers()[0];
        for (int look = 1; look <= 3; look++) {
            assertThat(worker.step()).isFalse();
            assertThat(worker.thefts().failed()).isEqualTo(look * Math.min(5L, attempts));
        }
        worker.sleeper().endSearch();
        engine.close();
    }

    /** [FIBER:distribution] Work of one worker spreads over the idle ones. */
    @Test
    void spawn_fromOneTask_isRunByAllWorkers() throws Exception {
        Engine engine = open(4, 4);
        spawnMany(engine);

        assertThat(engine.snapshot(false).workers()).allMatch(w -> w.tasksStarted() > 0);
        engine.close();
    }
}
