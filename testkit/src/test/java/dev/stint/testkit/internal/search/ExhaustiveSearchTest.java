package dev.stint.testkit.internal.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stint.testkit.SharedFlag;
import dev.stint.testkit.SharedInt;
import dev.stint.testkit.Sim;
import dev.stint.testkit.config.Strategy;
import dev.stint.testkit.result.SimFailure;
import dev.stint.testkit.result.SimResult;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ExhaustiveSearchTest {
    private static List<String> all = List.of();

    @TempDir private Path files = Path.of("");

    @BeforeAll
    static void exploreWithoutBound() throws Exception {
        all = orders(1_000, 1_000_000);
    }

    /** The orders in which three tasks make their three steps each, one of them by a choice. */
    private static List<String> orders(int preemptions, int mostPutOff)
            throws InterruptedException {
        List<String> orders = new ArrayList<>();
        Sim.explore(
                        c ->
                                c.withSchedules(1_000_000)
                                        .withStrategy(
                                                Strategy.of(
                                                        "exhaustive",
                                                        () ->
                                                                new ExhaustiveSearch(
                                                                        preemptions, mostPutOff))),
                        sim -> {
                            var order = new StringBuilder();
                            sim.run(
                                    nursery -> {
                                        nursery.spawn("a", () -> steps(sim, order, 'a'));
                                        nursery.spawn("b", () -> steps(sim, order, 'b'));
                                        nursery.spawn("c", () -> steps(sim, order, 'c'));
                                    });
                            orders.add(order.toString());
                        })
                .throwIfFailed();
        return orders;
    }

    private static void steps(Sim sim, StringBuilder order, char name) {
        order.append(name);
        Sim.point();
        order.append(name == 'a' ? String.valueOf(sim.choose(2)) : String.valueOf(name));
        Sim.point();
        order.append(name);
    }

    private static int preemptions(String order) {
        String tasks = order.replaceAll("[01]", "a");
        int count = 0;
        for (int i = 1; i < tasks.length(); i++) {
            char before = tasks.charAt(i - 1);
            boolean ended = tasks.substring(0, i).chars().filter(c -> c == before).count() == 3;
            count += tasks.charAt(i) != before && !ended ? 1 : 0;
        }
        return count;
    }

    @Test
    void begin_withoutBound_triesAllOnce() {
        // 9! / (3! 3! 3!) orders, and two ways for a to choose.
        assertThat(all).hasSize(2 * 1680).doesNotHaveDuplicates();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3})
    void begin_withBound_triesExactlyThoseWithin(int bound) throws Exception {
        List<String> within = all.stream().filter(o -> preemptions(o) <= bound).toList();

        assertThat(orders(bound, 1_000_000)).containsExactlyInAnyOrderElementsOf(within);
    }

    @Test
    void begin_fewerDeviations_comeFirst() throws Exception {
        List<Integer> counts =
                orders(3, 1_000_000).stream()
                        .map(order -> preemptions(order) + (order.contains("1") ? 1 : 0))
                        .toList();

        assertThat(counts).isSorted();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 20})
    void begin_whenLittleMayBePutOff_triesTheSame(int most) throws Exception {
        List<String> orders = orders(3, most);

        assertThat(orders).doesNotHaveDuplicates();
        assertThat(new HashSet<>(orders)).isEqualTo(new HashSet<>(orders(3, 1_000_000)));
    }

    @Test
    void explore_aLoopThatWaits_isNotComplete() throws Exception {
        SimResult result =
                Sim.explore(
                        c -> c.withStrategy(Strategy.exhaustive(0)).withSchedules(1_000),
                        sim -> {
                            var done = new SharedFlag(false);
                            sim.run(
                                    nursery -> {
                                        nursery.spawn(
                                                "waits",
                                                () -> {
                                                    while (!done.get()) {
                                                        Sim.point();
                                                    }
                                                });
                                        nursery.spawn("ends it", () -> done.set(true));
                                    });
                        });

        assertThat(result.isGreen()).isTrue();
        assertThat(result.schedules()).isLessThan(1_000);
        assertThat(result.complete()).isFalse();
    }

    @Test
    void explore_allTried_isComplete() throws Exception {
        SimResult result =
                Sim.explore(
                        c -> c.withStrategy(Strategy.exhaustive(1)),
                        sim -> sim.run(nursery -> nursery.spawn(() -> sim.choose(3))));

        assertThat(result.schedules()).isEqualTo(3);
        assertThat(result.complete()).isTrue();
    }

    /** Each time it has fewer tasks, more, or another kind of decision at the same place. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2})
    void explore_programThatIsNotRepeatable_saysSo(int way) throws Exception {
        var runs = new AtomicInteger();
        SimResult result =
                Sim.explore(
                        c -> c.withStrategy(Strategy.exhaustive(2)).withFiles(files),
                        sim -> {
                            int run = runs.getAndIncrement();
                            int tasks = way == 0 ? Math.max(1, 4 - run) : way == 1 ? 2 + run : 3;
                            if (way == 2 && run > 0) {
                                sim.choose(3);
                            }
                            sim.run(
                                    nursery -> {
                                        for (int i = 0; i < tasks; i++) {
                                            nursery.spawn(Sim::point);
                                        }
                                    });
                        });

        SimFailure failure = result.failure().orElseThrow();
        assertThat(failure.kind()).isEqualTo(SimFailure.Kind.NONDETERMINISM);
        assertThat(failure.summary()).contains("not repeatable").contains("decision 1");
        assertThat(result.complete()).isFalse();
    }

    @Test
    void choose_betweenVeryMany_doesNotKeepOthersWaiting() throws Exception {
        SimResult result =
                Sim.explore(
                        c -> c.withStrategy(Strategy.exhaustive(1)).withSchedules(100),
                        sim -> {
                            var shared = new SharedInt();
                            sim.run(
                                    nursery -> {
                                        for (int i = 0; i < 2; i++) {
                                            nursery.spawn(
                                                    () -> {
                                                        shared.set(shared.get() + 1);
                                                        sim.choose(Integer.MAX_VALUE);
                                                    });
                                        }
                                    });
                            assertThat(shared.get()).isEqualTo(2);
                        });

        assertThat(result.isGreen()).isFalse();
    }
}
