package dev.stint.channel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stint.Scheduler;
import dev.stint.Setting;
import dev.stint.Stint;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Which of several possible clauses a select does. */
@Timeout(60)
class SelectFairnessTest {
    private static final int ROUNDS = 2000;

    /** The number of rounds in which a clause that is always possible is never chosen. */
    private static int longestWait(List<Integer> chosen, int clause) {
        int longest = 0;
        int waited = 0;
        for (int c : chosen) {
            waited = c == clause ? 0 : waited + 1;
            longest = Math.max(longest, waited);
        }
        return longest;
    }

    private static List<Channel<Integer>> ready(int count) throws InterruptedException {
        var channels = new ArrayList<Channel<Integer>>();
        for (int i = 0; i < count; i++) {
            Channel<Integer> channel = Channel.unbounded();
            for (int k = 0; k < 2 * ROUNDS; k++) {
                channel.send(i);
            }
            channels.add(channel);
        }
        return channels;
    }

    /**
     * Each of n possible clauses is done with a chance of 1/n. Over 2000 rounds of 4 a share below
     * 20 % or a wait of 80 rounds would come about less than once in a million runs.
     */
    @ParameterizedTest
    @EnumSource
    void from_allPossible_eachAboutAsOften(Setting setting) throws Exception {
        setting.everywhere(
                place -> {
                    List<Channel<Integer>> c = ready(4);
                    var chosen = new ArrayList<Integer>();
                    for (int i = 0; i < ROUNDS; i++) {
                        chosen.add(
                                Select.<Integer>from(
                                        c.get(0).onReceive(v -> v),
                                        c.get(1).onReceive(v -> v),
                                        c.get(2).onReceive(v -> v),
                                        c.get(3).onReceive(v -> v)));
                    }
                    for (int i = 0; i < 4; i++) {
                        int clause = i;
                        assertThat(chosen.stream().filter(v -> v == clause).count())
                                .as("clause %d", i)
                                .isBetween(ROUNDS / 5L, ROUNDS * 3L / 10);
                        assertThat(longestWait(chosen, i)).isLessThan(80);
                    }
                });
    }

    /** Each keeps its chance of 1/n, also where those that are not possible stand between. */
    @ParameterizedTest
    @EnumSource
    void from_twoOfFivePossible_neitherStarves(Setting setting) throws Exception {
        setting.everywhere(
                place -> {
                    List<Channel<Integer>> c = ready(2);
                    Channel<Integer> never = Channel.rendezvous();
                    var chosen = new ArrayList<Integer>();
                    for (int i = 0; i < ROUNDS; i++) {
                        chosen.add(
                                Select.<Integer>from(
                                        c.get(0).onReceive(v -> v),
                                        c.get(1).onReceive(v -> v),
                                        never.onReceive(v -> v),
                                        never.onReceive(v -> v),
                                        never.onReceive(v -> v)));
                    }
                    for (int i = 0; i < 2; i++) {
                        int clause = i;
                        assertThat(chosen.stream().filter(v -> v == clause).count())
                                .isGreaterThan(ROUNDS * 3L / 20);
                        assertThat(longestWait(chosen, i)).isLessThan(100);
                    }
                });
    }

    /** Two selects in turn that share a channel must not each begin at the same clause for ever. */
    @ParameterizedTest
    @EnumSource
    void from_twoSelectsInTurn_noClauseStarves(Setting setting) throws Exception {
        setting.everywhere(
                place -> {
                    List<Channel<Integer>> c = ready(3);
                    int[] count = new int[3];
                    for (int i = 0; i < ROUNDS / 2; i++) {
                        count[
                                Select.<Integer>from(
                                        c.get(0).onReceive(v -> v), c.get(1).onReceive(v -> v))]++;
                        count[
                                Select.<Integer>from(
                                        c.get(0).onReceive(v -> v), c.get(2).onReceive(v -> v))]++;
                    }
                    for (int i = 0; i < 3; i++) {
                        assertThat(count[i]).as("channel %d", i).isGreaterThan(ROUNDS / 10);
                    }
                });
    }

    @ParameterizedTest
    @EnumSource
    void inOrder_severalPossible_theFirstIsDone(Setting setting) throws Exception {
        setting.everywhere(
                place -> {
                    List<Channel<Integer>> c = ready(3);
                    Channel<Integer> never = Channel.rendezvous();
                    for (int i = 0; i < 100; i++) {
                        assertThat(
                                        Select.<Integer>inOrder(
                                                never.onReceive(v -> v),
                                                c.get(1).onReceive(v -> v),
                                                c.get(0).onReceive(v -> v),
                                                c.get(2).onReceive(v -> v)))
                                .isEqualTo(1);
                    }
                });
    }

    @Test
    void from_sameSeed_drawsTheSame() throws Exception {
        assertThat(draws(5)).isEqualTo(draws(5)).isNotEqualTo(draws(6));
    }

    private static List<Integer> draws(long seed) throws InterruptedException {
        try (var scheduler = Scheduler.open(c -> c.withSeed(seed).withWorkers(2))) {
            List<Channel<Integer>> c = ready(2);
            return scheduler.run(
                    () -> {
                        var chosen = new ArrayList<Integer>();
                        for (int i = 0; i < 100; i++) {
                            chosen.add(
                                    Select.<Integer>from(
                                            c.get(0).onReceive(v -> v),
                                            c.get(1).onReceive(v -> v)));
                            Stint.yield();
                        }
                        return chosen;
                    });
        }
    }
}
