package dev.stint.seeded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stint.Scheduler;
import dev.stint.Stint;
import dev.stint.channel.Channel;
import dev.stint.config.Cores;
import dev.stint.config.SysmonConfig;
import dev.stint.context.SchedulingContext;
import dev.stint.env.Faults;
import dev.stint.env.TaskDecisions;
import dev.stint.event.Event;
import dev.stint.lease.CpuLease;
import dev.stint.lease.LeaseConfig;
import dev.stint.lease.LeaseEnd;
import dev.stint.lease.LeaseState;
import dev.stint.lease.LeasedWorker;
import dev.stint.nursery.Nursery;
import dev.stint.task.Priority;
import dev.stint.task.Task;
import dev.stint.task.TaskOptions;
import dev.stint.tenant.Tenant;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * [EVOLUTION:stage-5] [EVOLUTION:gate-leases] Workers for one tenant alone, in runs that a seed
 * decides: who runs where, who is refused, and how the workers come back.
 */
@Timeout(120)
class LeasesTest {
    private static final int SEEDS = 40;
    private static final Duration MOMENT = Duration.ofMillis(1);

    private static Tenant tenant(Scheduler scheduler, String name) {
        return scheduler.openTenant(t -> t.withName(name));
    }

    private static CpuLease lease(Scheduler scheduler, Tenant owner, int workers, boolean alone) {
        return scheduler.openLease(owner, l -> l.withWorkers(workers).withConfined(alone));
    }

    /** Tasks of two tenants and the host that talk, sleep, give way, start others and wait. */
    private static List<Task<?>> everybody(Scheduler scheduler, Tenant owner, Tenant other) {
        var tasks = new ArrayList<Task<?>>();
        var there = Channel.<Integer>rendezvous();
        var back = Channel.<Integer>buffered(1);
        tasks.add(owner.root().spawn("own-caller", () -> call(there, back)));
        tasks.add(other.root().spawn("other-callee", () -> answer(there, back)));
        tasks.add(owner.root().spawn("own-parent", () -> family("own", owner.root())));
        tasks.add(other.root().spawn("other-parent", () -> family("other", other.root())));
        tasks.add(scheduler.root().spawn("host-parent", () -> family("host", scheduler.root())));
        tasks.add(
                owner.root()
                        .spawn(
                                TaskOptions.named("own-high").withPriority(Priority.HIGH),
                                LeasesTest::rest));
        tasks.add(
                other.root()
                        .spawn(
                                TaskOptions.named("other-low").withPriority(Priority.LOW),
                                LeasesTest::rest));
        return tasks;
    }

    private static void rest() throws InterruptedException {
        for (int i = 0; i < 4; i++) {
            Stint.sleep(MOMENT);
            Stint.yield();
        }
    }

    private static void call(Channel<Integer> there, Channel<Integer> back) throws Exception {
        for (int i = 0; i < 6; i++) {
            there.send(i);
            assertThat(back.receive()).isEqualTo(i);
        }
    }

    private static void answer(Channel<Integer> there, Channel<Integer> back) throws Exception {
        for (int i = 0; i < 6; i++) {
            back.send(there.receive());
        }
    }

    private static void family(String whose, Nursery into) throws Exception {
        var children = new ArrayList<Task<?>>();
        for (int i = 0; i < 5; i++) {
            int nth = i;
            children.add(
                    into.spawn(
                            whose + "-child",
                            () -> {
                                Stint.checkpoint(2_000);
                                Stint.yield();
                                Stint.sleep(MOMENT.multipliedBy(nth % 3));
                            }));
        }
        for (Task<?> child : children) {
            child.await();
        }
    }

    private static void awaitAll(List<Task<?>> tasks) throws InterruptedException {
        for (Task<?> task : tasks) {
            task.await();
        }
    }

    // ---- who runs where

    @ParameterizedTest
    @EnumSource(Cores.class)
    void leasedWorker_runsItsOwnersTasksAndNoOthers(Cores cores) {
        int mounts = 0;
        for (int workers = 2; workers <= 4; workers++) {
            int leased = workers - 1;
            for (long seed = 0; seed < SEEDS; seed++) {
                var seen = new Places(false);
                Replay.with(cores, workers)
                        .and(c -> c.withSink(seen))
                        .twice(
                                seed,
                                scheduler -> {
                                    Tenant owner = tenant(scheduler, "owner");
                                    Tenant other = tenant(scheduler, "other");
                                    lease(scheduler, owner, leased, false);
                                    awaitAll(everybody(scheduler, owner, other));
                                });
                seen.assertKept();
                mounts += seen.mounts();
            }
        }
        assertThat(mounts).as("taken up by leased workers").isGreaterThan(1_000);
    }

