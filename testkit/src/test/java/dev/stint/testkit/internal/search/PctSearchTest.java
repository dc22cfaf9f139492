package dev.stint.testkit.internal.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stint.testkit.SharedInt;
import dev.stint.testkit.Sim;
import dev.stint.testkit.config.Strategy;
import dev.stint.testkit.result.SimResult;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class PctSearchTest {
    /** The order in which three tasks with two steps each make them. */
    private static Set<String> orders(int depth, int schedules) throws InterruptedException {
        Set<String> seen = new HashSet<>();
        Sim.explore(
                        c -> c.withStrategy(Strategy.pct(depth)).withSchedules(schedules),
                        sim -> {
                            var order = new StringBuilder();
                            sim.run(
                                    nursery -> {
                                        for (String name : new String[] {"a", "b", "c"}) {
                                            nursery.spawn(name, () -> twoSteps(order, name));
                                        }
                                    });
                            seen.add(order.toString());
                        })
                .throwIfFailed();
        return seen;
    }

    private static void twoSteps(StringBuilder order, String name) {
        Sim.point();
        order.append(name);
        Sim.point();
        order.append(name);
    }

    @Test
    void next_depthOne_neverPreempts() throws Exception {
        assertThat(orders(1, 500))
                .containsExactlyInAnyOrder(
                        "aabbcc", "aaccbb", "bbaacc", "bbccaa", "ccaabb", "ccbbaa");
    }

    @Test
    void next_depthTwo_dropsOnce() throws Exception {
        assertThat(orders(2, 2_000)).contains("abbcca").doesNotContain("abccba", "abccab");
    }

    @Test
    void next_depthThree_theFirstToDropMayBeTheLowest() throws Exception {
        assertThat(orders(3, 2_000)).contains("abccab", "abccba");
    }

    @Test
    void next_otherChoicesInBetween_doNotUseUpDrops() throws Exception {
        // Nothing but a drop at the one decision between its two halves breaks this, and choices
        // of other kinds are not decisions between tasks.
        SimResult result =
                Sim.explore(
                        c -> c.withStrategy(Strategy.pct(2)).withSchedules(50),
                        sim -> {
                            var shared = new SharedInt();
                            sim.run(
                                    nursery -> {
                                        for (int i = 0; i < 2; i++) {
                                            nursery.spawn(
                                                    () -> {
                                                        for (int j = 0; j < 500; j++) {
                                                            sim.choose(2);
                                                        }
                                                        shared.set(shared.get() + 1);
                                                    });
                                        }
                                    });
                            assertThat(shared.get()).isEqualTo(2);
                        });

        assertThat(result.isGreen()).isFalse();
    }
}
