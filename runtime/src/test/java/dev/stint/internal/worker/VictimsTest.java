package dev.stint.internal.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stint.config.SchedulerConfig;
import dev.stint.config.VictimStrategy;
import dev.stint.env.Xoshiro256;
import dev.stint.internal.driver.Drivers;
import dev.stint.internal.monitor.Flock;
import dev.stint.internal.task.TaskImpl;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * [SCHED:7.3.1] the three strategies; [SCHED:7.3.2] the default is random with a fixed seed.
 *
 * <p>The engines are seeded, so that nothing steps unless somebody waits: the workers are ours.
 */
class VictimsTest {
    private final List<Engine> engines = new ArrayList<>();

    @AfterEach
    void close() {
        engines.forEach(Engine::close);
    }

    private Engine engine(UnaryOperator<SchedulerConfig> with) {
        var engine = Drivers.open(with.apply(SchedulerConfig.defaults().withSeed(42)));
        engines.add(engine);
        return engine;
    }

    private Engine engine(VictimStrategy strategy, int workers) {
        return engine(c -> c.withVictims(strategy).withWorkers(workers));
    }

    /** The ids of the victims that one worker chooses in turn. */
    private static List<Integer> chosen(Engine engine, int thief, int times) {
        Worker[] crew = engine.crew().workers();
        var victims = new Victims(engine.config(), new Xoshiro256(1));
        List<Integer> ids = new ArrayList<>();
        for (int i = 0; i < times; i++) {
            ids.add(victims.choose(engine, crew[thief], crew).id());
        }
        return ids;
    }

    @Test
    void default_isRandom() {
        assertThat(SchedulerConfig.defaults().victims()).isEqualTo(VictimStrategy.RANDOM);
    }

    @ParameterizedTest
    @EnumSource
    void choose_anyStrategy_isNeverTheThiefItself(VictimStrategy strategy) {
        for (int workers : new int[] {2, 3, 16}) {
            Engine engine = engine(strategy, workers);
            for (int thief = 0; thief < workers; thief++) {
                assertThat(chosen(engine, thief, 100)).doesNotContain(thief);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 16})
    void choose_random_coversAllOthers(int workers) {
        List<Integer> ids = chosen(engine(VictimStrategy.RANDOM, workers), 0, 40 * workers);

        assertThat(ids.stream().distinct()).hasSize(workers - 1);
    }

    @ParameterizedTest
    @ValueSource(ints = {3, 16})
    void choose_randomSameSeed_isTheSameSequence(int workers) {
        List<Integer> first = chosen(engine(VictimStrategy.RANDOM, workers), 1, 200);
        List<Integer> second = chosen(engine(VictimStrategy.RANDOM, workers), 1, 200);
        Engine other = engine(c -> c.withWorkers(workers).withSeed(43));

        assertThat(second).isEqualTo(first);
        assertThat(chosen(other, 1, 200)).isNotEqualTo(first);
    }

    /** [SCHED:6.1.1] Without a seed each worker has a generator of its own, seeded by its id. */
    @Test
    void draw_sameWorkerOfTwoSchedulers_isTheSameSequence() {
        var one = engine(c -> c.withWorkers(2)).crew().workers();
        var two = engine(c -> c.withWorkers(2)).crew().workers();

        List<Integer> first = draws(one[0]);
        assertThat(draws(two[0])).isEqualTo(first);
        assertThat(draws(one[1])).isNotEqualTo(first);
        assertThat(first).allMatch(i -> i >= 0 && i < 15);
    }

    private static List<Integer> draws(Worker worker) {
        List<Integer> all = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            all.add(worker.draw(15));
        }
        return all;
    }

    @ParameterizedTest
    @CsvSource({"2, 0", "2, 1", "3, 0", "3, 1", "3, 2", "16, 7"})
    void choose_roundRobin_visitsAllOthersInTurn(int workers, int thief) {
        int others = workers - 1;
        List<Integer> ids = chosen(engine(VictimStrategy.ROUND_ROBIN, workers), thief, 4 * others);

        assertThat(ids.subList(0, others)).doesNotHaveDuplicates().doesNotContain(thief);
        for (int i = others; i < ids.size(); i++) {
            assertThat(ids.get(i)).isEqualTo(ids.get(i - others));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 16})
    void choose_mostLoaded_isTheBusiest(int workers) {
        Engine engine = engine(VictimStrategy.MOST_LOADED, workers);
        Worker[] crew = engine.crew().workers();
        for (int busiest = 0; busiest < workers; busiest++) {
            for (int i = 0; i < 3; i++) {
                give(engine, crew[busiest]); // one more than any before
            }
            for (int i = 0; i < busiest; i++) {
                give(engine, crew[busiest]);
            }
            for (int thief = 0; thief < workers; thief++) {
                if (thief != busiest) {
                    assertThat(chosen(engine, thief, 3)).containsOnly(busiest);
                }
            }
        }
        assertThat(chosen(engine, workers - 1, 1))
                .as("the busiest robs the second")
                .containsExactly(workers - 2);
    }

    private static void give(Engine engine, Worker worker) {
        worker.putSpawned(TaskImpl.unowned(engine.tenant().root(), engine.nextId(), () -> "done"));
    }

    /** [SCHED:7.4.1] what bounds the attempts of one search. */
    @Test
    void stealAttempts_default_isFour() {
        assertThat(SchedulerConfig.defaults().stealAttempts()).isEqualTo(4);
    }

    @Test
    void choose_mostLoaded_passesOverWhatAWorkerKeeps() {
        Engine engine = engine(VictimStrategy.MOST_LOADED, 3);
        Worker[] crew = engine.crew().workers();
        for (int i = 0; i < 6; i++) {
            TaskImpl<?> task = TaskImpl.unowned(engine.tenant().root(), engine.nextId(), () -> 1);
            crew[i == 0 ? 2 : 1].lanes().of(task).addWoken(task);
        }
        assertThat(chosen(engine, 0, 2)).containsExactly(1, 1);

        crew[1].lanes().setKept(Flock.KEPT);
        assertThat(chosen(engine, 0, 2)).containsExactly(2, 2);
        for (Worker worker : crew) {
            worker.lanes().drainTo(new GlobalQueues(1_000));
        }
    }
}
