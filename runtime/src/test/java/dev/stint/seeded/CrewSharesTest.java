package dev.stint.seeded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.stint.Stint;
import dev.stint.channel.Channel;
import dev.stint.tenant.Tenant;
import java.time.Duration;
import java.util.Random;
import java.util.function.Supplier;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * [EVOLUTION:stage-3] [EVOLUTION:gate-fair] Who gets how much of several workers together, in runs
 * that a seed decides. Each is played twice and must be the same.
 */
class CrewSharesTest {
    private static final long SLICE = Rivalry.SLICE;

    /** What taking one task counts as. */
    private static final long STEP = 1_000;

    @FunctionalInterface
    private interface Play {
        void play(Rivalry rivalry) throws Exception;
    }

    private static void twice(Supplier<Rivalry> open, Play play) throws Exception {
        String[] traces = new String[2];
        for (int i = 0; i < traces.length; i++) {
            try (Rivalry rivalry = open.get()) {
                play.play(rivalry);
                traces[i] = rivalry.trace();
            }
        }
        assertThat(traces[1]).isEqualTo(traces[0]);
    }

    /** As docs/design/fairness.md says: so far from its share is nobody. */
    private static double bound(int workers) {
        return 2.0 * (workers + 1) * (SLICE + STEP + Rivalry.LOOK);
    }

    // ---- the bar

