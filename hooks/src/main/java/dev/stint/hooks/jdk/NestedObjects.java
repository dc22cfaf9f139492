package dev.stint.hooks.jdk;

import dev.stint.hooks.Hook;
import dev.stint.hooks.TraceCost;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.BitSet;
import java.util.Collection;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * {@code equals}, {@code hashCode} and {@code toString} of objects that ask what they hold. Thirty
 * lists of two, each with the one before in it twice, are a billion steps; so here each is paid.
 *
 * <p>Stand-ins, with the results that the JDK gives, and a price for where it asks by itself. Each
 * step down costs something: it is at a charge that a stack which is too deep is found out.
 */
public final class NestedObjects {
    private static final int LEAST = 256; // characters; what is shorter is in the call's price

    private static final int LEAST_COMPARED = 64;

    /** Bytes of a text within another one, but for its characters. */
    private static final int PART = 96;

    /** Bytes of what it takes to go through a collection, here and then in the JDK. */
    private static final int ITERATORS = 160;

    /** Bytes of entries that are made as one comes to them, here and then in the JDK. */
    private static final int ENTRIES = 64;

    private NestedObjects() {}

    // ---- the price of being asked

    /**
     * Pays for one {@code hashCode} or {@code equals} that the JDK will ask of this, however deep
     * that goes.
     */
    public static void weigh(@Nullable Object o) {
        weight(o);
    }

    /** True if a table may have to look at every key that is like this one. */
    static boolean mayCollide(@Nullable Object key) {
        if (key == null || key instanceof String) {
            return false;
        }
        return switch (ObjectKind.hashed(key)) {
            case LEAF, TEXT, HEAP -> false;
            case WIDE -> key instanceof BitSet;
            case COLLIDING, LIST, SET, MAP, ENTRY, HOLDER -> true;
            case SIZED -> SizedObjects.mayCollide(key);
        };
    }

    /** Pays, and says how much it was. */
    static long weight(@Nullable Object o) {
        if (o == null || (o instanceof String s && s.length() < LEAST)) {
            return 0;
        }
        return switch (ObjectKind.hashed(o)) {
            case LEAF, COLLIDING -> 0;
            case TEXT -> paid(((CharSequence) o).length() >> 4);
            case WIDE -> paid(width(o));
            case LIST, SET -> weightOf((Collection<?>) o);
            case HEAP -> 0;
            case MAP -> weightOf((Map<?, ?>) o);
            case ENTRY -> {
                var e = (Map.Entry<?, ?>) o;
                yield paid(1) + weight(e.getKey()) + weight(e.getValue());
            }
            case HOLDER -> o instanceof Optional<?> held ? paid(1) + weight(held.orElse(null)) : 0;
            case SIZED -> paid(SizedObjects.width(o));
        };
    }

    private static long weightOf(Collection<?> c) {
        HashTables.walked(c);
        Hook.bytes(ITERATORS);
        long sum = 0;
        for (Object o : c) {
            sum = Charges.plus(sum, paid(1) + weight(o));
        }
        return sum;
    }

    private static long weightOf(Map<?, ?> m) {
        HashTables.walked(m);
        Hook.bytes(ITERATORS);
        boolean hasEntries = m instanceof HashMap<?, ?> || m instanceof TreeMap<?, ?>;
        long sum = 0;
        for (Map.Entry<?, ?> e : m.entrySet()) {
            if (!hasEntries) {
                Hook.bytes(ENTRIES);
            }
            sum = Charges.plus(sum, paid(2) + weight(e.getKey()) + weight(e.getValue()));
        }
        return sum;
    }

    private static long paid(long ops) {
        Charges.ops(ops);
        return ops;
    }

    /** Words of a number or a set of bits. */
    static long width(Object o) {
        return switch (o) {
            case BigInteger i -> i.bitLength() >> 5;
            case BigDecimal d -> d.unscaledValue().bitLength() >> 5;
            case BitSet b -> b.size() >> 6;
            default -> 0;
        };
    }

    /** Pays for a comparison of two. */
    public static void compared(Object a, @Nullable Object b) {
        if (a != b && b != null) {
            mayThrow(a);
            weight(a);
            if (ObjectKind.hashed(a) != ObjectKind.LEAF) {
                weight(b);
            }
        }
    }

    /** Sets and maps catch what looking into them throws, and say that they are not equal. */
    private static void mayThrow(Object a) {
        if (a instanceof Set<?> || a instanceof Map<?, ?>) {
            TraceCost.made();
        }
    }

