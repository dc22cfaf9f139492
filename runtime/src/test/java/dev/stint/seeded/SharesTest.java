package dev.stint.seeded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.stint.Scheduler;
import dev.stint.Stint;
import dev.stint.channel.Channel;
import dev.stint.event.Event;
import dev.stint.event.EventSink;
import dev.stint.task.TaskOptions;
import dev.stint.tenant.Tenant;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * [EVOLUTION:stage-3] [EVOLUTION:gate-fair] Who gets how much of a worker, in runs that a seed
 * decides. Time is counted in operations: the virtual clock stands still while anything can run.
 */
class SharesTest {
    private static final long SLICE = 10_000;

    /** What taking one task counts as. */
    private static final long STEP = 1_000;

    private static final int LOOK = 500;

    private final List<Tenant> tenants = new ArrayList<>();
    private final List<AtomicLong> done = new ArrayList<>();

    private static Scheduler open(long seed) {
        return Scheduler.open(c -> c.withSeed(seed).withWorkers(1).withSlice(SLICE));
    }

    private int tenant(Scheduler scheduler, int weight) {
        int number = tenants.size();
        tenants.add(scheduler.openTenant(t -> t.withName("tenant " + number).withWeight(weight)));
        done.add(new AtomicLong());
        return number;
    }

    private void spin(int tenant) {
        AtomicLong counter = done.get(tenant);
        tenants.get(tenant)
                .root()
                .spawn(
                        () -> {
                            while (true) {
                                work(counter, LOOK);
                            }
                        });
    }

    private static void work(AtomicLong counter, long operations) throws InterruptedException {
        counter.addAndGet(operations);
        Stint.checkpoint(operations);
    }

    /** Until so many operations were done by all. The host gives way all the time. */
    private void runFor(Scheduler scheduler, long operations) throws Exception {
        long until = sum() + operations;
        scheduler.run(
                () -> {
                    while (sum() < until) {
                        Stint.yield();
                    }
                });
    }

    private long sum() {
        return done.stream().mapToLong(AtomicLong::get).sum();
    }

    private double share(int tenant) {
        return (double) done.get(tenant).get() / sum();
    }

    private void close() {
        tenants.forEach(Tenant::close);
    }

    // ---- the adversaries

    @ParameterizedTest(name = "{0} to {1}")
    @CsvSource({"2, 1", "10, 1", "1, 1000"})
    @DisplayName("CPU hogs: over a second of virtual work shares err by at most 2 %")
    void hogs_ofTwoTenants_haveTheirShare(int one, int other) throws Exception {
        for (long seed = 0; seed < 3; seed++) {
            tenants.clear();
            done.clear();
            try (var scheduler = open(seed)) {
                int first = tenant(scheduler, one);
                int second = tenant(scheduler, other);
                spin(first);
                spin(second);
                runFor(scheduler, 100_000_000);

                double expected = (double) one / (one + other);
                assertThat(share(first)).isCloseTo(expected, within(0.02));
                close();
            }
        }
    }

    @Test
    @DisplayName("sibling load: a hundred tasks of one tenant weigh as one tenant")
    void siblings_hundredOfOneTenant_haveTheShareOfOne() throws Exception {
        try (var scheduler = open(1)) {
            int crowd = tenant(scheduler, 1);
            int lone = tenant(scheduler, 1);
            for (int i = 0; i < 100; i++) {
                spin(crowd);
            }
            spin(lone);
            runFor(scheduler, 30_000_000);

            assertThat(share(lone)).isCloseTo(0.5, within(0.02));
            close();
        }
    }

    @Test
    @DisplayName("short sleepers: they get through, and no more than their share")
    void sleepers_inShortSteps_neitherStarveNorGain() throws Exception {
        try (var scheduler = open(2)) {
            int hog = tenant(scheduler, 1);
            int sleeper = tenant(scheduler, 1);
            spin(hog);
            AtomicLong counter = done.get(sleeper);
            var bell = Channel.<Integer>buffered(1);
            tenants.get(sleeper)
                    .root()
                    .spawn(
                            () -> {
                                while (true) {
                                    bell.receive();
                                    work(counter, 4 * SLICE); // far more than it asks for at once
                                }
                            });
            // Rung by the host whenever it has a turn: it sleeps between any two pieces of work.
            long until = 30_000_000;
            scheduler.run(
                    () -> {
                        while (sum() < until) {
                            bell.trySend(1);
                            Stint.yield();
                        }
                    });

            // It is taken up less often, and so has more of its half for itself.
            assertThat(share(sleeper)).isBetween(0.25, 0.53);
            close();
        }
    }

