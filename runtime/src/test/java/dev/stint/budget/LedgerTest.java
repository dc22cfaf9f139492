package dev.stint.budget;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stint.env.Xoshiro256;
import java.math.BigInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class LedgerTest {
    private static final long MOST = Budget.MOST;

    @Test
    void isBalanced_nothingEverGiven_isTrue() {
        assertThat(of(Component.OPS, 0, 0, 0, 0, 0, 0).isBalanced()).isTrue();
    }

    @ParameterizedTest
    @EnumSource
    void isBalanced_oneUnitLostOrMade_isFalse(Component c) {
        assertThat(of(c, 100, 5, 20, 30, 40, 15).isBalanced()).isTrue();
        assertThat(of(c, 101, 5, 20, 30, 40, 15).isBalanced()).as("granted").isFalse();
        assertThat(of(c, 100, 6, 20, 30, 40, 15).isBalanced()).as("debt").isFalse();
        assertThat(of(c, 100, 5, 21, 30, 40, 15).isBalanced()).as("spent").isFalse();
        assertThat(of(c, 100, 5, 20, 31, 40, 15).isBalanced()).as("held").isFalse();
        assertThat(of(c, 100, 5, 20, 30, 41, 15).isBalanced()).as("pooled").isFalse();
        assertThat(of(c, 100, 5, 20, 30, 40, 16).isBalanced()).as("refunded").isFalse();
    }

    /** A gap in one component is not filled by a gap in another. */
    @Test
    void isBalanced_oneTooManyHereAndOneTooFewThere_isFalse() {
        var ledger =
                new Ledger(
                        Budget.ofOps(10).withMemory(10),
                        Budget.ZERO,
                        Budget.ofOps(11).withMemory(9),
                        Budget.ZERO,
                        Budget.ZERO,
                        Budget.ZERO);

        assertThat(ledger.isBalanced()).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "9223372036854775807, 0, 0, 0, 9223372036854775807, 0",
        "9223372036854775807, 7, 9223372036854775807, 7, 0, 0",
        "9223372036854775807, 9223372036854775807, 9223372036854775807, 1, 9223372036854775806, 0"
    })
    void isBalanced_sumsBeyondTheMost_isTrueIfTheyAgree(
            long granted, long debt, long spent, long held, long pooled, long refunded) {
        assertThat(of(Component.OPS, granted, debt, spent, held, pooled, refunded).isBalanced())
                .isTrue();
    }

    /** 2^64 out of nothing: sums that wrap around would agree. */
    @ParameterizedTest
    @EnumSource
    void isBalanced_apartByAllThatALongCanCount_isFalse(Component c) {
        assertThat(of(c, 0, 0, MOST, MOST, 2, 0).isBalanced()).isFalse();
        assertThat(of(c, 10, 5, MOST, MOST, 2, 15).isBalanced()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void isBalanced_anyBooks_agreesWithNumbersWithoutEnd(long seed) {
        var random = new Xoshiro256(seed);
        int balanced = 0;
        for (int i = 0; i < 5_000; i++) {
            var n = new long[6];
            for (int j = 0; j < n.length; j++) {
                n[j] = random.nextInt(3) == 0 ? 0 : random.nextLong() >>> (1 + random.nextInt(63));
            }
            if (random.nextInt(2) == 0) {
                n[5] = (n[0] + n[1] - n[2] - n[3] - n[4]) & MOST;
            }
            boolean exact = sum(n[0], n[1]).equals(sum(n[2], n[3], n[4], n[5]));
            balanced += exact ? 1 : 0;
            Ledger ledger = of(Component.MEMORY, n[0], n[1], n[2], n[3], n[4], n[5]);
            assertThat(ledger.isBalanced()).as("seed %s: %s", seed, ledger).isEqualTo(exact);
        }
        assertThat(balanced).as("both answers were seen").isBetween(500, 4_500);
    }

    @Test
    void receipt_sameSpending_isEqual() {
        var receipt = new Receipt("page", 3, Budget.ofOps(7), Budget.ZERO, 42);

        assertThat(receipt).isEqualTo(new Receipt("page", 3, Budget.ofOps(7), Budget.ZERO, 42));
        assertThat(receipt).isNotEqualTo(new Receipt("page", 3, Budget.ofOps(8), Budget.ZERO, 42));
    }

    private static BigInteger sum(long... amounts) {
        BigInteger sum = BigInteger.ZERO;
        for (long amount : amounts) {
            sum = sum.add(BigInteger.valueOf(amount));
        }
        return sum;
    }

    private static Ledger of(
            Component c,
            long granted,
            long debt,
            long spent,
            long held,
            long pooled,
            long refunded) {
        return new Ledger(
                Budget.of(c, granted),
                Budget.of(c, debt),
                Budget.of(c, spent),
                Budget.of(c, held),
                Budget.of(c, pooled),
                Budget.of(c, refunded));
    }
}
