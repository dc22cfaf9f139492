package dev.stint.weave;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Concatenation gives the same strings, and costs their bytes. */
class ConcatTest {
    private static final Twin SHAPES = Twin.of(ConcatShapes.class);

    @Test
    void concat_numbers_paysForTheirDigits() throws Exception {
        for (long n : new long[] {0, 1, -1, 9, 10, 99, 100, -100, Long.MAX_VALUE, Long.MIN_VALUE}) {
            String text = (int) n + ", " + n + ", " + (short) n + ", " + (byte) n;
            SHAPES.check("numbers", 1, size(text), (int) n, n, (short) n, (byte) n);
        }
    }

    @Test
    void concat_otherPrimitives_paysForTheirText() throws Exception {
        SHAPES.check("others", 1, size("<true?1.5-0.1>"), true, '?', 1.5f, -0.1);
        SHAPES.check("others", 1, size("<falsexNaN1.0E100>"), false, 'x', Float.NaN, 1e100);
    }

    @Test
    void concat_objects_paysForTheirText() throws Exception {
        // javac calls valueOf for what may have a toString() of its own
        SHAPES.check("objects", 2, size("[1, 2]andnull"), List.of(1, 2), "and");
        // new, init, valueOf and indy; toString() is called by the JDK: 1
        SHAPES.check("nothing", 4 + 1, 16 + size("is null"));
    }

    @Test
    void concat_manyObjects_asksThemInOrder() throws Exception {
        assertThat(SHAPES.count("order").ops()).isPositive();
    }

    @Test
    void concat_objectThatThrows_costsNoString() throws Exception {
        // new, init, valueOf, indy; toString(): 1, new, init
        SHAPES.check("failing", 4 + 3, 16 + 40);
    }

    private static long size(String text) {
        return (40 + 2L * text.length() + 7) & -8;
    }
}
