package dev.stint.internal.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stint.internal.core.TaskImpl;
import dev.stint.policy.SchedulerConfig;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a worker keeps, and when. */
class FlockTest {
    private final Engine engine = new Engine(SchedulerConfig.defaults().withSeed(1));
    private final Lanes victim = new Lanes(engine.commons(), 1_000);
    private final Lanes thief = new Lanes(engine.commons(), 1_000);

    @AfterEach
    void close() {
        engine.close();
    }

    private TaskImpl<?> task() {
        return TaskImpl.unowned(engine.tenant().root(), () -> 1);
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
}
