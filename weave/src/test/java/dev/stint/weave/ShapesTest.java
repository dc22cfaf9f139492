package dev.stint.weave;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stint.weave.CountingMeter.Count;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Small shapes, compared with counts that were worked out by hand from the charging rule.
 *
 * <p>[SCHED:3.3.1] [SCHED:4.1.1]
 */
class ShapesTest {
    private static final Class<?> WOVEN = woven();

    private static Class<?> woven() {
        try {
            return WovenClasses.of(Shapes.class).loadClass(Shapes.class.getName());
        } catch (ClassNotFoundException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void count_callsAndNothing() throws Exception {
        check("nothing", 0, 0, 3);
        check("calls", 2, 0, 3);
    }

    @Test
    void count_loops() throws Exception {
        for (int n : List.of(1, 2, 10, 1023, 1024, 1025, 100_000)) {
            check("forLoop", n, 0, n);
            check("doWhile", n - 1, 0, n);
            check("loopWithCall", 2L * n, 0, n);
            check("switchInLoop", n + Math.max(0, n / 3), 0, n);
        }
        for (int n : List.of(1, 10, 33, 200)) {
            check("nested", (long) n * n + 2L * n, 0, n);
            check("labelledContinue", n + (long) n * (n - 1) / 2, 0, n);
        }
    }

    @Test
    void count_waysOutOfALoop() throws Exception {
        check("returnFromLoop", 5 * 3 + 2, 0, List.of(0, 1, 2, 3, 4, 5, 6));
        check("thrownOut", 2 * 5, 0, "abcd");
        check("thrownToHandler", 2 * 5 + 1, 0, "abcd");
        check("caughtInLoop", 4 * 4 + 1 + 2, 0, List.of("1", "x", "2", "y"));
        // i = 0, 3: goto. 1, 2, 4: goto. 5: new, init, handler, goto.
        check("finallyLoops", 6 + 2 + 1, 40, 6);
    }

    @Test
    void count_monitors() throws Exception {
        check("synchronizedLoop", 5000, 0, 5000);
        check("loopWithSynchronized", 5000, 0, 5000);
    }

    @Test
    void count_objectsAndArrays() throws Exception {
        check("boxes", 2 + 3 * 50 + 1, 24, 50);
        check("array", 1, 16 + 4 * 3 + 4, 3);
        check("arrays", 1, 16 + 16 + 3 * (16 + 40));
        check("negativeArray", 2, 0);
        check("make", 2, 16);
    }

    private static void check(String name, long ops, long bytes, Object... arguments)
            throws Exception {
        Object expected = run(Shapes.class, name, arguments);

        var counted = CountingMeter.count(() -> String.valueOf(run(WOVEN, name, arguments)));

        var shape = name + Arrays.toString(arguments);
        assertThat(counted.count()).as(shape).isEqualTo(new Count(ops, bytes));
        assertThat(counted.result()).as(shape).startsWith(text(expected));
    }

    /** Of an object only its class: it has no better name. */
    private static String text(@Nullable Object result) {
        return result instanceof Shapes ? Shapes.class.getName() : String.valueOf(result);
    }

    /** What it returns, or throws. */
    private static @Nullable Object run(Class<?> type, String name, Object... arguments)
            throws ReflectiveOperationException {
        Method method =
                Arrays.stream(type.getDeclaredMethods())
                        .filter(m -> m.getName().equals(name))
                        .findFirst()
                        .orElseThrow();
        method.setAccessible(true);
        var constructor = type.getDeclaredConstructor();
        constructor.setAccessible(true);
        Object target =
                (method.getModifiers() & java.lang.reflect.Modifier.STATIC) != 0
                        ? null
                        : constructor.newInstance();
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException e) {
            return e.getCause();
        }
    }
}