    @ParameterizedTest
    @EnumSource(Cores.class)
    void confinedOwner_runsOnItsWorkersAndNowhereElse(Cores cores) {
        for (int workers = 2; workers <= 4; workers++) {
            int leased = workers / 2;
            for (long seed = 0; seed < SEEDS; seed++) {
                var seen = new Places(true);
                Replay.with(cores, workers)
                        .and(c -> c.withSink(seen))
                        .twice(
                                seed,
                                scheduler -> {
                                    Tenant owner = tenant(scheduler, "owner");
                                    Tenant other = tenant(scheduler, "other");
                                    lease(scheduler, owner, leased, true);
                                    scheduler.run(() -> Stint.sleep(MOMENT));
                                    awaitAll(everybody(scheduler, owner, other));
                                });
                seen.assertKept();
                assertThat(seen.mounts()).isGreaterThan(10);
                assertThat(seen.workers().size()).isLessThanOrEqualTo(leased);
            }
        }
    }

    /** Leases come and go in the middle of everything. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void lease_openedAndClosedInBetween_losesNothing(boolean confined) {
        int joined = 0;
        for (long seed = 0; seed < 3 * SEEDS; seed++) {
            var chance = new Random(seed);
            int first = chance.nextInt(6);
            int then = chance.nextInt(6);
            var seen = new Places(false);
            Replay.with(Cores.VIRTUAL, 3)
                    .and(c -> c.withSink(seen))
                    .twice(
                            seed,
                            scheduler -> {
                                Tenant owner = tenant(scheduler, "owner");
                                Tenant other = tenant(scheduler, "other");
                                var tasks = everybody(scheduler, owner, other);
                                scheduler.run(() -> Stint.sleep(MOMENT.multipliedBy(first)));
                                CpuLease lease = lease(scheduler, owner, 2, confined);
                                scheduler.run(() -> Stint.sleep(MOMENT.multipliedBy(then)));
                                lease.close();
                                tasks.addAll(everybody(scheduler, owner, other));
                                CpuLease again = lease(scheduler, other, 1, confined);
                                awaitAll(tasks);
                                again.close();
                                scheduler.run(() -> Stint.yield());
                                assertThat(lease.snapshot().state()).isEqualTo(LeaseState.ENDED);
                            });
            joined += seen.joined();
        }
        assertThat(joined).as("workers that came to a lease").isGreaterThan(100);
    }

    @Test
    void timersOfOthers_moveAwayWhenAWorkerIsLeased() throws Exception {
        try (var scheduler = Scheduler.open(c -> c.withWorkers(3).withSeed(3))) {
            Tenant owner = tenant(scheduler, "owner");
            Tenant other = tenant(scheduler, "other");
            var sleepers = new ArrayList<Task<?>>();
            for (int i = 0; i < 30; i++) {
                sleepers.add(other.root().spawn(() -> Stint.sleep(Duration.ofSeconds(1))));
            }
            scheduler.run(() -> Stint.sleep(MOMENT));
            assertThat(scheduler.snapshot().workers().stream().filter(w -> w.timers() > 0))
                    .as("workers with timers before")
                    .hasSizeGreaterThan(1);

            CpuLease lease = lease(scheduler, owner, 2, true);
            owner.root().spawn(() -> {}).await();
            scheduler.run(() -> Stint.sleep(MOMENT));

            assertThat(lease.snapshot().workers()).hasSize(2);
            for (LeasedWorker worker : lease.snapshot().workers()) {
                assertThat(scheduler.snapshot().workers().get(worker.id()).timers()).isZero();
            }
            awaitAll(sleepers);
        }
    }

    @Test
    void contexts_ofOthers_runBesideALease() throws Exception {
        var seen = new Places(true);
        try (var scheduler = Scheduler.open(c -> c.withWorkers(3).withSeed(5).withSink(seen))) {
            Tenant owner = tenant(scheduler, "owner");
            Tenant other = tenant(scheduler, "other");
            SchedulingContext theirs =
                    scheduler.openContext(
                            c -> c.withOperations(10_000).withTime(Duration.ofMillis(2)));
            SchedulingContext its =
                    scheduler.openContext(
                            c -> c.withOperations(10_000).withTime(Duration.ofMillis(2)));
            lease(scheduler, owner, 2, true);
            scheduler.run(() -> Stint.sleep(MOMENT));
            Task<?> first = other.root().spawn("other", () -> work(40_000));
            Task<?> second = owner.root().spawn("own", () -> work(40_000));
            theirs.bind(first);
            its.bind(second);
            first.await();
            second.await();

            assertThat(theirs.snapshot().depletions()).isGreaterThanOrEqualTo(3);
            assertThat(its.snapshot().depletions()).isGreaterThanOrEqualTo(3);
        }
        seen.assertKept();
    }

    private static void work(long operations) throws InterruptedException {
        for (long done = 0; done < operations; done += 500) {
            Stint.checkpoint(500);
        }
    }

    // ---- housekeeping fallback

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void open_thatLeavesNobodyToKeepHouse_isRefusedWithTheSum(int workers) throws Exception {
        try (var scheduler = Scheduler.open(c -> c.withWorkers(workers).withSeed(1))) {
            Tenant owner = tenant(scheduler, "owner");

            assertThatThrownBy(() -> lease(scheduler, owner, workers, false))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining(
                            "of "
                                    + workers
                                    + " workers 0 are leased and it asks for "
                                    + workers
                                    + ", which would leave 0; 1 must stay for everybody");
            assertThat(scheduler.run(() -> 7)).isEqualTo(7);
        }
    }

    @Test
    void open_besideAnother_countsBoth() {
        try (var scheduler = Scheduler.open(c -> c.withWorkers(4).withSeed(1))) {
            CpuLease first = lease(scheduler, tenant(scheduler, "one"), 2, false);
            Tenant two = tenant(scheduler, "two");

            assertThatThrownBy(() -> lease(scheduler, two, 2, false))
                    .hasMessageContaining("of 4 workers 2 are leased and it asks for 2");
            first.close();
            lease(scheduler, two, 3, false);
        }
    }

    @Test
    void open_whereContextsNeedTheWorkers_isRefusedWithTheSum() {
        try (var scheduler = Scheduler.open(c -> c.withWorkers(2).withSeed(1))) {
            SchedulingContext sound = scheduler.openContext(c -> c.withTime(Duration.ofMillis(9)));
            Tenant owner = tenant(scheduler, "owner");

            assertThatThrownBy(() -> lease(scheduler, owner, 1, false))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("have 0.900 of a worker")
                    .hasMessageContaining("may have 0.750 of the 1 workers");
            sound.close();
            lease(scheduler, owner, 1, false);
            assertThatThrownBy(() -> scheduler.openContext(c -> c.withTime(Duration.ofMillis(9))))
                    .hasMessageContaining("0.750 of 1 workers");
        }
    }

    @Test
    void open_forWhoCannotOwn_isRefused() {
        try (var scheduler = Scheduler.open(c -> c.withWorkers(4).withSeed(1));
                var elsewhere = Scheduler.open(c -> c.withSeed(1))) {
            Tenant owner = tenant(scheduler, "owner");
            Tenant gone = tenant(scheduler, "gone");
            gone.close();

            assertThatThrownBy(() -> lease(scheduler, scheduler.tenant(), 1, false))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("Open a tenant for the tasks");
            assertThatThrownBy(() -> lease(scheduler, gone, 1, false))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("closed or belongs to another scheduler");
            assertThatThrownBy(() -> lease(scheduler, tenant(elsewhere, "far"), 1, false))
                    .isInstanceOf(IllegalStateException.class);
            lease(scheduler, owner, 1, false);
            assertThatThrownBy(() -> lease(scheduler, owner, 1, false))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("has lease 'lease' already");
            assertThatThrownBy(
                            () ->
                                    scheduler.openLease(
                                            tenant(scheduler, "two"),
                                            l -> l.withProcessors(List.of(0, 1))))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("asks for 1 workers and names 2 processors");
        }
    }

    @Test
    void config_ofNonsense_isRefused() {
        LeaseConfig some = LeaseConfig.defaults();
        assertThatThrownBy(() -> some.withName(" ")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> some.withWorkers(0)).hasMessageContaining("at least 1");
        assertThatThrownBy(() -> some.withProcessors(List.of(1, 1))).hasMessageContaining("twice");
        assertThatThrownBy(() -> some.withProcessors(List.of(1_024)))
                .hasMessageContaining("from 0 to 1023");
        assertThatThrownBy(() -> some.withMaxRevocation(Duration.ZERO))
                .hasMessageContaining("more than nothing");
    }

    // ---- revocation, the owner's exit, the scheduler's end

    @Test
    void close_givesTheWorkersBackAndSaysHowLongItTook() throws Exception {
        var seen = new Places(false);
        try (var scheduler = Scheduler.open(c -> c.withWorkers(3).withSeed(2).withSink(seen))) {
            Tenant owner = tenant(scheduler, "owner");
            CpuLease lease =
                    scheduler.openLease(
                            owner, l -> l.withName("sound").withWorkers(2).withConfined(true));
            assertThat(lease.snapshot().state()).isEqualTo(LeaseState.OPENING);
            Task<?> hog = owner.root().spawn("own-hog", () -> work(300_000));
            scheduler.run(() -> Stint.sleep(MOMENT));
            assertThat(lease.snapshot().state()).isEqualTo(LeaseState.ACTIVE);
            assertThat(lease.snapshot().workers()).extracting(LeasedWorker::id).contains(1, 2);

            lease.close();
            lease.close();
            assertThat(lease.snapshot().end()).contains(LeaseEnd.CLOSED);
            hog.await();
            scheduler.run(() -> Stint.sleep(MOMENT));

            var ended = lease.snapshot();
            assertThat(ended.state()).isEqualTo(LeaseState.ENDED);
            assertThat(ended.workers()).isEmpty();
            assertThat(ended.revocation()).contains(Duration.ZERO); // time stands still meanwhile
            assertThat(ended.isLate()).isFalse();
            assertThat(seen.ends())
                    .containsExactly(
                            new Event.LeaseEnded(
                                    "sound",
                                    owner.toString(),
                                    LeaseEnd.CLOSED,
                                    Duration.ZERO,
                                    false));
        }
    }

    @Test
    void ownerClosed_endsTheLease() throws Exception {
        try (var scheduler = Scheduler.open(c -> c.withWorkers(2).withSeed(2))) {
            Tenant owner = tenant(scheduler, "owner");
            CpuLease lease = lease(scheduler, owner, 1, true);
            owner.root().spawn("own", () -> Stint.sleep(Duration.ofHours(1)));
            scheduler.run(() -> Stint.sleep(MOMENT));

            owner.close();
            scheduler.run(() -> Stint.sleep(MOMENT));

            assertThat(lease.snapshot().end()).contains(LeaseEnd.OWNER_ENDED);
            assertThat(lease.snapshot().state()).isEqualTo(LeaseState.ENDED);
            lease(scheduler, tenant(scheduler, "next"), 1, false); // there is room again
        }
    }

    @Test
    void drainAndClose_endTheLease() throws Exception {
        var scheduler = Scheduler.open(c -> c.withWorkers(2).withSeed(2));
        Tenant owner = tenant(scheduler, "owner");
        CpuLease lease = lease(scheduler, owner, 1, true);
        var done = new AtomicInteger();
        for (int i = 0; i < 20; i++) {
            owner.root()
                    .spawn(
                            "own",
                            () -> {
                                work(5_000);
                                done.incrementAndGet();
                            });
        }

        assertThat(scheduler.drain(Duration.ofSeconds(10)).complete()).isTrue();

        assertThat(done).hasValue(20);
        assertThat(lease.snapshot().end()).contains(LeaseEnd.SCHEDULER_ENDED);
        assertThatThrownBy(() -> lease(scheduler, owner, 1, true))
                .isInstanceOf(RejectedExecutionException.class);
        scheduler.close();
        assertThat(lease.snapshot().end()).contains(LeaseEnd.SCHEDULER_ENDED);
        assertThat(lease.snapshot().state()).isEqualTo(LeaseState.ENDED);
        assertThat(lease.snapshot().workers()).isEmpty();
    }

    @Test
    void simulation_keepsTheBooksAndConfinesNobody() throws Exception {
        var chance = new Random(4);
        var decisions =
                new TaskDecisions() {
                    @Override
                    public int next(Ready ready) {
                        return chance.nextInt(ready.count());
                    }

                    @Override
                    public int choose(Kind kind, int alternatives) {
                        return chance.nextInt(alternatives);
                    }
                };
        try (var scheduler = Scheduler.open(c -> c.withWorkers(2).withDecisions(decisions))) {
            Tenant owner = tenant(scheduler, "owner");
            CpuLease lease = lease(scheduler, owner, 1, true);
            awaitAll(everybody(scheduler, owner, tenant(scheduler, "other")));
            assertThat(lease.snapshot().state()).isEqualTo(LeaseState.ACTIVE);
            lease.close();
            assertThat(lease.snapshot().state()).isEqualTo(LeaseState.ENDED);
        }
    }

    // ---- workers that die or stand still

    @ParameterizedTest
    @EnumSource(Cores.class)
    void death_ofALeasedWorkerAtEachPoint_endsTheLeaseAndLosesNothing(Cores cores) {
        int points = killedAt(-1, cores, new ArrayList<>());
        assertThat(points).isGreaterThan(20);
        var ends = new ArrayList<LeaseEnd>();
        for (int nth = 0; nth < points; nth++) {
            killedAt(nth, cores, ends);
        }
        assertThat(ends).containsOnly(LeaseEnd.WORKER_DIED);
        // The others died before they came.
        assertThat(ends).hasSizeGreaterThan(points * 3 / 4);
    }

    /** Kills the leased worker at the n-th point that it reaches; returns how many there were. */
    private static int killedAt(int nth, Cores cores, List<LeaseEnd> ends) {
        var reached = new AtomicInteger();
        Replay.with(cores, 2)
                .and(
                        c ->
                                c.withFaults(
                                        new Faults() {
                                            @Override
                                            public void at(Point point, int worker) {
                                                if (worker == 1
                                                        && reached.getAndIncrement() == nth) {
                                                    throw new Error("killed at " + point);
                                                }
                                            }
                                        }))
                .once(
                        1,
                        scheduler -> {
                            Tenant owner = tenant(scheduler, "owner");
                            CpuLease lease = lease(scheduler, owner, 1, true);
                            awaitAll(everybody(scheduler, owner, tenant(scheduler, "other")));
                            scheduler.run(() -> Stint.sleep(MOMENT));
                            lease.snapshot().end().ifPresent(ends::add);
                        });
        return reached.get();
    }

