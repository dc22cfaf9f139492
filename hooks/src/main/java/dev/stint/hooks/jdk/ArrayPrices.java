package dev.stint.hooks.jdk;

import dev.stint.hooks.AccessRefusedException;
import dev.stint.hooks.Hook;
import java.lang.reflect.Array;
import java.util.Arrays;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/** Arrays. */
public final class ArrayPrices {
    /** Of an array. The JVM keeps a class for each, outside of the heap, for as long as it runs. */
    static final int MOST_DIMENSIONS = 16;

    private static final int CLASS = 1_000; // operations, if the JVM makes the class of an array
    private static final int CLASS_BYTES = 4_096;

    private ArrayPrices() {}

    // ---- classes of arrays

    /** The class of the arrays of something. */
    public static void deeper(Class<?> element) {
        ensureFewDimensions(element, 1);
        madeClasses(1);
    }

    static void madeClasses(int dimensions) {
        Charges.pay((long) CLASS * dimensions, (long) CLASS_BYTES * dimensions);
    }

    private static void ensureFewDimensions(Class<?> element, int more) {
        int dimensions = more;
        Class<?> at = element;
        while (at != null && at.isArray()) {
            dimensions++;
            at = at.getComponentType();
        }
        if (dimensions > MOST_DIMENSIONS) {
            throw new AccessRefusedException(
                    "an array cannot have "
                            + dimensions
                            + " dimensions: at most "
                            + MOST_DIMENSIONS
                            + " are open to it. Put arrays into lists, or into objects.");
        }
    }

    // ---- arrays

    private static long scale(Object array) {
        return switch (array) {
            case byte[] b -> 1;
            case boolean[] b -> 1;
            case char[] c -> 2;
            case short[] s -> 2;
            case long[] l -> 8;
            case double[] d -> 8;
            default -> 4;
        };
    }

    private static int length(@Nullable Object array) {
        return array == null ? 0 : Array.getLength(array);
    }

    /** A copy of it. */
    public static void cloned(Object array) {
        Charges.array(length(array), scale(array));
    }

    public static void room(Class<?> type, int length) {
        ensureFewDimensions(type, 1);
        Charges.array(length, type == long.class || type == double.class ? 8 : 4);
    }

    /** As many as the lengths multiplied, each as large as the largest. */
    public static void rooms(Class<?> type, int... lengths) {
        ensureFewDimensions(type, lengths.length);
        long count = 1;
        for (int length : lengths) {
            if (length < 0) {
                return;
            }
            count = Charges.times(count, length + 16L);
        }
        Charges.array(count, 8);
    }

    /** What they hold is compared, and may hold others. */
    public static void heldCompared(Object[] a, Object[] b) {
        held(a);
        held(b);
    }

    public static void heldCompared(Object[] a, int i, int j, Object[] b, int k, int l) {
        held(a);
        held(b);
    }

    private static void held(Object @Nullable [] array) {
        if (array != null) {
            Charges.ops(array.length);
            for (Object o : array) {
                NestedObjects.weigh(o);
            }
        }
    }

    /** The JDK takes the difference as an int, so two places far apart are a length, too. */
    public static void part(Object array, int from, int to) {
        Charges.array(to - from, scale(array));
    }

    public static void part(Object[] array, int from, int to, Class<?> type) {
        Charges.array(to - from, 4);
    }

    public static void sorted(Object array) {
        long n = length(array);
        Charges.pay(Charges.sorting(n), 4 * n);
        if (array instanceof Object[] objects) {
            NestedObjects.order(Arrays.asList(objects), null);
        }
    }

    public static void sorted(Object array, int from, int to) {
        long n = Math.max(0, (long) to - from);
        Charges.pay(Charges.sorting(n), 4 * n);
        if (array instanceof Object[] objects && from >= 0 && from <= to && to <= objects.length) {
            NestedObjects.order(Arrays.asList(objects).subList(from, to), null);
        }
    }

    public static void sorted(Object[] array, Comparator<?> by) {
        sorted(array);
    }

    public static void sorted(Object[] array, int from, int to, Comparator<?> by) {
        sorted(array, from, to);
    }

    public static void sought(@Nullable Object key) {
        Hook.ops4();
        Charges.ops(NestedObjects.order(key));
    }

    public static void sought(@Nullable Object key, @Nullable Comparator<?> by) {
        sought(key);
    }

    public static void shown(Object array) {
        Charges.text(24L * length(array));
        Charges.ops(8L * length(array));
    }

    /** Arrays of arrays may hold each other. */
    public static int deepHashCode(Object @Nullable [] array) {
        if (array == null) {
            return 0;
        }
        int hash = 1;
        for (Object e : array) {
            Hook.ops1();
            int h;
            if (e instanceof Object[] inner) {
                h = deepHashCode(inner);
            } else if (e != null && e.getClass().isArray()) {
                Charges.ops(length(e));
                h = java.util.Arrays.deepHashCode(new Object[] {e}) - 31;
            } else {
                h = NestedObjects.hash(e);
            }
            hash = 31 * hash + h;
        }
        return hash;
    }

    public static boolean deepEquals(Object @Nullable [] a, Object @Nullable [] b) {
        if (a == b) {
            return true;
        }
        if (a == null || b == null || a.length != b.length) {
            return false;
        }
        for (int i = 0; i < a.length; i++) {
            Hook.ops1();
            if (!deeplyEqual(a[i], b[i])) {
                return false;
            }
        }
        return true;
    }

    public static boolean deeplyEqual(@Nullable Object a, @Nullable Object b) {
        if (a instanceof Object[] x && b instanceof Object[] y) {
            return deepEquals(x, y);
        }
        if (a != null && a.getClass().isArray()) {
            Charges.bulk(length(a));
            return java.util.Objects.deepEquals(a, b);
        }
        return NestedObjects.equal(a, b);
    }

    /** As the JDK writes it; an array that holds itself is shown as {@code [...]}. */
    public static String deepToString(Object @Nullable [] array) {
        if (array == null) {
            return "null";
        }
        var out = new StringBuilder();
        show(out, array, new java.util.ArrayList<>());
        Charges.text(out.length());
        return out.toString();
    }

    private static boolean isAmong(java.util.List<Object> within, Object array) {
        for (int i = 0; i < within.size(); i++) {
            if (within.get(i) == array) {
                return true;
            }
        }
        return false;
    }

    private static void show(StringBuilder out, Object[] array, java.util.List<Object> within) {
        within.add(array);
        out.append('[');
        String before = "";
        for (Object e : array) {
            Charges.pay(1 + within.size(), 16);
            out.append(before);
            if (e instanceof Object[] inner) {
                if (isAmong(within, inner)) {
                    out.append("[...]");
                } else {
                    show(out, inner, within);
                }
            } else if (e != null && e.getClass().isArray()) {
                shown(e);
                String text = java.util.Arrays.deepToString(new Object[] {e});
                out.append(text, 1, text.length() - 1);
            } else {
                String text = NestedObjects.text(e);
                Charges.pay(0, 4L * text.length());
                out.append(text);
            }
            before = ", ";
        }
        out.append(']');
        within.removeLast();
    }
}
