package dev.stint.internal.queue;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** [EVOLUTION:stage-1] */
class RosterTest {
    private static final Roster.Place EMPTY = () -> false;
    private static final Roster.Place FULL = () -> true;

    private final Roster roster = new Roster();

    private List<Integer> all() {
        List<Integer> all = new ArrayList<>();
        for (int at = roster.next(0); at >= 0; at = roster.next(at + 1)) {
            all.add(at);
        }
        return all;
    }

    @Test
    void next_nothingEverIn_isNone() {
        assertThat(roster.next(0)).isNegative();
        assertThat(roster.next(100_000)).isNegative();
    }

    @Test
    void emptied_placeFilledAgain_staysIn() {
        roster.ensure(70);
        roster.filled(70);

        roster.emptied(70, FULL);
        assertThat(all()).containsExactly(70);

        roster.emptied(70, EMPTY);
        assertThat(all()).isEmpty();
    }

    /**
     * Against a set of the JDK's, with numbers on both sides of every border of words and groups.
     */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void anyOrder_isASet(long seed) {
        var random = new Random(seed);
        var model = new TreeSet<Integer>();
        int[] borders = {0, 1, 63, 64, 65, 4_095, 4_096, 4_097, 8_191, 8_192, 20_000};
        roster.ensure(20_000);
        for (int i = 0; i < 5_000; i++) {
            int number =
                    random.nextBoolean() ? borders[random.nextInt(11)] : random.nextInt(20_001);
            switch (random.nextInt(3)) {
                case 0 -> {
                    roster.filled(number);
                    model.add(number);
                }
                case 1 -> {
                    roster.emptied(number, EMPTY);
                    model.remove(number);
                }
                default -> {
                    Integer expected = model.ceiling(number);
                    assertThat(roster.next(number)).isEqualTo(expected == null ? -1 : expected);
                    assertThat(roster.contains(number)).isEqualTo(model.contains(number));
                }
            }
        }
        assertThat(all()).containsExactlyElementsOf(model);
    }

    /** An owner fills places, others empty them: nothing is left in a place that is not in. */
    @Test
    void filled_whileOthersEmpty_losesNothing() throws Exception {
        int places = 200;
        int each = 100_000;
        roster.ensure(places - 1);
        var slots = new AtomicReferenceArray<Object>(places);
        var taken = new AtomicInteger();
        List<Thread> thieves = new ArrayList<>();
        for (int t = 0; t < 2; t++) {
            thieves.add(
                    Thread.ofPlatform()
                            .start(
                                    () -> {
                                        while (taken.get() < each) {
                                            int at = roster.next(0);
                                            if (at < 0) {
                                                Thread.onSpinWait();
                                                continue;
                                            }
                                            if (slots.getAndSet(at, null) != null) {
                                                taken.incrementAndGet();
                                            }
                                            roster.emptied(at, () -> slots.get(at) != null);
                                        }
                                    }));
        }
        var random = new Random(7);
        for (int i = 0; i < each; i++) {
            int at = random.nextInt(places);
            while (!slots.compareAndSet(at, null, this)) {
                at = (at + 1) % places;
                Thread.onSpinWait();
            }
            roster.filled(at);
        }
        for (Thread thief : thieves) {
            thief.join(60_000);
            assertThat(thief.isAlive()).as("it waits for what it cannot find").isFalse();
        }
        assertThat(taken.get()).isEqualTo(each);
    }
}