    private static final SysmonConfig QUICK =
            new SysmonConfig(
                    MOMENT, MOMENT.multipliedBy(2), 2, MOMENT, MOMENT.multipliedBy(3), MOMENT);

    @ParameterizedTest
    @EnumSource(Cores.class)
    void stalledLeasedWorker_getsAStandInForItsOwnerOnly(Cores cores) {
        int hired = 0;
        for (long seed = 0; seed < 2 * SEEDS; seed++) {
            var seen = new Places(true);
            var events = new ArrayList<Event>();
            Replay.with(cores, 2)
                    .and(c -> c.withSysmon(QUICK).withFaults(stuck(1)))
                    .and(
                            c ->
                                    c.withSink(
                                            event -> {
                                                seen.accept(event);
                                                events.add(event);
                                            }))
                    .twice(
                            seed,
                            scheduler -> {
                                Tenant owner = tenant(scheduler, "owner");
                                lease(scheduler, owner, 1, true);
                                scheduler.run(() -> Stint.sleep(MOMENT));
                                awaitAll(everybody(scheduler, owner, tenant(scheduler, "other")));
                            });
            seen.assertKept();
            hired +=
                    (int)
                            events.stream()
                                    .filter(Event.TemporaryWorkerStarted.class::isInstance)
                                    .count();
        }
        assertThat(hired).as("stand-ins over all seeds").isGreaterThan(SEEDS);
    }

    /** The worker is stuck from its thirtieth choice on. */
    private static Faults stuck(int worker) {
        return new Faults() {
            private int asked;

            @Override
            public boolean isStuck(int id) {
                return id == worker && asked++ > 30;
            }
        };
    }
}