    /** Pays for a {@code compareTo} of something that is known as comparable only. */
    public static void ordered(Object self, @Nullable Object other) {
        if (self instanceof String s) {
            Charges.bulk(s.length());
        } else if (self instanceof BigDecimal d && other != null) {
            BigNumbers.looked(d, other);
        } else if (!(self instanceof Number)
                || self instanceof BigInteger
                || self instanceof BigDecimal) {
            compared(self, other);
        }
    }

    // ---- the price of being put into an order

    /** What it costs to find the place of one among many; nothing for what is short. */
    static long order(@Nullable Object o) {
        return switch (o) {
            case null -> 0;
            case String s -> s.length() < LEAST_COMPARED ? 0 : s.length() >> 2;
            case BigInteger i -> i.bitLength() >> 5;
            case BigDecimal d -> Charges.plus(width(d), BigNumbers.measure(d));
            case Map.Entry<?, ?> e when ObjectKind.isJdk(e.getClass()) ->
                    Charges.plus(order(e.getKey()), order(e.getValue()));
            case Comparable<?> c when ObjectKind.hashed(c) == ObjectKind.SIZED ->
                    Charges.times(4, SizedObjects.width(c));
            default -> 0;
        };
    }

    /** All are put into an order; a comparator that is not the JDK's pays by itself. */
    static void order(Iterable<?> all, @Nullable Object by) {
        if (by == null || ObjectKind.isJdk(by.getClass())) {
            for (Object o : all) {
                Charges.ops(order(o));
            }
        }
    }

    /** Two are compared. */
    static void compareOnce(@Nullable Object a, @Nullable Object b) {
        Charges.ops(Math.min(order(a), order(b)));
    }

    /** Pays for the text that the JDK will make of this. */
    public static void shown(Object o) {
        ObjectKind kind = o instanceof String ? ObjectKind.TEXT : ObjectKind.shown(o);
        if (kind == ObjectKind.LEAF) {
            if (ObjectKind.isJdk(o.getClass())) {
                Charges.pay(16, 128); // numbers, dates, names
            } else if (ObjectKind.isNamed(o)) {
                named(o);
            }
        } else if (kind == ObjectKind.SIZED) {
            SizedObjects.shown(o);
        } else if (!(o instanceof String)) {
            toString(o);
        }
    }

    // ---- the same, of what is held by one whose own code has been asked and asks the JDK

    public static void heldHashed(Object o) {
        switch (o) {
            case Collection<?> c -> weightOf(c);
            case Map<?, ?> m -> weightOf(m);
            default -> weight(o);
        }
    }

    public static void heldCompared(Object a, @Nullable Object b) {
        if (a != b) {
            mayThrow(a);
            heldHashed(a);
            weigh(b);
        }
    }

    public static void heldShown(Object o) {
        HashTables.walked(o);
        switch (o) {
            case Collection<?> c -> c.forEach(NestedObjects::part);
            case Map<?, ?> m -> m.forEach(NestedObjects::parts);
            default -> shown(o);
        }
    }

    private static void part(@Nullable Object o) {
        Charges.pay(1, 16);
        if (o != null) {
            shown(o);
            if (o instanceof String s) {
                Charges.text(s.length());
            }
        }
    }

    private static void parts(@Nullable Object key, @Nullable Object value) {
        part(key);
        part(value);
    }

    /** What code that is not the JDK's hands to it, which may ask it at once. */
    public static @Nullable Object given(@Nullable Object o) {
        weight(o);
        return o;
    }

    // ---- stand-ins

    public static int hashCode(Object o) {
        if (o instanceof String s) {
            Charges.bulk(s.length());
            return s.hashCode();
        }
        return switch (ObjectKind.hashed(o)) {
            case LEAF, COLLIDING, TEXT, HEAP -> o.hashCode();
            case WIDE -> {
                Charges.ops(width(o));
                yield o.hashCode();
            }
            case LIST -> {
                int hash = 1;
                for (Object e : (List<?>) o) {
                    Hook.ops1();
                    hash = 31 * hash + hash(e);
                }
                yield hash;
            }
            case SET -> {
                int hash = 0;
                for (Object e : (Set<?>) o) {
                    Hook.ops1();
                    hash += hash(e);
                }
                yield hash;
            }
            case MAP -> {
                int hash = 0;
                for (Map.Entry<?, ?> e : ((Map<?, ?>) o).entrySet()) {
                    Hook.ops2();
                    hash += hash(e.getKey()) ^ hash(e.getValue());
                }
                yield hash;
            }
            case ENTRY -> {
                Hook.ops1();
                var e = (Map.Entry<?, ?>) o;
                yield hash(e.getKey()) ^ hash(e.getValue());
            }
            case HOLDER -> {
                Hook.ops1();
                yield o instanceof Optional<?> held ? hash(held.orElse(null)) : o.hashCode();
            }
            case SIZED -> {
                Charges.ops(SizedObjects.width(o));
                yield o.hashCode();
            }
        };
    }

