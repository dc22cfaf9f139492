package dev.stint.hooks.jdk;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The charges, at the edges: nothing, little, and more than there is. */
class PriceTest {
    private static final long MOST = Long.MAX_VALUE >> 2;

    private static void check(Runnable charge, long ops, long bytes) {
        var paid = Paid.by(charge);

        assertThat(paid.ops()).as("operations").isEqualTo(ops);
        assertThat(paid.bytes()).as("bytes").isEqualTo(bytes);
    }

    @ParameterizedTest
    @CsvSource({"-5, 0", "0, 0", "15, 0", "16, 1", "31, 1", "1600, 100"})
    void bulk_elements_costOneForSixteen(long elements, long ops) {
        check(() -> Price.bulk(elements), ops, 0);
    }

    @Test
    void ops_belowZero_costNothing() {
        check(() -> Price.ops(-1), 0, 0);
        check(() -> Price.ops(7), 7, 0);
    }

    @Test
    void read_few_areInTheCallsPrice() {
        check(() -> Price.read(64), 0, 0);
        check(() -> Price.read(65), 65, 0);
    }

    @Test
    void text_ofAnyLength_costsItsBytesRoundedUp() {
        check(() -> Price.text(-3), 0, 40);
        check(() -> Price.text(1), 0, 48);
        check(() -> Price.text(160), 10, 360);
    }

    @Test
    void array_ofANegativeLength_costsNothing() {
        check(() -> Price.array(-1, 8), 0, 0);
        check(() -> Price.array(0, 8), 0, 16);
        check(() -> Price.array(33, 1), 2, 56);
    }

    @Test
    void grow_characters_costFourBytesEach() {
        check(() -> Price.grow(-1), 0, 0);
        check(() -> Price.grow(33), 2, 132);
    }

    @Test
    void number_ofWords_costsTheWorkAndTheObject() {
        check(() -> Price.number(5, 3), 5, 40 + 12);
        check(() -> Price.pay(-1, -1), 0, 0);
    }

    @Test
    void arithmetic_thatWouldOverflow_stopsAtTheMost() {
        assertThat(Price.times(1L << 40, 1L << 40)).isEqualTo(MOST);
        assertThat(Price.times(1L << 31, 2)).isEqualTo(1L << 32);
        assertThat(Price.plus(MOST, MOST)).isEqualTo(MOST);
        assertThat(Price.plus(2, 3)).isEqualTo(5);
        assertThat(Price.sorting(1)).isZero();
        assertThat(Price.sorting(1024)).isEqualTo(1024 * 11);
    }

    @Test
    void product_ofHugeNumbers_growsSlowerThanTheSquare() {
        assertThat(Numbers.product(79, 1_000)).isEqualTo(79_000);
        assertThat(Numbers.product(8_000, 8_000)).isBetween(2_000_000L, 16_000_000L);
        assertThat(Numbers.wordsOfDigits(-1)).isEqualTo(1);
        assertThat(Numbers.wordsOfDigits(18)).isEqualTo(3);
    }
}
