package dev.stint.weave;

import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Small shapes, compared with counts that were worked out by hand from the charging rule.
 *
 * <p>[SCHED:3.3.1] [SCHED:4.1.1]
 */
class ShapesTest {
    private static final Twin SHAPES = Twin.of(Shapes.class);

    @Test
    void count_callsAndNothing() throws Exception {
        SHAPES.check("nothing", 0, 0, 3);
        SHAPES.check("calls", 2, 0, 3);
    }

    @Test
    void count_loops() throws Exception {
        for (int n : List.of(1, 2, 10, 1023, 1024, 1025, 100_000)) {
            SHAPES.check("forLoop", n, 0, n);
            SHAPES.check("doWhile", n - 1, 0, n);
            SHAPES.check("loopWithCall", 2L * n, 0, n);
            SHAPES.check("switchInLoop", n + Math.max(0, n / 3), 0, n);
        }
        for (int n : List.of(1, 10, 33, 200)) {
            SHAPES.check("nested", (long) n * n + 2L * n, 0, n);
            SHAPES.check("labelledContinue", n + (long) n * (n - 1) / 2, 0, n);
        }
    }

    @Test
    void count_waysOutOfALoop() throws Exception {
        SHAPES.check("returnFromLoop", 5 * 3 + 2, 0, List.of(0, 1, 2, 3, 4, 5, 6));
        SHAPES.check("thrownOut", 2 * 5, 0, "abcd");
        SHAPES.check("thrownToHandler", 2 * 5 + 1 + 64, 64 * 24, "abcd");
        SHAPES.check(
                "caughtInLoop", 4 * 4 + 1 + 2 + 2 * 64, 2 * 64 * 24, List.of("1", "x", "2", "y"));
        // i = 0, 3: goto. 1, 2, 4: goto. 5: new, init, handler, goto.
        SHAPES.check("finallyLoops", 6 + 2 + 1 + 64, 40 + 64 * 24, 6);
    }

    @Test
    void count_monitors() throws Exception {
        SHAPES.check("synchronizedLoop", 5000, 0, 5000);
        SHAPES.check("loopWithSynchronized", 5000, 0, 5000);
    }

    @Test
    void count_objectsAndArrays() throws Exception {
        SHAPES.check("boxes", 2 + 3 * 50 + 1, 24, 50);
        SHAPES.check("array", 1, 16 + 4 * 3 + 4, 3);
        SHAPES.check("arrays", 1, 16 + 16 + 3 * (16 + 40));
        SHAPES.check("negativeArray", 2 + 64, 64 * 24);
        SHAPES.check("make", 2, 16);
    }
}