    @Test
    @DisplayName("direct handoff: who is woken by another tenant pays for itself")
    void handOff_betweenTwoTenants_isPaidByWhoRuns() throws Exception {
        try (var scheduler = open(3)) {
            int hog = tenant(scheduler, 1);
            int ping = tenant(scheduler, 1);
            int pong = tenant(scheduler, 1);
            spin(hog);
            var there = Channel.<Integer>rendezvous();
            var back = Channel.<Integer>rendezvous();
            play(ping, there, back, 1);
            play(pong, there, back, -1);
            runFor(scheduler, 30_000_000);

            // Each of the players waits for the other half of the time, so they have less.
            assertThat(share(hog)).isBetween(0.32, 0.52);
            assertThat(share(ping)).isCloseTo(share(pong), within(0.02));
            close();
        }
    }

    private void play(int tenant, Channel<Integer> there, Channel<Integer> back, int first) {
        AtomicLong counter = done.get(tenant);
        tenants.get(tenant)
                .root()
                .spawn(
                        () -> {
                            while (true) {
                                if (first > 0) {
                                    there.send(1);
                                    work(counter, SLICE);
                                    back.receive();
                                } else {
                                    there.receive();
                                    work(counter, SLICE);
                                    back.send(1);
                                }
                            }
                        });
    }

    @Test
    @DisplayName("many tenants: each of a thousand has a thousandth")
    void tenants_aThousand_haveAThousandthEach() throws Exception {
        try (var scheduler = open(4)) {
            for (int i = 0; i < 1_000; i++) {
                spin(tenant(scheduler, 1));
            }
            runFor(scheduler, 30_000_000);
            long[] before = done.stream().mapToLong(AtomicLong::get).toArray();
            runFor(scheduler, 100_000_000); // ten turns each

            for (int i = 0; i < 1_000; i++) {
                assertThat(done.get(i).get() - before[i]).isBetween(8 * SLICE, 12 * SLICE);
            }
            close();
        }
    }

    @Test
    @DisplayName("weight rounding: the lightest among the heaviest has its thousandth")
    void weights_fromLeastToMost_areNotRoundedAway() throws Exception {
        try (var scheduler = open(5)) {
            int heavy = tenant(scheduler, 1_000);
            int other = tenant(scheduler, 999);
            int light = tenant(scheduler, 1);
            spin(heavy);
            spin(other);
            spin(light);
            runFor(scheduler, 200_000_000); // of which a two-thousandth is ten turns

            assertThat(done.get(light).get()).isBetween(8 * SLICE, 12 * SLICE);
            assertThat(share(heavy) - share(other)).isCloseTo(0, within(0.01));
            close();
        }
    }

    @Test
    @DisplayName(
            "join/leave storm: tenants that come, have three turns and go cost who stays nothing")
    void storm_ofTenants_costsWhoStaysNothing() throws Exception {
        try (var scheduler = open(6)) {
            int steady = tenant(scheduler, 1);
            spin(steady);
            var others = new AtomicLong();
            done.add(others);
            long until = 30_000_000;
            while (sum() < until) {
                Tenant visitor = scheduler.openTenant(t -> t.withName("visitor"));
                visitor.root().spawn(() -> work(others, 3 * SLICE)).await();
                visitor.close();
            }

            // There is one visitor at a time.
            assertThat(share(steady)).isGreaterThan(0.45);
            close();
        }
    }

    @Test
    @DisplayName("sleep-to-cheat: who sleeps after it has had too much still has had it")
    void sleepToCheat_afterTooMuch_gainsNothing() throws Exception {
        try (var scheduler = open(7)) {
            int honest = tenant(scheduler, 1);
            int cheat = tenant(scheduler, 1);
            spin(honest);
            AtomicLong counter = done.get(cheat);
            tenants.get(cheat)
                    .root()
                    .spawn(
                            () -> {
                                while (true) {
                                    work(counter, 10 * SLICE); // at once: it looks only afterwards
                                    Stint.sleep(Duration.ZERO);
                                }
                            });
            runFor(scheduler, 60_000_000);

            assertThat(share(cheat)).isLessThan(0.53);
            close();
        }
    }

