package dev.stint.internal.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * [EVOLUTION:stage-3] [EVOLUTION:gate-fair] The theorems of {@code docs/design/fairness.md}, held
 * against a fluid that is divided by weight.
 */
class FairOrderTest {
    private static final long SLICE = 100_000;

    /** Its times overflow soon, as they may after days: that must not matter. */
    private final FairOrder order = new FairOrder(SLICE, Long.MAX_VALUE - FairOrder.SLICE);

    private final List<Party> in = new ArrayList<>();

    /** A party, and what a fluid would have given it. */
    private static final class Party extends Share {
        double fluid;
        long had;

        double lag() {
            return fluid - had;
        }
    }

    private Party party(int weight, long turn) {
        var party = new Party();
        party.weight = weight;
        party.turn = turn;
        order.join(party, 0);
        in.add(party);
        return party;
    }

    private void give(Share to, long service) {
        long weights = in.stream().mapToLong(p -> p.weight).sum();
        for (Party party : in) {
            party.fluid += (double) service * party.weight / weights;
        }
        ((Party) to).had += service;
        order.charge(to, service);
    }

    private Share next() {
        return Objects.requireNonNull(order.pick());
    }

    /** Whoever is picked runs until its turn is used up, and by less than a step longer. */
    private void turn(Random random, int step) {
        Share now = next();
        long used = 0;
        while (used < now.turn) {
            int some = 1 + random.nextInt(step);
            give(now, some);
            used += some;
        }
        order.putBack();
    }

    // ---- weights that change

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void service_weightsChangedAtTheBeginningOfTurns_isWithinTheBound(long seed) {
        var random = new Random(seed);
        int step = 1 + random.nextInt(5_000);
        int n = 2 + random.nextInt(20);
        for (int i = 0; i < n; i++) {
            party(1 + random.nextInt(100), SLICE);
        }
        for (int i = 0; i < 5_000; i++) {
            Share now = next();
            if (random.nextInt(10) == 0) {
                order.reshape(1 + random.nextInt(100), SLICE);
            }
            long used = 0;
            while (used < now.turn) {
                int some = 1 + random.nextInt(step);
                give(now, some);
                used += some;
            }
            order.putBack();
            for (Party party : in) {
                assertThat(Math.abs(party.lag())).isLessThan(2.0 * (SLICE + step));
            }
        }
    }

    // ---- theorem 1 and 2: who stays

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void service_anyWeightsTurnsAndSteps_isWithinTheBound(long seed) {
        var random = new Random(seed);
        int step = 1 + random.nextInt(50_000);
        int n = 1 + random.nextInt(40);
        for (int i = 0; i < n; i++) {
            party(
                    1 + random.nextInt(1_000),
                    random.nextBoolean() ? SLICE : 1 + random.nextInt(200_000));
        }
        long most = in.stream().mapToLong(p -> p.turn).max().orElseThrow();
        for (int i = 0; i < 3_000; i++) {
            turn(random, step);
            for (Party party : in) {
                assertThat(party.lag())
                        .as("what %d should have had, less what it had", party.weight)
                        .isBetween(-(double) (party.turn + step) - 1, (double) (most + step) + 1);
            }
        }
    }

    @ParameterizedTest(name = "{0} to {1}")
    @CsvSource({"2, 1", "10, 1", "1, 1", "1000, 1", "999, 1000", "7, 3"})
    void service_forASecond_isByWeight(int one, int other) {
        Party first = party(one, SLICE);
        Party second = party(other, SLICE);
        var random = new Random(1);
        while (first.had + second.had < 1_000 * SLICE) {
            turn(random, 1_000);
        }
        double expected = (first.had + second.had) * (double) one / (one + other);
        assertThat(Math.abs(first.had - expected)).isLessThanOrEqualTo(SLICE + 1_000.0);
    }

    /** What a division leaves over is kept: a step is far less than a unit of so much weight. */
    @Test
    void service_ofGreatWeightInSmallSteps_isNotRoundedAway() {
        Party heavy = party(1_000, 37);
        Party light = party(1, 37);
        for (int i = 0; i < 2_000_000; i++) {
            give(next(), 37);
            order.putBack();
        }
        assertThat((double) heavy.had / light.had).isBetween(990.0, 1_010.0);
    }

    /** What somebody had elsewhere makes it owe so much, and no more. */
    @Test
    void chargeTime_moreThanTheMost_isForgotten() {
        Party busy = party(1, SLICE);
        Party other = party(3, SLICE);

        long counted = order.chargeTime(busy, 1_000 * FairOrder.SLICE, 6 * SLICE);

        assertThat(counted).isBetween(5 * FairOrder.SLICE, 9 * FairOrder.SLICE);
        assertThat(order.chargeTime(other, FairOrder.SLICE, 6 * SLICE)).isEqualTo(FairOrder.SLICE);
        assertThat(order.lag(busy)).isBetween(-6 * SLICE, 0L);
    }

    /** Who joins at a time is owed what the mean has had since. */
    @Test
    void lagAt_aTimeBeforeTheMean_isTheLagAfterJoiningThen() {
        party(2, SLICE);
        party(5, SLICE);
        var random = new Random(4);
        for (int i = 0; i < 20; i++) {
            turn(random, 1_000);
        }
        var late = new Party();
        late.weight = 3;
        late.turn = SLICE;
        long then = in.getFirst().time - FairOrder.SLICE / 8;
        long lag = order.lagAt(late, then);
        order.join(late, lag);

        assertThat(Math.abs(late.time - then)).isLessThan(8);
        assertThat(Math.abs(order.lag(late) - lag)).isLessThan(8);
    }

