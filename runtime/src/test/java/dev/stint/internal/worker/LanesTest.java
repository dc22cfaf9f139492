package dev.stint.internal.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stint.config.SchedulerConfig;
import dev.stint.internal.driver.Drivers;
import dev.stint.internal.monitor.Flock;
import dev.stint.internal.nursery.NurseryImpl;
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
    private final Lanes victim = new Lanes(engine.global(), 1_000, 0);
    private final Lanes thief = new Lanes(engine.global(), 1_000, 0);

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
        return engine.openings().tenant(TenantConfig.defaults());
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

    /** The queues of a tenant that has ended may not have been found empty yet. */
    @Test
    void of_numberThatIsUsedAgain_isTheNewTenants() {
        TenantImpl ended = tenant();
        victim.addWoken(taskOf(ended));
        assertThat(next(victim)).isNotNull();
        ended.close();
        TenantImpl heavy = engine.openings().tenant(TenantConfig.defaults().withWeight(7));
        assertThat(heavy.lane()).isEqualTo(ended.lane());

        TaskImpl<?> task = taskOf(heavy);
        victim.addWoken(task);
        assertThat(victim.of(task).weight).isEqualTo(7);
        assertThat(next(victim)).isSameAs(task);
        assertThat(next(victim)).isNull();
        assertThat(victim.isEmpty()).isTrue();
        assertThat(victim.isNobodys()).isTrue();
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

    private int stepsOf(TaskImpl<?> steady) {
        int steps = 0;
        while (next(victim) == steady) {
            victim.addWoken(steady);
            steps++;
        }
        return steps;
    }

    /** What one had alone is owed to nobody, also if its turn went on all the time. */
    @Test
    void next_whoWasAlone_owesNothing() {
        TaskImpl<?> hog = taskOf(tenant());
        TaskImpl<?> comer = taskOf(tenant());
        victim.addWoken(hog);
        assertThat(next(victim)).isSameAs(hog);
        for (int look = 0; look < 100; look++) {
            victim.use(1_000); // a turn each
        }
        victim.addWoken(hog);
        victim.addWoken(comer);

        assertThat(stepsOf(comer)).isBetween(0, 4);
    }

    /** Code that no price covers has used no operations, and pays by time, as late as it stops. */
    @Test
    void stayed_unmeteredCode_paysByTime() {
        TaskImpl<?> hog = taskOf(tenant());
        TaskImpl<?> steady = taskOf(tenant());
        victim.addWoken(hog);
        victim.addWoken(steady);
        TaskImpl<?> now;
        while ((now = next(victim)) == steady) {
            victim.addWoken(steady);
        }
        assertThat(now).isSameAs(hog);
        victim.stayed(victim.laneOf(hog), 20_000 * Turns.NANOS_PER_OPERATION); // twenty turns
        victim.addWoken(hog);
        victim.addWoken(steady);

        assertThat(stepsOf(steady)).isBetween(15, 24);
    }

    /** The same between two groups of one tenant. */
    @Test
    void stayed_unmeteredGroup_paysByTimeAmongGroups() {
        TenantImpl tenant = tenant();
        NurseryImpl first = (NurseryImpl) tenant.nursery(n -> n.withWeight(1));
        NurseryImpl second = (NurseryImpl) tenant.nursery(n -> n.withWeight(1));
        TaskImpl<?> hog = TaskImpl.unowned(first, engine.nextId(), () -> 1);
        TaskImpl<?> steady = TaskImpl.unowned(second, engine.nextId(), () -> 1);
        assertThat(hog.lane()).isNotEqualTo(steady.lane());
        victim.addWoken(hog);
        victim.addWoken(steady);
        TaskImpl<?> now;
        while ((now = next(victim)) == steady) {
            victim.addWoken(steady);
        }
        assertThat(now).isSameAs(hog);
        victim.stayed(victim.laneOf(hog), 20_000 * Turns.NANOS_PER_OPERATION);
        victim.addWoken(hog);
        victim.addWoken(steady);

        assertThat(stepsOf(steady)).isBetween(15, 24);
        second.close();
        first.close();
    }

    /** Groups that come and go leave nothing behind, whoever has their numbers next. */
    @Test
    void of_manyGroupsInTurn_haveTheSameQueues() {
        TenantImpl tenant = tenant();
        TaskImpl<?> rest = taskOf(tenant);
        for (int i = 0; i < 1_000; i++) {
            NurseryImpl group = (NurseryImpl) tenant.nursery(n -> n.withWeight(5));
            TaskImpl<?> task = TaskImpl.unowned(group, engine.nextId(), () -> 1);
            victim.addWoken(task);
            victim.addWoken(rest);
            assertThat(List.of(next(victim), next(victim))).containsExactlyInAnyOrder(task, rest);
            group.close();
        }
        assertThat(next(victim)).isNull();
        assertThat(victim.places())
                .as("the host's, the rest's, and a group's or two")
                .isLessThan(5);
        assertThat(victim.isEmpty()).isTrue();
        assertThat(victim.isNobodys()).isTrue();
        assertThat(engine.global().lanes()).isLessThan(5);
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