    /** The same for null, which is 0. */
    public static int hash(@Nullable Object o) {
        return o == null ? 0 : hashCode(o);
    }

    /** {@code Objects.hash} and {@code Arrays.hashCode}. */
    public static int hashOf(Object @Nullable [] values) {
        if (values == null) {
            return 0;
        }
        int hash = 1;
        for (Object e : values) {
            Hook.ops1();
            hash = 31 * hash + hash(e);
        }
        return hash;
    }

    public static boolean equals(Object a, @Nullable Object b) {
        if (a == b) {
            return true;
        }
        if (a instanceof String s) {
            Charges.bulk(s.length());
            return s.equals(b);
        }
        return switch (ObjectKind.hashed(a)) {
            case LEAF, COLLIDING, TEXT, HEAP -> a.equals(b);
            case WIDE -> {
                Charges.ops(width(a));
                yield a.equals(b);
            }
            case LIST -> b instanceof List<?> other && sameLists((List<?>) a, other);
            case SET -> b instanceof Set<?> other && sameSets((Set<?>) a, other);
            case MAP -> b instanceof Map<?, ?> other && sameMaps((Map<?, ?>) a, other);
            case ENTRY -> {
                Hook.ops1();
                var e = (Map.Entry<?, ?>) a;
                yield b instanceof Map.Entry<?, ?> f
                        && equal(e.getKey(), f.getKey())
                        && equal(e.getValue(), f.getValue());
            }
            case HOLDER -> {
                Hook.ops1();
                yield a instanceof Optional<?> x
                        ? b instanceof Optional<?> y && equal(x.orElse(null), y.orElse(null))
                        : a.equals(b);
            }
            case SIZED -> {
                Charges.ops(SizedObjects.width(a));
                yield a.equals(b);
            }
        };
    }

    /** The same where the first may be null. */
    public static boolean equal(@Nullable Object a, @Nullable Object b) {
        return a == b || (a != null && equals(a, b));
    }

    private static boolean sameLists(List<?> a, List<?> b) {
        Iterator<?> i = a.iterator();
        Iterator<?> j = b.iterator();
        while (i.hasNext() && j.hasNext()) {
            Hook.ops1();
            if (!equal(i.next(), j.next())) {
                return false;
            }
        }
        return !i.hasNext() && !j.hasNext();
    }

    private static boolean sameSets(Set<?> a, Set<?> b) {
        if (a.size() != b.size()) {
            return false;
        }
        for (Object e : b) {
            CollectionPrices.key(a, e);
            if (!contains(a, e)) {
                return false;
            }
        }
        return true;
    }

    private static boolean contains(Set<?> set, @Nullable Object e) {
        try {
            return set.contains(e);
        } catch (ClassCastException | NullPointerException unlike) {
            TraceCost.made();
            return false; // as AbstractSet.equals says
        }
    }

    private static boolean sameMaps(Map<?, ?> a, Map<?, ?> b) {
        if (a.size() != b.size()) {
            return false;
        }
        for (Map.Entry<?, ?> e : a.entrySet()) {
            CollectionPrices.key(b, e.getKey());
            Object there = value(b, e.getKey());
            boolean same =
                    e.getValue() == null
                            ? there == null && b.containsKey(e.getKey())
                            : equal(e.getValue(), there);
            if (!same) {
                return false;
            }
        }
        return true;
    }

    private static @Nullable Object value(Map<?, ?> map, @Nullable Object key) {
        try {
            return map.get(key);
        } catch (ClassCastException | NullPointerException unlike) {
            TraceCost.made();
            return null;
        }
    }

    // ---- text

    /** {@code String.valueOf}, paid. */
    public static String text(@Nullable Object o) {
        return o == null ? "null" : toString(o);
    }

    public static String textOr(@Nullable Object o, String otherwise) {
        return o == null ? otherwise : toString(o);
    }

