package dev.stint.internal.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** [SCHED:9.1.1] equal hashes must mean equal runs, so every difference must show. */
class RunHashTest {
    @Test
    void hash_sameEvents_isTheSame() {
        Consumer<RunHash> run =
                trace -> {
                    for (int i = 0; i < 1_000; i++) {
                        trace.add(RunHash.STEP, i % 4, i);
                    }
                };

        assertThat(hashOf(run)).isEqualTo(hashOf(run));
    }

    @Test
    void hash_noEvents_differsFromOneEventOfZeros() {
        assertThat(hashOf(trace -> {})).isNotEqualTo(hashOf(trace -> trace.add(0, 0, 0)));
    }

    @Test
    void hash_orderOfTwoEvents_matters() {
        assertThat(hashOf(RunHash.WAKE, 1, 2, RunHash.PARK, 3, 4))
                .isNotEqualTo(hashOf(RunHash.PARK, 3, 4, RunHash.WAKE, 1, 2));
    }

    @Test
    void hash_whoAndWhatSwapped_matters() {
        assertThat(hashOf(trace -> trace.add(RunHash.STEP, 1, 2)))
                .isNotEqualTo(hashOf(trace -> trace.add(RunHash.STEP, 2, 1)));
    }

    @Test
    void hash_anyFieldOfAnySmallEvent_matters() {
        Set<Long> hashes = new HashSet<>();
        int events = 0;
        for (int kind = RunHash.STEP; kind <= RunHash.CREW; kind++) {
            for (int who = -1; who < 40; who++) {
                for (int what = -1; what < 40; what++) {
                    int k = kind;
                    int a = who;
                    int b = what;
                    hashes.add(hashOf(trace -> trace.add(k, a, b)));
                    events++;
                }
            }
        }
        assertThat(hashes).hasSize(events);
    }

    /** A difference of one bit, early in a long run, is not washed out by what follows. */
    @Test
    void hash_oneBitDifferentEarly_staysDifferent() {
        Set<Long> hashes = new HashSet<>();
        for (int bit = 0; bit < 64; bit++) {
            long what = 1L << bit;
            hashes.add(
                    hashOf(
                            trace -> {
                                trace.add(RunHash.CHOICE, 2, what);
                                for (int i = 0; i < 10_000; i++) {
                                    trace.add(RunHash.STEP, 0, 0);
                                }
                            }));
        }
        assertThat(hashes).hasSize(64);
    }

    @Test
    void length_countsEvents() {
        var trace = new RunHash();
        trace.add(RunHash.STEP, 0, 0);
        trace.add(RunHash.STEP, 0, 0);

        assertThat(trace.length()).isEqualTo(2);
    }

    private static long hashOf(Consumer<RunHash> run) {
        var trace = new RunHash();
        run.accept(trace);
        return trace.hash();
    }

    private static long hashOf(int k1, long a1, long b1, int k2, long a2, long b2) {
        return hashOf(
                trace -> {
                    trace.add(k1, a1, b1);
                    trace.add(k2, a2, b2);
                });
    }
}
