package dev.stint.internal.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stint.config.SchedulerConfig;
import dev.stint.internal.driver.Drivers;
import dev.stint.internal.monitor.Flock;
import dev.stint.internal.nursery.TenantImpl;
import dev.stint.internal.task.TaskImpl;
import dev.stint.tenant.TenantConfig;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** [EVOLUTION:stage-1] What a worker has of each tenant; what it keeps, and when. */
class LanesTest {
    private final Engine engine =
            Drivers.open(SchedulerConfig.defaults().withWorkers(2).withSeed(1).withSlice(1_000));
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

    // ---- tenants

    private TaskImpl<?> taskOf(TenantImpl tenant) {
        return TaskImpl.unowned(tenant.root(), engine.nextId(), () -> 1);
    }

    private TenantImpl tenant() {
        return engine.addTenant(TenantConfig.defaults());
    }

    /** The next task of a worker with these queues, or null. */
    private static @Nullable TaskImpl<?> next(Lanes lanes) {
        if (lanes.isTurnOver()) {
            lanes.beginTurn();
        }
        TaskImpl<?> task;
        while ((task = lanes.current().takeNext()) == null && lanes.passOver()) {
            // whose turn it was has nothing
        }
        if (task != null) {
            lanes.run(task);
        }
        return task;
    }

    @Test
    void of_manyTenantsInTurn_haveTheSameQueues() {
        for (int i = 0; i < 1_000; i++) {
            TaskImpl<?> task = taskOf(tenant());
            victim.addWoken(task);
            assertThat(next(victim)).isSameAs(task);
            assertThat(next(victim)).isNull();
        }

        assertThat(victim.places()).as("the host's, and those of one tenant").isEqualTo(2);
        assertThat(victim.hasStealable()).isFalse();
        assertThat(victim.isEmpty()).isTrue();
        assertThat(victim.isBare()).isTrue();
    }

    @Test
    void next_manyTenants_takesOfEachOnce() {
        List<TaskImpl<?>> tasks = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            tasks.add(taskOf(tenant()));
            victim.addWoken(tasks.get(i));
        }

        List<TaskImpl<?>> taken = new ArrayList<>();
        TaskImpl<?> task;
        while ((task = next(victim)) != null) {
            taken.add(task);
        }
        assertThat(taken).containsExactlyInAnyOrderElementsOf(tasks);
    }

    @Test
    void stealFrom_manyTenants_takesAllOfThem() {
        List<TaskImpl<?>> tasks = new ArrayList<>();
        tasks.add(task());
        for (int i = 0; i < 200; i++) {
            tasks.add(taskOf(tenant()));
        }
        tasks.forEach(victim::addWoken);

        List<TaskImpl<?>> stolen = new ArrayList<>();
        TaskImpl<?> task;
        while ((task = thief.stealFrom(victim)) != null) {
            stolen.add(task);
            thief.hand().held = null;
        }
        assertThat(stolen).containsExactlyInAnyOrderElementsOf(tasks);
        assertThat(victim.hasStealable()).isFalse();
        assertThat(next(victim)).isNull();
    }

    @Test
    void stealFrom_manyOfOneTenant_putsTheRestWhereItBelongs() {
        TenantImpl tenant = tenant();
        for (int i = 0; i < 10; i++) {
            victim.addWoken(taskOf(tenant));
        }

        assertThat(thief.stealFrom(victim)).isNotNull();
        assertThat(thief.size()).isEqualTo(4);
        assertThat(thief.hasStealable()).isTrue();
        assertThat(victim.size()).isEqualTo(5);
        assertThat(victim.stealable()).isEqualTo(5);
    }

    /** Sleeping sheds nothing: who comes back at once waits as if it had never slept. */
    @Test
    void next_whoSlept_paysWhatItOwes() {
        TenantImpl cheat = tenant();
        TenantImpl other = tenant();
        TaskImpl<?> sleepy = taskOf(cheat);
        TaskImpl<?> steady = taskOf(other);
        victim.addWoken(steady);
        victim.addWoken(sleepy);
        TaskImpl<?> now;
        while ((now = next(victim)) == steady) {
            victim.addWoken(steady);
        }
        assertThat(now).isSameAs(sleepy);
        victim.use(20_000); // twenty turns; and now it sleeps

        assertThat(next(victim)).isSameAs(steady);
        victim.addWoken(sleepy);
        int steps = 0;
        victim.addWoken(steady);
        while (next(victim) == steady) {
            victim.addWoken(steady);
            steps++;
        }
        assertThat(steps).isBetween(15, 22);
    }

    @Test
    void recover_tenantTakenOutOfTheLine_standsInLineAgain() {
        TaskImpl<?> task = taskOf(tenant());
        var global = engine.global();
        global.push(task);
        assertThatThrownBy(
                        () ->
                                global.takeArrived(
                                        thief.hand(),
                                        _ -> {
                                            throw new IllegalStateException("dead");
                                        }))
                .hasMessage("dead");
        assertThat(global.hasArrived()).isFalse();
        global.push(taskOf(engine.tenants()[1]));
        assertThat(global.hasArrived()).as("it counts as in line").isFalse();

        thief.recover();
        assertThat(global.hasArrived()).isTrue();
        assertThat(thief.size()).as("the one that was in the hand").isOne();
        global.drainTo(_ -> {});
        thief.drainTo(global);
        global.drainTo(_ -> {});
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