    @Test
    @DisplayName("endless end: who must end and does not heed it gives way all the same")
    void cancelled_thatIsStoppedAgainAndAgain_givesWay() throws Exception {
        try (var scheduler = open(8)) {
            int honest = tenant(scheduler, 1);
            int stubborn = tenant(scheduler, 1);
            spin(honest);
            var task = tenants.get(stubborn).root().spawn(() -> ignoreStops(honest));
            scheduler.run(
                    () -> {
                        while (done.get(honest).get() == 0) {
                            Stint.yield();
                        }
                        task.cancel();
                    });

            assertThat(task.await()).isGreaterThan(100 * SLICE);
            close();
        }
    }

    /** What somebody else had while this one was told ten thousand times to end. */
    private long ignoreStops(int other) {
        long before = 0;
        for (int stops = 0; stops < 10_000; ) {
            try {
                Stint.checkpoint(LOOK);
            } catch (InterruptedException e) {
                before = stops == 0 ? done.get(other).get() : before;
                stops++;
            }
        }
        return done.get(other).get() - before;
    }

    // ---- the theorem

    /** Counts what everybody had, by the tenant's number, which is the task's name; host last. */
    private static final class Meter implements EventSink {
        final long[] had;
        private final Map<Long, Integer> tenants = new HashMap<>();

        Meter(int tenants) {
            had = new long[tenants + 1];
        }

        @Override
        public void accept(Event event) {
            if (event instanceof Event.TaskSpawned(long task, String name)) {
                boolean isOurs = name.startsWith("of ");
                tenants.put(task, isOurs ? Integer.parseInt(name.substring(3)) : had.length - 1);
            } else if (event instanceof Event.TaskMounted(long task, int _)) {
                had[Objects.requireNonNull(tenants.get(task))] += STEP;
            }
        }
    }

    /**
     * Random tenants that have always something to run: whenever somebody looks, what each had
     * since is no further from its share than the bound of docs/design/fairness.md says.
     */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16})
    void service_randomWorkloads_isWithinTheBound(long seed) throws Exception {
        var random = new Random(seed);
        int n = 2 + random.nextInt(10);
        int longest = 1 + random.nextInt(6_000);
        var meter = new Meter(n);
        try (var scheduler =
                Scheduler.open(
                        c -> c.withSeed(seed).withWorkers(1).withSlice(SLICE).withSink(meter))) {
            int[] weights = new int[n + 1];
            weights[n] = 1; // the host's
            for (int i = 0; i < n; i++) {
                weights[i] = 1 + random.nextInt(20);
                tenant(scheduler, weights[i]);
                for (int tasks = 1 + random.nextInt(4); tasks > 0; tasks--) {
                    begin(meter.had, i, 1 + random.nextInt(longest), random.nextBoolean());
                }
            }
            long[] start = new long[n + 1];
            scheduler.run(
                    () -> {
                        while (Arrays.stream(meter.had).anyMatch(h -> h < 2 * STEP)) {
                            Stint.yield();
                        }
                        System.arraycopy(meter.had, 0, start, 0, n + 1);
                        for (int look = 0; look < 300; look++) {
                            Stint.yield();
                            check(meter.had, start, weights, SLICE + STEP + LOOK + longest);
                        }
                    });
            close();
        }
    }

    private void begin(long[] had, int tenant, int piece, boolean givesWay) {
        tenants.get(tenant)
                .root()
                .spawn(
                        TaskOptions.named("of " + tenant),
                        () -> {
                            while (true) {
                                had[tenant] += piece;
                                Stint.checkpoint(piece);
                                if (givesWay) {
                                    Stint.yield();
                                }
                            }
                        });
    }

    /** Each of the two looks may be so far off. */
    private static void check(long[] now, long[] start, int[] weights, long bound) {
        long all = 0;
        long whole = 0;
        for (int i = 0; i < now.length; i++) {
            all += weights[i];
            whole += now[i] - start[i];
        }
        for (int i = 0; i < now.length; i++) {
            double share = (double) whole * weights[i] / all;
            assertThat((double) (now[i] - start[i]))
                    .as("what %d of %d had", weights[i], all)
                    .isBetween(share - 2 * bound, share + 2 * bound);
        }
    }
}
