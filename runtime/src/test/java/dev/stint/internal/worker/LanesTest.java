package dev.stint.internal.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stint.config.SchedulerConfig;
import dev.stint.internal.driver.Drivers;
import dev.stint.internal.monitor.Flock;
import dev.stint.internal.task.TaskImpl;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a worker keeps, and when. */
class LanesTest {
    private final Engine engine =
            Drivers.open(SchedulerConfig.defaults().withWorkers(2).withSeed(1));
    private final Lanes victim = new Lanes(engine.global(), 1_000);
    private final Lanes thief = new Lanes(engine.global(), 1_000);

    @AfterEach
    void close() {
        engine.close();
    }

    private TaskImpl<?> task() {
        return TaskImpl.unowned(engine.tenant().root(), engine.nextId(), () -> 1);
    }

    @Test
    void stealFrom_kept_leavesWokenTasks() {
        TaskImpl<?> woken = task();
        victim.of(woken).addWoken(woken);

        victim.setKept(1);
        assertThat(victim.hasStealable()).isFalse();
        assertThat(victim.keeps(victim.of(woken))).isTrue();
        assertThat(thief.stealFrom(victim)).isNull();

        victim.setKept(0);
        assertThat(victim.hasStealable()).isTrue();
        assertThat(victim.keeps(victim.of(woken))).isFalse();
        assertThat(thief.stealFrom(victim)).isSameAs(woken);
        assertThat(woken.isStolen()).isTrue();
    }

    @Test
    void stealFrom_moreThanKept_takesSome() {
        TaskImpl<?> first = task();
        TaskImpl<?> second = task();
        victim.of(first).addWoken(first);
        victim.of(second).addWoken(second);
        victim.setKept(1);

        assertThat(victim.keeps(victim.of(first))).isFalse();
        assertThat(thief.stealFrom(victim)).isSameAs(first);
        assertThat(thief.stealFrom(victim)).isNull();
    }

    @Test
    void stealFrom_kept_takesASpawnedTask() {
        TaskImpl<?> woken = task();
        TaskImpl<?> spawned = task();
        victim.of(woken).addWoken(woken);
        victim.of(spawned).addSpawned(spawned);
        victim.setKept(1);

        assertThat(victim.keeps(victim.of(woken))).isFalse();
        assertThat(thief.stealFrom(victim)).isSameAs(spawned);
    }

    // ---- the judgement

    private static final long TICK = 1_000;

    private final Flock flock = new Flock();
    private long now;

    private Worker[] crew() {
        return engine.crew().workers();
    }

    /** One tick, in which the first worker has made so many steps. */
    private boolean keepsAfter(int steps, long nanos) {
        for (int i = 0; i < steps; i++) {
            crew()[0].step();
        }
        now += nanos;
        flock.tick(crew(), now);
        TaskImpl<?> woken = task();
        crew()[0].lanes().of(woken).addWoken(woken);
        boolean kept = !crew()[0].lanes().hasStealable();
        crew()[0].lanes().drainTo(new GlobalQueues(1_000));
        return kept;
    }

    private void stolenAndWoken(int count, Worker ranOn) {
        for (int i = 0; i < count; i++) {
            TaskImpl<?> task = task();
            task.setStolen(true);
            task.setLast(ranOn);
            crew()[0].thefts().woken(task);
            assertThat(task.isStolen()).isFalse();
        }
    }

    @Test
    void tick_stolenTasksComeBack_keepsForAWhile() {
        assertThat(keepsAfter(1, TICK)).isFalse();
        stolenAndWoken(4, crew()[1]);

        assertThat(keepsAfter(1, TICK)).isTrue();
        assertThat(keepsAfter(0, TICK)).as("its steps have become long").isFalse();
        assertThat(keepsAfter(1, TICK)).isTrue();
        assertThat(keepsAfter(100_000, 130_000_000)).as("the peace is over").isFalse();
    }

    @Test
    void tick_theyComeBackAgain_keepsForTwiceAsLong() {
        keepsAfter(1, TICK);
        stolenAndWoken(4, crew()[1]);
        keepsAfter(1, TICK);
        assertThat(keepsAfter(100_000, 130_000_000)).isFalse();
        stolenAndWoken(4, crew()[1]);

        assertThat(keepsAfter(1, TICK)).isTrue();
        assertThat(keepsAfter(100_000, 130_000_000)).isTrue();
        assertThat(keepsAfter(100_000, 130_000_000)).isFalse();
    }

    @Test
    void tick_stolenTasksStay_keepsNothing() {
        keepsAfter(1, TICK);
        stolenAndWoken(4, crew()[1]);
        stolenAndWoken(2, crew()[0]);

        assertThat(keepsAfter(1, TICK)).isFalse();
    }
}
