package dev.stint.internal.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stint.internal.core.TaskImpl;
import dev.stint.policy.SchedulerConfig;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A worker that makes many short steps keeps a woken task that waits alone. */
class LoneTaskTest {
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
    void stealFrom_rapid_leavesALoneWokenTask() {
        TaskImpl<?> woken = task();
        victim.of(woken).addWoken(woken);

        victim.setRapid(true);
        assertThat(victim.hasStealable()).isFalse();
        assertThat(victim.keeps(victim.of(woken))).isTrue();
        assertThat(thief.stealFrom(victim)).isNull();

        victim.setRapid(false);
        assertThat(victim.hasStealable()).isTrue();
        assertThat(victim.keeps(victim.of(woken))).isFalse();
        assertThat(thief.stealFrom(victim)).isSameAs(woken);
    }

    @Test
    void stealFrom_rapid_takesOneOfTwoWokenTasks() {
        TaskImpl<?> first = task();
        TaskImpl<?> second = task();
        victim.of(first).addWoken(first);
        victim.of(second).addWoken(second);
        victim.setRapid(true);

        assertThat(victim.keeps(victim.of(first))).isFalse();
        assertThat(thief.stealFrom(victim)).isSameAs(first);
        assertThat(thief.stealFrom(victim)).isNull();
    }

    @Test
    void stealFrom_rapid_takesASpawnedTask() {
        TaskImpl<?> woken = task();
        TaskImpl<?> spawned = task();
        victim.of(woken).addWoken(woken);
        victim.of(spawned).addSpawned(spawned);
        victim.setRapid(true);

        assertThat(victim.keeps(victim.of(woken))).isFalse();
        assertThat(thief.stealFrom(victim)).isSameAs(spawned);
    }
}
