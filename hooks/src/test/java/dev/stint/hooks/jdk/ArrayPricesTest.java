package dev.stint.hooks.jdk;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ArrayPricesTest {
    @Test
    void part_ofSomeElements_costsThese() {
        var paid = Paid.by(() -> ArrayPrices.part(new long[100], 10, 60));

        assertThat(paid.bytes()).isEqualTo(16 + 50 * 8);
    }

    /**
     * The JDK subtracts ints: this is no negative length to it, but one of two thousand million.
     */
    @Test
    void part_placesTooFarApart_costsWhatTheJdkMakesOfThem() {
        var paid = Paid.by(() -> ArrayPrices.part(new Object[10], 1_364, Integer.MIN_VALUE + 3));

        assertThat(paid.bytes()).isGreaterThan(4L * (Integer.MAX_VALUE - 2_000));
    }

    @Test
    void part_ofNegativeLength_isFree() {
        assertThat(Paid.by(() -> ArrayPrices.part(new Object[10], 5, 2)).bytes()).isZero();
    }
}
