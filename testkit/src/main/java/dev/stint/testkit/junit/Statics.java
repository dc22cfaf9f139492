package dev.stint.testkit.junit;

import dev.stint.testkit.WovenClasses;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Static fields of a test class and its woven twin. JUnit knows the class only: a {@code @TempDir}
 * or what {@code @BeforeAll} has made is carried over to the twin, and back in the end. Objects of
 * classes that are woven themselves stay where they are, for each side has classes of its own. What
 * is final in the class is not in the twin, so that both can hold the same object.
 */
final class Statics {
    private final WovenClasses woven;
    private final String test;
    private final List<Pair> pairs = new ArrayList<>();

    /** A field of the class, and that of its twin. */
    private record Pair(Field original, Field twin) {}

    Statics(WovenClasses woven, String test) {
        this.woven = woven;
        this.test = test;
    }

    /** With all that it extends. */
    void add(Class<?> type) {
        for (Class<?> each = type; each != null; each = each.getSuperclass()) {
            Class<?> twin = woven.twinOf(each);
            if (twin != each) {
                addFields(each, twin);
            }
        }
    }

    private void addFields(Class<?> type, Class<?> twin) {
        for (Field field : type.getDeclaredFields()) {
            if (Modifier.isStatic(field.getModifiers()) && !type.isInterface()) {
                try {
                    Field other = twin.getDeclaredField(field.getName());
                    field.setAccessible(true);
                    other.setAccessible(true);
                    pairs.add(new Pair(field, other));
                } catch (NoSuchFieldException e) {
                    throw new IllegalStateException(field + " is not in the twin", e);
                }
            }
        }
    }

    /**
     * @throws IllegalArgumentException if that cannot be done; says why, and what to change
     */
    void carryOver() {
        for (Pair pair : pairs) {
            Object value = get(pair.original);
            if (fits(value, pair.twin)) {
                set(pair.twin, value);
            } else if (get(pair.twin) == null) {
                throw new IllegalArgumentException(
                        "cannot explore "
                                + test
                                + ": its static field "
                                + pair.original.getName()
                                + " holds a "
                                + pair.original.getType().getSimpleName()
                                + ", which the schedules cannot use: they have a woven class of"
                                + " this name. Make it in the test, or in a @BeforeEach method.");
            }
        }
    }

    void carryBack() {
        for (Pair pair : pairs) {
            Object value = get(pair.twin);
            boolean isFinal = Modifier.isFinal(pair.original.getModifiers());
            if (!isFinal && fits(value, pair.original)) {
                set(pair.original, value);
            }
        }
    }

    private static boolean fits(@Nullable Object value, Field field) {
        return value == null || field.getType().isPrimitive() || field.getType().isInstance(value);
    }

    private static @Nullable Object get(Field field) {
        try {
            return field.get(null);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(field + " cannot be read", e);
        }
    }

    private static void set(Field field, @Nullable Object value) {
        try {
            field.set(null, value);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(field + " cannot be set", e);
        }
    }
}
