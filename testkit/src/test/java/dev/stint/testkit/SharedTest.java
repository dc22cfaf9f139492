package dev.stint.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stint.testkit.config.Strategy;
import dev.stint.testkit.result.SimResult;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class SharedTest {
    /** Two tasks do this to the same thing; what comes of it, over all schedules. */
    private static Set<Integer> outcomes(Twice twice) throws InterruptedException {
        Set<Integer> seen = new HashSet<>();
        SimResult result =
                Sim.explore(
                        c -> c.withStrategy(Strategy.exhaustive(4)).withSchedules(100_000),
                        sim -> {
                            var shared = new SharedInt(0);
                            sim.run(
                                    nursery -> {
                                        nursery.spawn("left", () -> twice.run(shared));
                                        nursery.spawn("right", () -> twice.run(shared));
                                    });
                            seen.add(shared.get());
                        });
        assertThat(result.isGreen()).isTrue();
        assertThat(result.complete()).isTrue();
        return seen;
    }

    private interface Twice {
        void run(SharedInt shared);
    }

    @Test
    void sharedInt_getThenSet_losesAnUpdateInSomeSchedule() throws Exception {
        assertThat(outcomes(shared -> shared.set(shared.get() + 1)))
                .containsExactlyInAnyOrder(1, 2);
    }

    @Test
    void sharedInt_atomicOperations_loseNothing() throws Exception {
        assertThat(outcomes(SharedInt::incrementAndGet)).containsExactly(2);
        assertThat(outcomes(SharedInt::getAndIncrement)).containsExactly(2);
        assertThat(outcomes(s -> s.getAndAdd(3))).containsExactly(6);
        assertThat(outcomes(s -> s.updateAndGet(v -> v + 1))).containsExactly(2);
        assertThat(outcomes(s -> s.getAndUpdate(v -> v + 1))).containsExactly(2);
        assertThat(outcomes(s -> s.accumulateAndGet(5, Integer::sum))).containsExactly(10);
        assertThat(outcomes(SharedInt::decrementAndGet)).containsExactly(-2);
        assertThat(outcomes(SharedInt::getAndDecrement)).containsExactly(-2);
    }

    @Test
    void compareAndSet_inTwoTasks_oneWins() throws Exception {
        var wins = new SharedInt();
        assertThat(
                        outcomes(
                                shared -> {
                                    if (shared.compareAndSet(0, 7)) {
                                        wins.incrementAndGet();
                                    } else {
                                        assertThat(shared.get()).isEqualTo(7);
                                    }
                                }))
                .containsExactly(7);
        assertThat(wins.get()).isPositive();
    }

    @Test
    void sharedLong_outsideASimulation_isAnAtomicLong() {
        var value = new SharedLong(5).named("total");

        assertThat(value.addAndGet(2)).isEqualTo(7);
        assertThat(value.getAndSet(1L << 40)).isEqualTo(7);
        assertThat(value.compareAndSet(3, 4)).isFalse();
        assertThat(value.incrementAndGet()).isEqualTo((1L << 40) + 1);
        assertThat(value.getAndIncrement()).isEqualTo((1L << 40) + 1);
        assertThat(value.decrementAndGet()).isEqualTo((1L << 40) + 1);
        assertThat(value.getAndDecrement()).isEqualTo((1L << 40) + 1);
        assertThat(value.updateAndGet(v -> 9)).isEqualTo(9);
        assertThat(value.getAndUpdate(v -> v + 1)).isEqualTo(9);
        assertThat(value.accumulateAndGet(2, Math::max)).isEqualTo(10);
        assertThat(value).hasToString("total = 10");
        value.set(new SharedLong().get());
        assertThat(value.get()).isZero();
    }

    @Test
    @SuppressWarnings("NullAway") // it does not see that the type argument allows null
    void sharedRef_comparesByIdentity() {
        String first = new String("a");
        var ref = new SharedRef<@Nullable String>(first);

        assertThat(ref.compareAndSet(new String("a"), "b")).isFalse();
        assertThat(ref.compareAndSet(first, null)).isTrue();
        assertThat(ref.get()).isNull();
        assertThat(ref).hasToString("null");
        assertThat(ref.getAndSet("c")).isNull();
        assertThat(ref.updateAndGet(s -> s + "d")).isEqualTo("cd");
        assertThat(ref.getAndUpdate(s -> null)).isEqualTo("cd");
        ref.set("e");
        assertThat(ref.named("head")).hasToString("head = e");
    }

    @Test
    void sharedFlag_getAndSet_saysWhatItWas() {
        var flag = new SharedFlag().named("stopped");

        assertThat(flag.getAndSet(true)).isFalse();
        assertThat(flag.compareAndSet(false, true)).isFalse();
        assertThat(flag.compareAndSet(true, false)).isTrue();
        flag.set(true);
        assertThat(flag.get()).isTrue();
        assertThat(flag).hasToString("stopped = true");
    }

    @Test
    void toString_withoutAName_isTheValue() {
        assertThat(new SharedInt(3)).hasToString("3");
        assertThat(new SharedInt(3).named("left")).hasToString("left = 3");
    }
}
