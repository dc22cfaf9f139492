package dev.stint.hooks;

import static java.lang.invoke.MethodType.methodType;
import static org.assertj.core.api.Assertions.assertThat;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Concatenation gives the JDK's strings, and pays for them before they are made. */
class ConcatTest {
    private static final MethodHandles.Lookup HERE = MethodHandles.lookup();

    private static long size(String text) {
        return (40 + 2L * text.length() + 7) & -8;
    }

    private static void check(String expected, MethodHandle site, @Nullable Object... values) {
        var made = new AtomicReference<Object>();
        Booked meter =
                Booked.by(
                        1_000,
                        1_000_000,
                        () -> {
                            try {
                                made.set(site.invokeWithArguments(values));
                            } catch (Throwable e) {
                                throw new AssertionError(e);
                            }
                        });

        assertThat(made.get()).isEqualTo(expected);
        assertThat(1_000_000 - meter.bytesLeft()).isEqualTo(size(expected));
    }

    @Test
    void makeConcat_anyTypes_paysForTheString() throws Exception {
        var type = methodType(String.class, int.class, String.class, Object.class, char.class);
        MethodHandle site = Concat.makeConcat(HERE, "x", type).getTarget();

        check("7ab[1, 2]!", site, 7, "ab", List.of(1, 2), '!');
        check("-2147483648nullnull\u4e2d", site, Integer.MIN_VALUE, null, null, '\u4e2d');
    }

    @Test
    void makeConcatWithConstants_recipe_isPaidWithItsConstants() throws Exception {
        var type = methodType(String.class, long.class);
        MethodHandle site =
                Concat.makeConcatWithConstants(HERE, "x", type, "n = \1, \2.", "end").getTarget();

        check("n = 12, end.", site, 12L);
    }
}