    @Test
    void pick_shorterTurn_comesFirst() {
        for (int i = 0; i < 32; i++) {
            party(1, SLICE);
        }
        var random = new Random(2);
        for (int i = 0; i < 100; i++) {
            turn(random, 1_000);
        }
        Party quick = party(1, SLICE / 100);

        assertThat(next()).isSameAs(quick);
    }

    @Test
    void comesBeforeCurrent_shorterTurn_isTrueOnlyWhileItOwesNothing() {
        party(1, SLICE);
        Share hog = next();
        Party quick = party(1, SLICE / 100);
        assertThat(order.comesBeforeCurrent(quick)).isTrue();

        give(quick, SLICE / 50);
        assertThat(order.comesBeforeCurrent(quick)).isFalse();
        assertThat(order.current()).isSameAs(hog);
    }

    // ---- lags

    @Test
    void lags_whoeverJoinsAndLeaves_sumToZero() {
        var random = new Random(3);
        long[] carried = new long[30];
        List<Party> all = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            all.add(party(1 + random.nextInt(20), 1 + random.nextInt(200_000)));
        }
        for (int round = 0; round < 20_000; round++) {
            int i = random.nextInt(30);
            Party one = all.get(i);
            if (one.isIn && in.size() > 1) {
                carried[i] = order.lag(one);
                order.leave(one);
                in.remove(one);
            } else if (!one.isIn) {
                order.join(one, carried[i]);
                in.add(one);
                double lag = (double) order.lag(one);
                double expected = (double) Math.min(one.turn, carried[i]);
                assertThat(lag).isBetween(expected - one.weight * 2.0, expected + one.weight * 2.0);
            }
            turn(random, 5_000);
            double sum = in.stream().mapToDouble(p -> (double) order.lag(p)).sum();
            assertThat(Math.abs(sum)).isLessThanOrEqualTo(in.size());
        }
    }

    /**
     * Sleeping sheds nothing: who comes back at once with what it owes waits as if it had stayed.
     */
    @Test
    void join_withWhatItOwes_waitsUntilItIsPaid() {
        Party cheat = party(1, SLICE);
        Party other = party(1, SLICE);
        order.take(cheat);
        give(cheat, 10 * SLICE);
        order.putBack();
        long owes = order.lag(cheat);
        order.leave(cheat);
        order.join(cheat, owes);

        int turns = 0;
        while (next() == other) {
            give(other, SLICE);
            order.putBack();
            turns++;
        }
        assertThat(turns).isBetween(9, 11);
    }

    @Test
    void charge_beyondAllMeasure_isForgottenAtSomePoint() {
        Party mad = party(1, SLICE);
        Party other = party(1, SLICE);
        order.charge(mad, Long.MAX_VALUE);

        long turns = 0;
        while (next() == other) {
            order.charge(other, SLICE);
            order.putBack();
            turns++;
        }
        assertThat(turns).isBetween(FairOrder.MOST_SLICES / 2, FairOrder.MOST_SLICES);
    }

    @Test
    void join_withMoreThanATurnOwed_isOwedATurn() {
        party(1, SLICE);
        Party late = new Party();
        late.weight = 1;
        late.turn = SLICE;
        order.join(late, 50 * SLICE);

        assertThat(order.lag(late)).isBetween(SLICE - 2, SLICE + 2);
    }

    // ---- storms

    /**
     * Everybody else leaves as soon as it has run, and others join, as Lanes has them do it: who
     * owes something stays until its next turn. One stays, and has its share within the bound.
     */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void storm_ofThoseWhoComeAndGo_costsWhoStaysNothing(long seed) {
        var random = new Random(seed);
        Party steady = party(1, SLICE);
        Set<Share> owing = new HashSet<>();
        for (int round = 0; round < 20_000; round++) {
            while (in.size() - owing.size() < 20) {
                party(1 + random.nextInt(3), 1 + random.nextInt((int) SLICE));
            }
            Share now = next();
            if (owing.remove(now)) {
                order.leave(now);
                in.remove(now);
                continue;
            }
            give(now, 1 + random.nextLong(now.turn));
            if (now == steady || random.nextBoolean()) {
                order.putBack();
            } else if (order.isEligible(now)) {
                order.leave(now);
                in.remove(now);
            } else {
                order.putBack();
                owing.add(now);
            }
            assertThat(steady.lag()).isLessThan(2.0 * SLICE);
        }
        assertThat(steady.had).isGreaterThan(20 * SLICE);
    }

    // ---- cost

    /** The tree stays flat: what a turn looks at grows as the logarithm. */
    @Test
    void depth_ofManyParties_isLogarithmic() {
        var random = new Random(5);
        for (int i = 0; i < 10_000; i++) {
            var party = new Party();
            party.weight = 1 + random.nextInt(10);
            party.turn = SLICE;
            order.join(party, 0);
        }
        int deepest = 0;
        for (int i = 0; i < 30_000; i++) {
            Share now = next();
            order.charge(now, SLICE);
            order.putBack();
            deepest = Math.max(deepest, i % 1_000 == 0 ? depth(order.root()) : 0);
        }
        assertThat(deepest).isBetween(14, 60);
    }

    private static int depth(@Nullable Share at) {
        return at == null ? 0 : 1 + Math.max(depth(at.left), depth(at.right));
    }
}
