package dev.stint.hooks.jdk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.math.BigInteger;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The functions that are generated from formulas; each has its formula for a name. */
class PricesTest {
    /** What the function of this name pays, among those that take such values. */
    private static Paid.Result<Boolean> paid(
            String formula, Class<?> first, @Nullable Object... values) {
        Method function =
                Arrays.stream(Prices.class.getDeclaredMethods())
                        .filter(m -> m.getName().equals(formula))
                        .filter(m -> m.getParameterCount() == values.length)
                        .filter(m -> m.getParameterTypes()[0] == first)
                        .findFirst()
                        .orElseThrow(() -> new AssertionError("no price " + formula));
        return Paid.by(
                () -> {
                    try {
                        function.invoke(null, values);
                    } catch (InvocationTargetException e) {
                        throw (RuntimeException) e.getCause();
                    }
                    return true;
                });
    }

    @Test
    void prices_ofNumbersThatArePassed_followThem() {
        assertThat(paid("text(b - a)", int.class, 9, 3).bytes()).isEqualTo(40);
        assertThat(paid("text(b - a)", int.class, 3, 19).bytes()).isEqualTo(72);
        assertThat(paid("text(b - a)", int.class, Integer.MIN_VALUE, Integer.MAX_VALUE).bytes())
                .isGreaterThan(8L << 30);
    }

    @Test
    void prices_ofLengthsThatOverflow_stopAtTheMost() {
        assertThat(paid("text(len(a)*max(0, b))", String.class, "abc", Integer.MAX_VALUE).bytes())
                .isGreaterThan(12L << 30);
        assertThat(paid("array(a, 4)", int.class, Integer.MAX_VALUE).bytes())
                .isGreaterThan(8L << 30);
        assertThat(paid("array(a, 4)", int.class, -1).bytes()).isZero();
    }

    @Test
    void prices_ofNull_failOrTakeWhatStandsForIt() {
        assertThat(paid("bulk(len(a or 0))", int[].class, (@Nullable Object) null).ops()).isZero();
        assertThat(paid("grow(len(a or 4))", String.class, (@Nullable Object) null).bytes())
                .isEqualTo(16);
        assertThatThrownBy(() -> paid("text(len(a))", String.class, (@Nullable Object) null))
                .hasCauseInstanceOf(NullPointerException.class);
    }

    @Test
    void prices_ofLatinAndWideText_areTheSame() {
        assertThat(paid("array(3*len(a), 1)", String.class, "\u00e9".repeat(100)))
                .isEqualTo(paid("array(3*len(a), 1)", String.class, "\u4e2d".repeat(100)));
    }

    @Test
    void prices_withANamedPart_computeItOnce() {
        String sum = "number(n, n + 1) where n = max(words(a), words(b))";
        BigInteger large = BigInteger.ONE.shiftLeft(320);

        assertThat(paid(sum, BigInteger.class, large, BigInteger.ONE).ops()).isEqualTo(11);
        assertThat(paid(sum, BigInteger.class, BigInteger.ONE, large).bytes()).isEqualTo(88);
    }

    @Test
    void prices_thatAreFixed_bookBoth() {
        var paid = Paid.by(() -> Prices.class.getMethod("fixed(24, 96)").invoke(null));

        assertThat(paid.ops()).isEqualTo(24);
        assertThat(paid.bytes()).isEqualTo(96);
    }
}
