package dev.stint.hooks.jdk;

import dev.stint.hooks.Hook;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * The JDK's functions on whole collections, and its collections that do not change.
 *
 * <p>The sets and maps of {@code Set.of} and {@code Map.of} are others here: the JDK's are in an
 * order that differs from run to run.
 */
public final class CollectionFunctions {
    private CollectionFunctions() {}

    // ---- collections that do not change

    public static Set<?> setOf() {
        return Collections.emptySet();
    }

    public static Set<?> setOf(Object... elements) {
        var set = new LinkedHashSet<Object>();
        for (Object e : elements) {
            Hook.opsAndBytes(1, CollectionShape.HASH.bytes);
            CollectionPrices.key(set, Objects.requireNonNull(e));
            if (!set.add(e)) {
                throw new IllegalArgumentException("duplicate element: " + NestedObjects.text(e));
            }
        }
        return Collections.unmodifiableSet(set);
    }

    public static Set<?> setOf(Object a) {
        return setOf(new Object[] {a});
    }

    public static Set<?> setOf(Object a, Object b) {
        return setOf(new Object[] {a, b});
    }

    public static Set<?> setOf(Object a, Object b, Object c) {
        return setOf(new Object[] {a, b, c});
    }

    public static Set<?> setOf(Object a, Object b, Object c, Object d) {
        return setOf(new Object[] {a, b, c, d});
    }

    public static Set<?> setOf(Object a, Object b, Object c, Object d, Object e) {
        return setOf(new Object[] {a, b, c, d, e});
    }

    public static Set<?> setOf(Object a, Object b, Object c, Object d, Object e, Object f) {
        return setOf(new Object[] {a, b, c, d, e, f});
    }

    public static Set<?> setOf(
            Object a, Object b, Object c, Object d, Object e, Object f, Object g) {
        return setOf(new Object[] {a, b, c, d, e, f, g});
    }

    public static Set<?> setOf(
            Object a, Object b, Object c, Object d, Object e, Object f, Object g, Object h) {
        return setOf(new Object[] {a, b, c, d, e, f, g, h});
    }

    public static Set<?> setOf(
            Object a,
            Object b,
            Object c,
            Object d,
            Object e,
            Object f,
            Object g,
            Object h,
            Object i) {
        return setOf(new Object[] {a, b, c, d, e, f, g, h, i});
    }

    public static Set<?> setOf(
            Object a,
            Object b,
            Object c,
            Object d,
            Object e,
            Object f,
            Object g,
            Object h,
            Object i,
            Object j) {
        return setOf(new Object[] {a, b, c, d, e, f, g, h, i, j});
    }

    public static Set<?> setCopy(Collection<?> of) {
        var set = new LinkedHashSet<Object>();
        for (Object e : of) {
            Hook.opsAndBytes(1, CollectionShape.HASH.bytes);
            CollectionPrices.key(set, Objects.requireNonNull(e));
            set.add(e);
        }
        return Collections.unmodifiableSet(set);
    }

    public static Map<?, ?> mapCopy(Map<?, ?> of) {
        var map = new LinkedHashMap<Object, Object>();
        for (Map.Entry<?, ?> e : of.entrySet()) {
            putNew(map, e.getKey(), e.getValue());
        }
        return Collections.unmodifiableMap(map);
    }

    public static Map<?, ?> mapOf(Map.Entry<?, ?>... entries) {
        var map = new LinkedHashMap<Object, Object>();
        for (Map.Entry<?, ?> e : entries) {
            putNew(map, e.getKey(), e.getValue());
        }
        return Collections.unmodifiableMap(map);
    }

    private static void putNew(Map<Object, Object> map, Object key, Object value) {
        Hook.opsAndBytes(1, CollectionShape.HASH.bytes);
        CollectionPrices.key(map, Objects.requireNonNull(key));
        if (map.put(key, Objects.requireNonNull(value)) != null) {
            throw new IllegalArgumentException("duplicate key: " + NestedObjects.text(key));
        }
    }

    private static Map<?, ?> mapOf(Object... keysAndValues) {
        var map = new LinkedHashMap<Object, Object>();
        for (int i = 0; i < keysAndValues.length; i += 2) {
            putNew(map, keysAndValues[i], keysAndValues[i + 1]);
        }
        return Collections.unmodifiableMap(map);
    }

    public static Map<?, ?> mapOf() {
        return Collections.emptyMap();
    }

    public static Map<?, ?> mapOf(Object a, Object b) {
        return mapOf(new Object[] {a, b});
    }

    public static Map<?, ?> mapOf(Object a, Object b, Object c, Object d) {
        return mapOf(new Object[] {a, b, c, d});
    }

    public static Map<?, ?> mapOf(Object a, Object b, Object c, Object d, Object e, Object f) {
        return mapOf(new Object[] {a, b, c, d, e, f});
    }

    public static Map<?, ?> mapOf(
            Object a, Object b, Object c, Object d, Object e, Object f, Object g, Object h) {
        return mapOf(new Object[] {a, b, c, d, e, f, g, h});
    }

    public static Map<?, ?> mapOf(
            Object a,
            Object b,
            Object c,
            Object d,
            Object e,
            Object f,
            Object g,
            Object h,
            Object i,
            Object j) {
        return mapOf(new Object[] {a, b, c, d, e, f, g, h, i, j});
    }

    public static Map<?, ?> mapOf(
            Object a,
            Object b,
            Object c,
            Object d,
            Object e,
            Object f,
            Object g,
            Object h,
            Object i,
            Object j,
            Object k,
            Object l) {
        return mapOf(new Object[] {a, b, c, d, e, f, g, h, i, j, k, l});
    }

