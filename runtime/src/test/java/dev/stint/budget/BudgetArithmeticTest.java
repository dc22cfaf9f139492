package dev.stint.budget;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stint.env.Xoshiro256;
import java.math.BigInteger;
import java.util.function.BinaryOperator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * [SCHED:3.1.2] No sum, difference or product wraps around: each is what numbers without end would
 * give, cut to what a component can hold.
 */
class BudgetArithmeticTest {
    private static final int ROUNDS = 2_000;
    private static final BigInteger MOST = BigInteger.valueOf(Budget.MOST);
    private static final long[] EDGES = {
        0,
        1,
        2,
        (1L << 31) - 1,
        1L << 31,
        1L << 32,
        3_037_000_499L, // the root of MOST
        3_037_000_500L,
        Budget.MOST / 2,
        Budget.MOST / 2 + 1,
        Budget.MOST - 1,
        Budget.MOST
    };

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void plus_anyTwo_isTheExactSumOrTheMost(long seed) {
        compare(seed, Budget::plus, BigInteger::add);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void minus_anyTwo_isTheExactDifferenceOrNothing(long seed) {
        compare(seed, Budget::minus, BigInteger::subtract);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void min_anyTwo_isTheLesserOfEach(long seed) {
        compare(seed, Budget::min, BigInteger::min);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void times_anyFactor_isTheExactProductOrTheMost(long seed) {
        var random = new Xoshiro256(seed);
        for (int i = 0; i < ROUNDS; i++) {
            Budget budget = anyBudget(random);
            long factor = anyAmount(random);
            Budget product = budget.times(factor);
            for (Component c : Component.values()) {
                assertThat(product.get(c))
                        .as("seed %s: %s of %s times %s", seed, c, budget, factor)
                        .isEqualTo(cut(big(budget.get(c)).multiply(big(factor))));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void covers_anyTwo_isTrueIfNothingIsLacking(long seed) {
        var random = new Xoshiro256(seed);
        int covered = 0;
        for (int i = 0; i < ROUNDS; i++) {
            Budget a = anyBudget(random);
            Budget b = random.nextInt(2) == 0 ? anyBudget(random) : a.min(anyBudget(random));
            boolean covers = a.covers(b);
            covered += covers ? 1 : 0;
            assertThat(covers).as("seed %s: %s, %s", seed, a, b).isEqualTo(b.minus(a).isZero());
            assertThat(a.covers(a.min(b))).isTrue();
            assertThat(a.plus(b).covers(a)).isTrue();
            assertThat(a.isZero()).isEqualTo(a.equals(Budget.ZERO));
        }
        assertThat(covered).as("both answers were seen").isBetween(ROUNDS / 10, ROUNDS * 9 / 10);
    }

    /** What is paid from a budget that covers it is neither more nor less than what is gone. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void minus_whatIsCovered_plusItAgainIsAsBefore(long seed) {
        var random = new Xoshiro256(seed);
        for (int i = 0; i < ROUNDS; i++) {
            Budget whole = anyBudget(random);
            Budget part = whole.min(anyBudget(random));
            assertThat(whole.minus(part).plus(part)).as("seed %s", seed).isEqualTo(whole);
        }
    }

    private static void compare(
            long seed, BinaryOperator<Budget> ours, BinaryOperator<BigInteger> exact) {
        var random = new Xoshiro256(seed);
        for (int i = 0; i < ROUNDS; i++) {
            Budget a = anyBudget(random);
            Budget b = anyBudget(random);
            Budget result = ours.apply(a, b);
            for (Component c : Component.values()) {
                assertThat(result.get(c))
                        .as("seed %s: %s of %s and %s", seed, c, a, b)
                        .isEqualTo(cut(exact.apply(big(a.get(c)), big(b.get(c)))));
            }
        }
    }

    private static Budget anyBudget(Xoshiro256 random) {
        return new Budget(
                anyAmount(random),
                anyAmount(random),
                anyAmount(random),
                anyAmount(random),
                anyAmount(random));
    }

    /** An edge, or a number of any length. */
    private static long anyAmount(Xoshiro256 random) {
        return random.nextInt(3) == 0
                ? EDGES[random.nextInt(EDGES.length)]
                : random.nextLong() >>> (1 + random.nextInt(63));
    }

    private static BigInteger big(long amount) {
        return BigInteger.valueOf(amount);
    }

    private static long cut(BigInteger exact) {
        return exact.max(BigInteger.ZERO).min(MOST).longValueExact();
    }
}
