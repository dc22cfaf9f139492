package dev.stint.hooks.jdk;

import dev.stint.hooks.Hook;
import java.lang.reflect.Array;
import java.util.Arrays;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/** Arrays. */
public final class Rows {
    private Rows() {}

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
        Price.array(length(array), scale(array));
    }

    public static void copied(Object array, int length) {
        if (array != null) {
            Price.array(length, scale(array));
        }
    }

    public static void copied(Object array, int length, Class<?> type) {
        Price.array(length, 4);
    }

    public static void copiedRange(Object array, int from, int to) {
        if (array != null) {
            Price.array((long) to - from, scale(array));
        }
    }

    public static void copiedRange(Object array, int from, int to, Class<?> type) {
        Price.array((long) to - from, 4);
    }

    public static void room(Class<?> type, int length) {
        Price.array(length, type == long.class || type == double.class ? 8 : 4);
    }

    /** As many as the lengths multiplied, each as large as the largest. */
    public static void rooms(Class<?> type, int... lengths) {
        long count = 1;
        for (int length : lengths) {
            if (length < 0) {
                return;
            }
            count = Price.times(count, length + 16L);
        }
        Price.array(count, 8);
    }

    /** {@code System.arraycopy} and its like: so many elements move. */
    public static void moved(int count) {
        Price.bulk(count);
    }

    /** In one sweep. */
    public static void swept(Object array) {
        Price.bulk(length(array));
    }

    public static void swept(Object array, Object other) {
        Price.bulk(length(array));
    }

    /** A range is not longer than the array. */
    public static void swept(Object array, int from, int to, Object other, int from2, int to2) {
        Price.bulk(length(array));
    }

    public static void swept(Object a, int i, int j, Object b, int k, int l, Comparator<?> by) {
        Price.ops(length(a));
    }

    public static void swept(Object array, int from, int count) {
        Price.ops(count);
    }

    public static void swept(char[] array, int start, int count, int at, int by) {
        Price.ops(count);
    }

    /** Each element by itself. */
    public static void stepped(Object array) {
        Price.ops(length(array));
    }

    public static void stepped(Object array, Object by) {
        Price.ops(length(array));
    }

    public static void stepped(Object a, int i, int j, Object b, int k, int l) {
        Price.ops(length(a));
    }

    public static void stepped(Object array, int from, int to, Object by) {
        Price.ops(length(array));
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
            Price.ops(array.length);
            for (Object o : array) {
                Deep.weigh(o);
            }
        }
    }

    public static void filled(boolean[] array, boolean by) {
        swept(array);
    }

    public static void filled(boolean[] array, int from, int to, boolean by) {
        swept(array);
    }

    public static void filled(byte[] array, byte by) {
        swept(array);
    }

    public static void filled(byte[] array, int from, int to, byte by) {
        swept(array);
    }

    public static void filled(char[] array, char by) {
        swept(array);
    }

    public static void filled(char[] array, int from, int to, char by) {
        swept(array);
    }

    public static void filled(short[] array, short by) {
        swept(array);
    }

    public static void filled(short[] array, int from, int to, short by) {
        swept(array);
    }

    public static void filled(int[] array, int by) {
        swept(array);
    }

    public static void filled(int[] array, int from, int to, int by) {
        swept(array);
    }

    public static void filled(long[] array, long by) {
        swept(array);
    }

    public static void filled(long[] array, int from, int to, long by) {
        swept(array);
    }

    public static void filled(float[] array, float by) {
        swept(array);
    }

    public static void filled(float[] array, int from, int to, float by) {
        swept(array);
    }

    public static void filled(double[] array, double by) {
        swept(array);
    }

    public static void filled(double[] array, int from, int to, double by) {
        swept(array);
    }

    public static void filled(Object[] array, @Nullable Object by) {
        swept(array);
    }

    public static void filled(Object[] array, int from, int to, @Nullable Object by) {
        swept(array);
    }

    public static void sorted(Object array) {
        long n = length(array);
        Price.both(Price.sorting(n), 4 * n);
        if (array instanceof Object[] objects) {
            Deep.order(Arrays.asList(objects), null);
        }
    }

    public static void sorted(Object array, int from, int to) {
        long n = Math.max(0, (long) to - from);
        Price.both(Price.sorting(n), 4 * n);
        if (array instanceof Object[] objects && from >= 0 && from <= to && to <= objects.length) {
            Deep.order(Arrays.asList(objects).subList(from, to), null);
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
        Price.ops(Deep.order(key));
    }

    public static void sought(@Nullable Object key, @Nullable Comparator<?> by) {
        sought(key);
    }

    public static void shown(Object array) {
        Price.text(24L * length(array));
        Price.ops(8L * length(array));
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
                Price.ops(length(e));
                h = java.util.Arrays.deepHashCode(new Object[] {e}) - 31;
            } else {
                h = Deep.hash(e);
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
            Price.bulk(length(a));
            return java.util.Objects.deepEquals(a, b);
        }
        return Deep.equal(a, b);
    }

    /** As the JDK writes it; an array that holds itself is shown as {@code [...]}. */
    public static String deepToString(Object @Nullable [] array) {
        if (array == null) {
            return "null";
        }
        var out = new StringBuilder();
        show(out, array, new java.util.ArrayList<>());
        Price.text(out.length());
        return out.toString();
    }

    private static void show(StringBuilder out, Object[] array, java.util.List<Object> within) {
        within.add(array);
        out.append('[');
        String before = "";
        for (Object e : array) {
            Price.both(1 + within.size(), 16);
            out.append(before);
            if (e instanceof Object[] inner) {
                if (within.stream().anyMatch(outer -> outer == inner)) {
                    out.append("[...]");
                } else {
                    show(out, inner, within);
                }
            } else if (e != null && e.getClass().isArray()) {
                shown(e);
                String text = java.util.Arrays.deepToString(new Object[] {e});
                out.append(text, 1, text.length() - 1);
            } else {
                String text = Deep.text(e);
                Price.both(0, 4L * text.length());
                out.append(text);
            }
            before = ", ";
        }
        out.append(']');
        within.removeLast();
    }
}