    @ParameterizedTest(name = "{0} to {1} on {2}")
    @CsvSource({"2, 1, 1", "10, 1, 1", "2, 1, 2", "10, 1, 2", "2, 1, 4", "10, 1, 4"})
    @DisplayName("segregated hogs: over a second of virtual work shares err by at most 2 %")
    void hogs_thatCouldHaveAWorkerEach_haveTheirShare(int one, int other, int workers)
            throws Exception {
        for (long seed = 0; seed < 2; seed++) {
            long each = seed;
            twice(
                    () -> Rivalry.drawn(each, workers),
                    rivalry -> {
                        rivalry.join(one, 4);
                        rivalry.join(other, 4);
                        rivalry.run(50_000_000);
                        long moved = rivalry.moved();
                        rivalry.run(50_000_000);

                        double fair = (double) one / (one + other);
                        assertThat(rivalry.share(0)).isCloseTo(fair, within(0.02 * fair));
                        assertThat(rivalry.share(1)).isCloseTo(1 - fair, within(0.02 * (1 - fair)));
                        // 5,000 turns: tasks stay where they are unless one is owed something
                        assertThat(rivalry.moved() - moved).isLessThan(150);
                    });
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
    void service_randomWorkloads_isWithinTheBound(long seed) throws Exception {
        for (int workers : new int[] {1, 2, 4}) {
            twice(
                    () -> Rivalry.inTurn(seed, workers),
                    rivalry -> {
                        var random = new Random(seed);
                        for (int n = 2 + random.nextInt(7); n > 0; n--) {
                            rivalry.join(1 + random.nextInt(20), 1 + random.nextInt(6));
                        }
                        rivalry.run(20_000_000);

                        assertThat(rivalry.worst()).isLessThan(bound(workers));
                    });
        }
    }

    // ---- the adversaries

    @Test
    @DisplayName("one task against many: with half of the weight it has a worker")
    void oneTask_againstMany_hasAWorker() throws Exception {
        twice(
                () -> Rivalry.inTurn(1, 2),
                rivalry -> {
                    rivalry.join(1, 3);
                    rivalry.join(1, 2);
                    rivalry.join(2, 1);
                    rivalry.run(30_000_000);

                    assertThat(rivalry.worst()).isLessThan(bound(2));
                });
    }

    @Test
    @DisplayName("infeasible weight: what one task cannot use is nobody's debt")
    void infeasibleWeight_thatBecomesFeasible_isOwedNothing() throws Exception {
        twice(
                () -> Rivalry.inTurn(2, 2),
                rivalry -> {
                    int heavy = rivalry.join(10, 1);
                    int light = rivalry.join(1, 4);
                    rivalry.run(30_000_000);
                    assertThat(rivalry.share(heavy)).isCloseTo(0.5, within(0.01));

                    rivalry.spin(heavy, 3);
                    long before = rivalry.had(light);
                    rivalry.run(2_000_000);
                    double had = rivalry.had(light) - before;
                    assertThat(had).isCloseTo(2_000_000 / 11.0, within(bound(2)));
                });
    }

    @Test
    @DisplayName("three tasks on two workers: they change places, and each has two thirds")
    void tasks_thatDoNotDivide_changePlaces() throws Exception {
        twice(
                () -> Rivalry.inTurn(3, 2),
                rivalry -> {
                    for (int i = 0; i < 3; i++) {
                        rivalry.join(1, 1);
                    }
                    rivalry.run(30_000_000);

                    assertThat(rivalry.worst()).isLessThan(bound(2));
                });
    }

    @Test
    @DisplayName("many tenants: each of a hundred on two workers has a hundredth")
    void tenants_aHundredOnTwoWorkers_haveAHundredthEach() throws Exception {
        twice(
                () -> Rivalry.inTurn(4, 2),
                rivalry -> {
                    for (int i = 0; i < 100; i++) {
                        rivalry.join(1, 1);
                    }
                    rivalry.run(50_000_000); // fifty turns each

                    assertThat(rivalry.worst()).isLessThan(bound(2));
                });
    }

    @Test
    @DisplayName("sleepers that come and go: they get through, and no more than their share")
    void sleepers_onTwoWorkers_neitherStarveNorGain() throws Exception {
        twice(
                () -> Rivalry.drawn(5, 2),
                rivalry -> {
                    var bell = Channel.<Integer>buffered(2);
                    int hog = rivalry.join(1, 0);
                    int sleeper = rivalry.join(1, 0);
                    for (int i = 0; i < 4; i++) {
                        rivalry.spawn(
                                hog,
                                () -> {
                                    while (true) {
                                        rivalry.work(hog, Rivalry.LOOK);
                                        bell.trySend(1);
                                    }
                                });
                    }
                    for (int i = 0; i < 2; i++) {
                        rivalry.spawn(
                                sleeper,
                                () -> {
                                    while (true) {
                                        bell.receive();
                                        rivalry.work(sleeper, 3 * SLICE);
                                    }
                                });
                    }
                    rivalry.run(30_000_000);

                    assertThat(rivalry.share(sleeper)).isBetween(0.3, 0.53);
                });
    }

    @Test
    @DisplayName("sleep-to-cheat: who sleeps on one worker and comes back on another gains nothing")
    void sleepToCheat_onTwoWorkers_gainsNothing() throws Exception {
        for (long seed = 0; seed < 2; seed++) {
            long each = seed;
            twice(
                    () -> Rivalry.drawn(each, 2),
                    rivalry -> {
                        rivalry.join(1, 4);
                        int cheat = rivalry.join(1, 0);
                        for (int i = 0; i < 4; i++) {
                            rivalry.spawn(
                                    cheat,
                                    () -> {
                                        while (true) {
                                            rivalry.work(cheat, 2 * SLICE); // it looks afterwards
                                            Stint.sleep(Duration.ZERO);
                                        }
                                    });
                        }
                        rivalry.run(20_000_000);

                        assertThat(rivalry.share(cheat)).isLessThan(0.53);
                    });
        }
    }

    @Test
    @DisplayName("credit by a second task: now and then to want more is not worth more than it")
    void secondTask_nowAndThen_gainsNoCredit() throws Exception {
        twice(
                () -> Rivalry.inTurn(6, 2),
                rivalry -> {
                    int sly = rivalry.join(2, 1);
                    rivalry.join(1, 4);
                    for (int round = 0; round < 100; round++) {
                        rivalry.run(20 * SLICE);
                        long until = rivalry.all() + 20 * SLICE;
                        rivalry.spawn(
                                sly,
                                () -> {
                                    while (rivalry.all() < until) {
                                        rivalry.work(sly, Rivalry.LOOK);
                                    }
                                });
                        rivalry.run(20 * SLICE);
                    }

                    // Half of all while it has one task, two thirds while it has two.
                    double fair = (1 / 2.0 + 2 / 3.0) / 2;
                    assertThat(rivalry.share(sly)).isCloseTo(fair, within(0.02));
                });
    }

    @Test
    @DisplayName("join/leave storm: tenants that come and go cost who stays nothing")
    void storm_onTwoWorkers_costsWhoStaysNothing() throws Exception {
        twice(
                () -> Rivalry.inTurn(7, 2),
                rivalry -> {
                    int steady = rivalry.join(1, 4);
                    int others = rivalry.join(1, 0); // counts for all of them
                    for (int round = 0; round < 300; round++) {
                        Tenant visitor = rivalry.scheduler().openTenant(t -> t);
                        var first = visitor.root().spawn(() -> rivalry.work(others, 3 * SLICE));
                        visitor.root().spawn(() -> rivalry.work(others, 3 * SLICE)).await();
                        first.await();
                        visitor.close();
                    }

                    // There is one visitor at a time, and time between two.
                    assertThat(rivalry.share(steady)).isGreaterThan(0.47);
                });
    }
}
