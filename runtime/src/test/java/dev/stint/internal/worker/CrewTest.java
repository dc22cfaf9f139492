package dev.stint.internal.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stint.config.SchedulerConfig;
import dev.stint.internal.driver.Drivers;
import dev.stint.task.TaskOptions;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** [FIBER:shutdown] active tasks are a sum of sharded counters; a worker that leaves keeps its. */
class CrewTest {
    private final Engine engine =
            Drivers.open(SchedulerConfig.defaults().withSeed(7).withWorkers(3));

    @BeforeEach
    void runSomeTasks() throws InterruptedException {
        var root =
                engine.tenant()
                        .root()
                        .<Object>spawn(
                                TaskOptions.defaults(),
                                () -> {
                                    for (int i = 0; i < 50; i++) {
                                        engine.tenant()
                                                .root()
                                                .spawn(TaskOptions.defaults(), () -> "child");
                                    }
                                    return "root";
                                });
        root.await();
        assertThat(engine.drain(Duration.ofSeconds(10)).complete()).isTrue();
    }

    @AfterEach
    void close() {
        engine.close();
    }

    @Test
    void sums_afterADrain_countEveryTask() {
        assertThat(engine.crew().published()).as("spawned on workers").isEqualTo(50);
        assertThat(engine.crew().completed()).as("those and the root").isEqualTo(51);
        assertThat(engine.activeTasks()).isZero();
    }

    @Test
    void without_aWorker_keepsItsCounts() {
        Crew all = engine.crew();
        for (Worker worker : all.workers()) {
            Crew rest = all.without(worker);

            assertThat(rest.workers()).hasSize(2).doesNotContain(worker);
            assertThat(rest.published()).isEqualTo(50);
            assertThat(rest.completed()).isEqualTo(51);
        }
    }

    @Test
    void without_all_keepsTheSums() {
        Crew crew = engine.crew();
        for (Worker worker : engine.crew().workers()) {
            crew = crew.without(worker);
        }

        assertThat(crew.workers()).isEmpty();
        assertThat(crew.sleepers()).isEmpty();
        assertThat(crew.published()).isEqualTo(50);
        assertThat(crew.completed()).isEqualTo(51);
    }

    @Test
    void with_aWorker_addsItAtTheEndWithItsSleeper() {
        var joining = new Worker(engine, 3, true);

        Crew more = engine.crew().with(joining);

        assertThat(more.workers()).hasSize(4).endsWith(joining);
        assertThat(more.sleepers()).hasSize(4).endsWith(joining.sleeper());
        assertThat(more.completed()).isEqualTo(51);
        assertThat(engine.crew().workers()).as("the old crew is unchanged").hasSize(3);
        assertThat(more.without(joining).completed()).isEqualTo(51);
    }
}