    public static Map<?, ?> mapOf(
            Object a,
            Object b,
            Object c,
            Object d,
            Object e,
            Object f,
            Object g,
            Object h,
            Object i,
            Object j,
            Object k,
            Object l,
            Object m,
            Object n) {
        return mapOf(new Object[] {a, b, c, d, e, f, g, h, i, j, k, l, m, n});
    }

    public static Map<?, ?> mapOf(
            Object a,
            Object b,
            Object c,
            Object d,
            Object e,
            Object f,
            Object g,
            Object h,
            Object i,
            Object j,
            Object k,
            Object l,
            Object m,
            Object n,
            Object o,
            Object p) {
        return mapOf(new Object[] {a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p});
    }

    public static Map<?, ?> mapOf(
            Object a,
            Object b,
            Object c,
            Object d,
            Object e,
            Object f,
            Object g,
            Object h,
            Object i,
            Object j,
            Object k,
            Object l,
            Object m,
            Object n,
            Object o,
            Object p,
            Object q,
            Object r) {
        return mapOf(new Object[] {a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r});
    }

    public static Map<?, ?> mapOf(
            Object a,
            Object b,
            Object c,
            Object d,
            Object e,
            Object f,
            Object g,
            Object h,
            Object i,
            Object j,
            Object k,
            Object l,
            Object m,
            Object n,
            Object o,
            Object p,
            Object q,
            Object r,
            Object s,
            Object t) {
        return mapOf(new Object[] {a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t});
    }

    // ---- functions on collections

    public static void halved(List<?> list, @Nullable Object key) {
        if (list instanceof java.util.RandomAccess) {
            Hook.ops4();
        } else {
            CollectionPrices.swept(list);
        }
        Charges.ops(NestedObjects.order(key));
    }

    public static void halved(List<?> list, @Nullable Object key, @Nullable Object by) {
        halved(list, key);
    }

    public static void moved(List<?> list) {
        reached(list, 1);
    }

    public static void moved(List<?> list, int by) {
        reached(list, 1);
    }

    public static void moved(List<?> list, @Nullable Object by) {
        reached(list, 1);
    }

    public static void swapped(List<?> list, int i, int j) {
        CollectionPrices.changed(list, i, null);
        CollectionPrices.changed(list, j, null);
    }

    /** A list that has to be walked is copied first. */
    private static void reached(List<?> list, long each) {
        Charges.pay(Charges.times(list.size(), each), 4L * list.size());
        if (CollectionShape.of(list) == CollectionShape.COPY) { // anew for each that is set
            Charges.array(Charges.times(list.size(), 16L + list.size()), 4);
        }
    }

    public static void extreme(Collection<?> of) {
        extreme(of, null);
    }

    public static void extreme(Collection<?> of, @Nullable Object by) {
        CollectionPrices.swept(of);
        NestedObjects.order(of, by);
    }

    public static void sorted(List<?> list) {
        CollectionPrices.sorted(list, null);
    }

    public static void sorted(List<?> list, @Nullable Object by) {
        CollectionPrices.sorted(list, by);
    }

    public static void counted(Collection<?> in, @Nullable Object what) {
        Charges.ops(Charges.times(in.size(), 1 + NestedObjects.weight(what)));
    }

    public static void searched(List<?> in, List<?> what) {
        Charges.ops(Charges.times(in.size(), 1L + what.size() + NestedObjects.weight(what)));
    }

    public static List<?> copied(List<?> into, List<?> from) {
        Charges.ops(from.size());
        return ObjectKind.isJdk(from.getClass()) ? from : (List<?>) CollectionPrices.own(from);
    }

    public static void replaced(List<?> in, @Nullable Object what, @Nullable Object by) {
        Charges.ops(Charges.times(in.size(), 1 + NestedObjects.weight(what)));
    }

    public static boolean addAll(Collection<Object> to, Object... elements) {
        boolean changed = false;
        for (Object e : elements) {
            Hook.ops1();
            CollectionPrices.add(to, e);
            changed |= to.add(e);
        }
        return changed;
    }

    public static boolean disjoint(Collection<?> a, Collection<?> b) {
        for (Object o : a) {
            Hook.ops1();
            CollectionPrices.find(b, o);
            if (b.contains(o)) {
                return false;
            }
        }
        return true;
    }

    @SuppressWarnings("NonApiType") // the type that Collections.list has
    public static ArrayList<?> list(java.util.Enumeration<?> of) {
        var list = new ArrayList<@Nullable Object>();
        while (of.hasMoreElements()) {
            Hook.opsAndBytes(1, CollectionShape.ROW.bytes);
            list.add(of.nextElement());
        }
        return list;
    }

    // ---- arrays

    /** An array of all, which the JDK would make as long as a view says that it is. */
    public static @Nullable Object[] toArray(Collection<?> of) {
        if (ObjectKind.isJdk(of.getClass()) && !TrustedSizes.is(of)) {
            return Iterations.toArray(of);
        }
        CollectionPrices.copied(of);
        return of.toArray();
    }

    @SuppressWarnings("unchecked")
    public static @Nullable Object[] toArray(Collection<?> of, @Nullable Object[] into) {
        if (into != null && ObjectKind.isJdk(of.getClass()) && !TrustedSizes.is(of)) {
            return Iterations.toArray(of, into);
        }
        CollectionPrices.copied(of, into);
        return ((Collection<@Nullable Object>) of).toArray(into);
    }

    @SuppressWarnings("unchecked")
    public static @Nullable Object[] toArray(Collection<?> of, IntFunction<?> by) {
        if (ObjectKind.isJdk(of.getClass()) && !TrustedSizes.is(of)) {
            return Iterations.toArray(of, (@Nullable Object[]) by.apply(0));
        }
        CollectionPrices.copied(of);
        return of.toArray((IntFunction<@Nullable Object[]>) by);
    }
}
