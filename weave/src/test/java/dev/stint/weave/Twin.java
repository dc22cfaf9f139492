package dev.stint.weave;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stint.weave.CountingMeter.Count;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** A class and its woven twin: both are run, the results compared and the twin counted. */
final class Twin {
    private final Class<?> plain;
    private final Class<?> woven;

    private Twin(Class<?> plain, Class<?> woven) {
        this.plain = plain;
        this.woven = woven;
    }

    static Twin of(Class<?> plain) {
        return new Twin(plain, WovenClasses.of(plain).twin(plain));
    }

    static Twin of(Class<?> plain, Surface surface) {
        return new Twin(plain, WovenClasses.of(plain, surface).twin(plain));
    }

    static Twin of(Class<?> plain, Class<?> woven) {
        return new Twin(plain, woven);
    }

    /** Runs a method in both and checks what the woven one cost. */
    void check(String name, long ops, long bytes, Object... arguments) throws Exception {
        assertThat(count(name, arguments))
                .as(name + Arrays.toString(arguments))
                .isEqualTo(new Count(ops, bytes));
    }

    /** Runs a method in both; what the woven one cost. */
    Count count(String name, Object... arguments) throws Exception {
        String expected = text(run(plain, name, arguments));

        var counted = CountingMeter.count(() -> text(run(woven, name, arguments)));

        assertThat(counted.result()).as(name + Arrays.toString(arguments)).isEqualTo(expected);
        return counted.count();
    }

    /** A thing without a text of its own is told by its class. */
    private static String text(@Nullable Object result) {
        String text = String.valueOf(result);
        return text.contains("@") ? text.substring(0, text.indexOf('@')) : text;
    }

    /** What it returns, or throws. */
    static @Nullable Object run(Class<?> type, String name, Object... arguments)
            throws ReflectiveOperationException {
        Method method =
                Arrays.stream(type.getDeclaredMethods())
                        .filter(m -> m.getName().equals(name))
                        .findFirst()
                        .orElseThrow(() -> new AssertionError(type + " has no " + name));
        method.setAccessible(true);
        Object target = null;
        if (!Modifier.isStatic(method.getModifiers())) {
            var constructor = type.getDeclaredConstructor();
            constructor.setAccessible(true);
            target = constructor.newInstance();
        }
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException e) {
            return e.getCause();
        }
    }
}