    public static String toString(Object o) {
        if (o instanceof String s) {
            return s;
        }
        return switch (ObjectKind.shown(o)) {
            case LEAF, COLLIDING -> {
                if (ObjectKind.isJdk(o.getClass())) {
                    Charges.pay(16, 128); // numbers, dates, names
                } else {
                    named(o); // it may have the text that every object has
                }
                yield o.toString();
            }
            case TEXT -> {
                if (ObjectKind.isJdk(o.getClass())) {
                    Charges.text(((CharSequence) o).length());
                }
                yield o.toString();
            }
            case WIDE -> {
                BigNumbers.shown(o);
                yield o.toString();
            }
            case SIZED -> {
                SizedObjects.shown(o);
                yield o.toString();
            }
            case LIST, SET, HEAP, MAP, ENTRY, HOLDER -> {
                var out = new StringBuilder();
                show(out, o);
                Charges.text(out.length());
                yield out.toString();
            }
        };
    }

    /** The name of its class and a number. */
    public static void named(Object o) {
        Charges.text(Charges.times(2, o.getClass().getName().length() + 16L));
    }

    private static void put(StringBuilder out, @Nullable String given) {
        String text = given == null ? "null" : given; // some toString() returns that
        Charges.pay(1 + (text.length() >> 4), 4L * text.length());
        out.append(text);
    }

    private static void show(StringBuilder out, @Nullable Object o) {
        switch (o == null ? ObjectKind.LEAF : ObjectKind.shown(o)) {
            case LEAF, COLLIDING, TEXT, WIDE, SIZED -> put(out, text(o));
            case LIST, SET, HEAP -> {
                var c = (Collection<?>) Objects.requireNonNull(o);
                int begin = out.length();
                HashTables.walked(c);
                put(out, "[");
                String before = "";
                for (Object e : c) {
                    put(out, before);
                    if (e == c) {
                        put(out, "(this Collection)");
                    } else {
                        show(out, e);
                    }
                    before = ", ";
                }
                put(out, "]");
                madeAgain(out, begin);
            }
            case MAP -> {
                var m = (Map<?, ?>) Objects.requireNonNull(o);
                int begin = out.length();
                HashTables.walked(m);
                put(out, "{");
                String before = "";
                for (Map.Entry<?, ?> e : m.entrySet()) {
                    put(out, before);
                    showPart(out, m, e.getKey());
                    put(out, "=");
                    showPart(out, m, e.getValue());
                    before = ", ";
                }
                put(out, "}");
                madeAgain(out, begin);
            }
            case ENTRY -> {
                int begin = out.length();
                Hook.ops1();
                var e = (Map.Entry<?, ?>) Objects.requireNonNull(o);
                show(out, e.getKey());
                put(out, "=");
                show(out, e.getValue());
                madeAgain(out, begin);
            }
            case HOLDER -> {
                int begin = out.length();
                showHeld(out, Objects.requireNonNull(o));
                madeAgain(out, begin);
            }
        }
    }

    /** The JDK makes a string of each part, which it copies into that of what is around it. */
    private static void madeAgain(StringBuilder out, int begin) {
        if (begin > 0) {
            long length = (long) out.length() - begin;
            Charges.pay(1 + (length >> 3), PART + 4 * length);
        }
    }

    private static void showPart(StringBuilder out, Map<?, ?> map, @Nullable Object part) {
        if (part == map) {
            put(out, "(this Map)");
        } else {
            show(out, part);
        }
    }

    private static void showHeld(StringBuilder out, Object holder) {
        Hook.ops1();
        switch (holder) {
            case Optional<?> optional when optional.isPresent() -> {
                put(out, "Optional[");
                show(out, optional.get());
                put(out, "]");
            }
            case AtomicReference<?> reference -> show(out, reference.get());
            case AtomicReferenceArray<?> array -> {
                put(out, "[");
                for (int i = 0; i < array.length(); i++) {
                    put(out, i == 0 ? "" : ", ");
                    show(out, array.get(i));
                }
                put(out, "]");
            }
            default -> put(out, holder.toString());
        }
    }

    /** The text of an array's elements. */
    public static String textOf(Object @Nullable [] array) {
        if (array == null) {
            return "null";
        }
        var out = new StringBuilder();
        put(out, "[");
        String before = "";
        for (Object e : array) {
            put(out, before);
            show(out, e);
            before = ", ";
        }
        put(out, "]");
        Charges.text(out.length());
        return out.toString();
    }

    /** {@code Arrays.equals}. */
    public static boolean equalArrays(Object @Nullable [] a, Object @Nullable [] b) {
        if (a == b) {
            return true;
        }
        if (a == null || b == null || a.length != b.length) {
            return false;
        }
        for (int i = 0; i < a.length; i++) {
            Hook.ops1();
            if (!equal(a[i], b[i])) {
                return false;
            }
        }
        return true;
    }
}
