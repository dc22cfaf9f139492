package dev.stint.hooks.jdk;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The charges, at the edges: nothing, little, and more than there is. */
class ChargesTest {
    private static final long MOST = Long.MAX_VALUE >> 2;

    private static void check(Runnable charge, long ops, long bytes) {
        var paid = Paid.by(charge);

        assertThat(paid.ops()).as("operations").isEqualTo(ops);
        assertThat(paid.bytes()).as("bytes").isEqualTo(bytes);
    }

    @ParameterizedTest
    @CsvSource({"-5, 0", "0, 0", "15, 0", "16, 1", "31, 1", "1600, 100"})
    void bulk_elements_costOneForSixteen(long elements, long ops) {
        check(() -> Charges.bulk(elements), ops, 0);
    }

    @Test
    void ops_belowZero_costNothing() {
        check(() -> Charges.ops(-1), 0, 0);
        check(() -> Charges.ops(7), 7, 0);
    }

    @Test
    void read_few_areInTheCallsPrice() {
        check(() -> Charges.read(64), 0, 0);
        check(() -> Charges.read(65), 65, 390);
    }

    @Test
    void text_ofAnyLength_costsItsBytesRoundedUp() {
        check(() -> Charges.text(-3), 0, 40);
        check(() -> Charges.text(1), 0, 48);
        check(() -> Charges.text(160), 10, 360);
    }

    @Test
    void array_ofANegativeLength_costsNothing() {
        check(() -> Charges.array(-1, 8), 0, 0);
        check(() -> Charges.array(0, 8), 0, 16);
        check(() -> Charges.array(33, 1), 2, 56);
    }

    @Test
    void grow_characters_costFourBytesEach() {
        check(() -> Charges.grow(-1), 0, 0);
        check(() -> Charges.grow(33), 2, 132);
    }

    @Test
    void number_ofWords_costsTheWorkAndTheObject() {
        check(() -> Charges.number(5, 3), 5, 40 + 12);
        check(() -> Charges.pay(-1, -1), 0, 0);
    }

    @Test
    void arithmetic_thatWouldOverflow_stopsAtTheMost() {
        assertThat(Charges.times(1L << 40, 1L << 40)).isEqualTo(MOST);
        assertThat(Charges.times(1L << 31, 2)).isEqualTo(1L << 32);
        assertThat(Charges.plus(MOST, MOST)).isEqualTo(MOST);
        assertThat(Charges.plus(2, 3)).isEqualTo(5);
        assertThat(Charges.sorting(1)).isZero();
        assertThat(Charges.sorting(1024)).isEqualTo(1024 * 11);
    }

    @Test
    void product_ofHugeNumbers_growsSlowerThanTheSquare() {
        assertThat(BigNumbers.product(79, 1_000)).isEqualTo(79_000);
        assertThat(BigNumbers.product(8_000, 8_000)).isBetween(2_000_000L, 16_000_000L);
        assertThat(BigNumbers.wordsOfDigits(-1)).isEqualTo(1);
        assertThat(BigNumbers.wordsOfDigits(18)).isEqualTo(3);
    }
}
