package dev.stint.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stint.Stint;
import dev.stint.channel.Channel;
import dev.stint.env.Decisions;
import dev.stint.testkit.config.SimConfig;
import dev.stint.testkit.config.Strategy;
import dev.stint.testkit.result.SimFailure;
import dev.stint.testkit.result.SimReplay;
import dev.stint.testkit.result.SimResult;
import dev.stint.testkit.search.Candidates;
import dev.stint.testkit.search.Search;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ExplorationTest {
    @TempDir private Path files = Path.of("");

    /** Two tasks read and write without a lock. */
    private static void loseAnUpdate(Sim sim) throws Exception {
        var counter = new SharedInt(0);
        sim.run(
                nursery -> {
                    nursery.spawn("left", () -> counter.set(counter.get() + 1));
                    nursery.spawn("right", () -> counter.set(counter.get() + 1));
                });
        assertThat(counter.get()).isEqualTo(2);
    }

    /** Two tasks with so many writes each: their steps are those writes, and the first. */
    private static Sim.Body writers(int writes) {
        return sim -> {
            var cell = new SharedInt();
            sim.run(
                    nursery -> {
                        for (int t = 0; t < 2; t++) {
                            nursery.spawn(
                                    () -> {
                                        for (int i = 0; i < writes; i++) {
                                            cell.set(i);
                                        }
                                    });
                        }
                    });
        };
    }

    private SimResult explore(UnaryOperator<SimConfig> more, Sim.Body body) throws Exception {
        return Sim.explore(c -> more.apply(c.withFiles(files)), body);
    }

    @ParameterizedTest
    @ValueSource(strings = {"random", "pct(2)", "pct(3)", "pos", "roundRobin", "exhaustive(1)"})
    void explore_lostUpdate_isFoundSoonAndReplayed(String strategy) throws Exception {
        SimResult result =
                explore(
                        c -> c.withStrategy(Strategy.parse(strategy)).withSchedules(100),
                        ExplorationTest::loseAnUpdate);

        SimFailure failure = result.failure().orElseThrow();
        assertThat(failure.kind()).isEqualTo(SimFailure.Kind.FAILED);
        SimReplay replay =
                Sim.replay(
                        SimConfig.defaults().withFiles(files),
                        traceOf(failure),
                        ExplorationTest::loseAnUpdate);
        assertThat(replay.divergence()).isEmpty();
        assertThat(replay.result().failure().orElseThrow().step()).isEqualTo(failure.step());
    }

    private Path traceOf(SimFailure failure) {
        return failure.files().trace().orElseThrow();
    }

    // ---- each strategy

    @Test
    void exhaustive_withoutBound_triesEachInterleavingOnce() throws Exception {
        SimResult result =
                explore(
                        c -> c.withStrategy(Strategy.exhaustive(1_000)).withSchedules(10_000),
                        writers(3));

        // Two tasks of four steps each: 8! / (4! 4!) orders.
        assertThat(result.schedules()).isEqualTo(70);
        assertThat(result.distinct()).isEqualTo(70);
        assertThat(result.complete()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2})
    void exhaustive_withBound_triesThoseWithFewerPreemptions(int bound) throws Exception {
        SimResult result =
                explore(
                        c -> c.withStrategy(Strategy.exhaustive(bound)).withSchedules(10_000),
                        writers(3));

        assertThat(result.schedules()).isEqualTo(ordersWithAtMost(bound));
        assertThat(result.complete()).isTrue();
    }

    /**
     * Counts the orders of two tasks of four steps in which a task is left before its end so often.
     */
    private static long ordersWithAtMost(int preemptions) {
        return orders(4, 4, -1, preemptions);
    }

    private static long orders(int left, int right, int running, int preemptions) {
        if (left == 0 && right == 0) {
            return 1;
        }
        long sum = 0;
        if (left > 0) {
            int cost = running == 1 && right > 0 ? 1 : 0;
            sum += cost > preemptions ? 0 : orders(left - 1, right, 0, preemptions - cost);
        }
        if (right > 0) {
            int cost = running == 0 && left > 0 ? 1 : 0;
            sum += cost > preemptions ? 0 : orders(left, right - 1, 1, preemptions - cost);
        }
        return sum;
    }

    @Test
    void random_manySchedules_reachesAllInterleavings() throws Exception {
        SimResult result =
                explore(c -> c.withStrategy(Strategy.random()).withSchedules(3_000), writers(3));

        assertThat(result.distinct()).isEqualTo(70);
        assertThat(result.complete()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"random", "pct(3)", "pos", "roundRobin", "exhaustive(2)"})
    void explore_sameSeed_isTheSameExploration(String strategy) throws Exception {
        assertThat(hashes(strategy, 5)).isEqualTo(hashes(strategy, 5));
    }

    @ParameterizedTest
    @ValueSource(strings = {"random", "pct(3)", "pos"})
    void explore_otherSeed_isAnother(String strategy) throws Exception {
        assertThat(hashes(strategy, 5)).isNotEqualTo(hashes(strategy, 6));
    }

    private List<Long> hashes(String strategy, long seed) throws Exception {
        List<Long> hashes = new ArrayList<>();
        explore(
                c -> c.withStrategy(Strategy.parse(strategy)).withSeed(seed).withSchedules(50),
                sim -> {
                    writers(5).run(sim);
                    hashes.add(sim.scheduler().traceHash());
                });
        return hashes;
    }

    @Test
    void roundRobin_threeTasks_takeTurns() throws Exception {
        List<Integer> order = new ArrayList<>();
        explore(
                c -> c.withStrategy(Strategy.roundRobin()).withSchedules(1),
                sim ->
                        sim.run(
                                nursery -> {
                                    for (int t = 0; t < 3; t++) {
                                        int me = t;
                                        nursery.spawn(
                                                () -> {
                                                    for (int i = 0; i < 3; i++) {
                                                        order.add(me);
                                                        Sim.point();
                                                    }
                                                });
                                    }
                                }));

        assertThat(new HashSet<>(order.subList(0, 3))).hasSize(3);
        assertThat(order.subList(3, 6)).isEqualTo(order.subList(0, 3));
        assertThat(order.subList(6, 9)).isEqualTo(order.subList(0, 3));
    }

    @Test
    void strategy_ofOnesOwn_decides() throws Exception {
        Set<Integer> counts = new HashSet<>();
        Search lastReady =
                new Search() {
                    @Override
                    public boolean begin(long seed) {
                        return true;
                    }

                    @Override
                    public int next(Candidates turn) {
                        counts.add(turn.count());
                        return turn.count() - 1;
                    }

                    @Override
                    public int choose(Decisions.Kind kind, int alternatives) {
                        return 0;
                    }
                };
        SimResult result =
                explore(
                        c -> c.withStrategy(Strategy.of("mine", () -> lastReady)).withSchedules(3),
                        writers(2));

        assertThat(result.distinct()).isEqualTo(1);
        assertThat(counts).containsExactly(2);
    }

    @Test
    void strategy_thatChoosesWhatIsNotThere_isNamed() {
        Search wrong =
                new Search() {
                    @Override
                    public boolean begin(long seed) {
                        return true;
                    }

                    @Override
                    public int next(Candidates turn) {
                        return turn.count();
                    }

                    @Override
                    public int choose(Decisions.Kind kind, int alternatives) {
                        return 0;
                    }
                };
        assertThatThrownBy(
                        () ->
                                explore(
                                        c -> c.withStrategy(Strategy.of("wrong", () -> wrong)),
                                        writers(2)))
                .hasMessageContaining("strategy wrong chose 2 of 2");
    }

    // ---- what is decided

    @Test
    void choose_values_areDecidedByTheStrategy() throws Exception {
        Set<Integer> seen = new HashSet<>();
        SimResult result =
                explore(
                        c -> c.withStrategy(Strategy.exhaustive(0)),
                        sim -> seen.add(10 * sim.choose(3) + sim.choose(2)));

        assertThat(seen).containsExactlyInAnyOrder(0, 1, 10, 11, 20, 21);
        assertThat(result.schedules()).isEqualTo(6);
        assertThat(result.complete()).isTrue();
    }

    @Test
    void time_ofTwoHours_passesAtOnce() throws Exception {
        SimResult result =
                explore(
                        c -> c.withSchedules(20),
                        sim ->
                                sim.run(
                                        nursery ->
                                                nursery.spawn(
                                                        () -> {
                                                            Stint.sleep(Duration.ofHours(2));
                                                            assertThat(Stint.nanoTime())
                                                                    .isEqualTo(7_200_000_000_000L);
                                                        })));

        assertThat(result.isGreen()).isTrue();
        assertThat(result.elapsed()).isLessThan(Duration.ofMinutes(1));
    }

    @ParameterizedTest
    @ValueSource(strings = {"random", "pct(3)", "pos", "exhaustive(1)"})
    void timers_dueTogether_fireInAnyOrder(String strategy) throws Exception {
        Set<String> outcomes = new HashSet<>();
        SimResult result =
                explore(
                        c ->
                                c.withStrategy(Strategy.parse(strategy))
                                        .withTwice(true)
                                        .withSchedules(300),
                        sim -> {
                            var channel = Channel.<String>buffered(1);
                            Duration moment = Duration.ofMillis(5);
                            sim.run(
                                    nursery -> {
                                        nursery.spawn(
                                                () -> {
                                                    Stint.sleep(moment);
                                                    channel.send("in time");
                                                });
                                        nursery.spawn(
                                                () ->
                                                        outcomes.add(
                                                                channel.receive(moment)
                                                                        .orElse("too late")));
                                    });
                        });

        result.throwIfFailed();
        assertThat(outcomes).containsExactlyInAnyOrder("in time", "too late");
    }

    @ParameterizedTest
    @ValueSource(strings = {"random", "pct(3)", "exhaustive(1)"})
    void picksWorkers_production_queuesAreUsed(String strategy) throws Exception {
        SimResult result =
                explore(
                        c ->
                                c.withStrategy(Strategy.parse(strategy))
                                        .withPicks(SimConfig.Picks.WORKERS)
                                        .withWorkers(3)
                                        .withTwice(true)
                                        .withSchedules(200),
                        ExplorationTest::passMessages);

        result.throwIfFailed();
        assertThat(result.distinct()).isGreaterThan(100);
    }

    private static void passMessages(Sim sim) throws Exception {
        var channel = Channel.<Integer>rendezvous();
        List<Integer> got = new ArrayList<>();
        sim.run(
                nursery -> {
                    nursery.spawn(
                            "sender",
                            () -> {
                                for (int i = 0; i < 5; i++) {
                                    channel.send(i);
                                }
                                channel.close();
                            });
                    nursery.spawn("receiver", () -> channel.stream().forEach(got::add));
                });
        assertThat(got).containsExactly(0, 1, 2, 3, 4);
    }
}
