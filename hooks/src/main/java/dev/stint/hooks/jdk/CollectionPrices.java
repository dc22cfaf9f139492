package dev.stint.hooks.jdk;

import dev.stint.hooks.Hook;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.RandomAccess;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.LinkedTransferQueue;
import org.jspecify.annotations.Nullable;

/**
 * Collections and maps. Called with the receiver, whose class tells what an operation costs: code
 * names the interface as often as the class.
 *
 * <p>A key that cannot be compared and whose equals is not metered, such as a list, may collide
 * with every other in a table: it costs as much as the table is large. Use a record instead; its
 * own code is metered.
 */
public final class CollectionPrices {
    private static final int COMPARISONS = 8; // on the way down a tree or a heap, on average
    private static final int HAND_OVER = 1280; // bytes, of what waits for somebody to take it
    private static final int BATCH = 256; // bytes, of what a queue takes out under its lock
    private static final int WALKER = 64; // bytes, of what goes through a table
    private static final int LINES = 256; // bytes, of what stands above the nodes of a skip list
    private static final int FEW = 64; // elements; a sweep over so few is in the call's price

    private CollectionPrices() {}

    private static int size(Object holder) {
        return switch (holder) {
            case Collection<?> c -> c.size();
            case Map<?, ?> m -> m.size();
            default -> 0;
        };
    }

    /** How many there are; some have to count. */
    public static void sizeAsked(Object self) {
        Class<?> type = self.getClass();
        boolean isKept = type == ArrayList.class || type == HashMap.class || type == HashSet.class;
        if (!isKept && CollectionViews.isCounted(self)) {
            Charges.ops(size(self));
        }
    }

    // ---- one element

    /** Looks for a key. */
    public static void key(Object self, @Nullable Object key) {
        key(CollectionShape.of(self), self, key);
    }

    private static void key(CollectionShape shape, Object self, @Nullable Object key) {
        switch (shape) {
            case OWN, FIXED -> {}
            case TREE -> Charges.ops(COMPARISONS + textual(key));
            case OLD_HASH -> {
                Charges.ops(size(self) >> 4);
                asked(self, key);
            }
            default -> asked(self, key);
        }
    }

    private static void asked(Object self, @Nullable Object key) {
        if (!(self instanceof HashMap<?, ?> || self instanceof HashSet<?>)) {
            HashTables.probed(self, key);
        }
        if (key == null || (key instanceof String s && s.length() < 256)) {
            return;
        }
        HalfOrder.looked(self, key);
        NestedObjects.weigh(key);
        if (NestedObjects.mayCollide(key)) {
            int size = size(self);
            Charges.ops(size > FEW ? size : 0);
        }
    }

    /** Comparing strings, and large numbers, on the way down costs their length each time. */
    private static long textual(@Nullable Object key) {
        return NestedObjects.order(key);
    }

    /** Looks for an element, by its key if the collection has such, otherwise one by one. */
    public static void find(Object self, @Nullable Object element) {
        CollectionShape shape = CollectionShape.of(self);
        if (shape == CollectionShape.OWN) {
            return;
        }
        if (shape.isKeyed(self)) {
            key(shape, self, element);
        } else {
            Charges.ops(Charges.times(size(self), 1 + NestedObjects.weight(element)) >> 1);
            CollectionViews.changed(self);
        }
    }

    /** Looks at values one by one. */
    public static void findValue(Object self, @Nullable Object value) {
        if (CollectionShape.of(self) != CollectionShape.OWN) {
            Hook.bytes(WALKER);
            Charges.ops(Charges.times(size(self), 1 + NestedObjects.weight(value)));
            HashTables.walked(self);
        }
    }

    public static void add(Object self, @Nullable Object element) {
        CollectionShape shape = CollectionShape.of(self);
        if (shape == CollectionShape.ROW) {
            Hook.bytes(shape.bytes);
            Sublists.changed(self);
            return;
        }
        added(shape, self, element);
    }

    private static void added(CollectionShape shape, Object self, @Nullable Object element) {
        switch (shape) {
            case OWN, FIXED -> {}
            case ROW, CHAIN -> Hook.bytes(shape.bytes);
            case HEAP -> {
                Hook.opsAndBytes(COMPARISONS, shape.bytes);
                Charges.ops(
                        Charges.times(2, NestedObjects.order(element))); // again when it is taken
            }
            case VIEW -> {
                Hook.bytes(shape.bytes);
                key(shape, self, element);
                Sublists.changed(self);
            }
            case HASH, OLD_HASH, TREE -> {
                Hook.bytes(shape.bytes);
                key(shape, self, element);
            }
            case COPY -> {
                Charges.array(size(self) + 1L, 4);
                if (self instanceof java.util.Set<?>) {
                    find(self, element);
                }
            }
        }
    }

    public static void put(Object self, @Nullable Object key, @Nullable Object value) {
        added(CollectionShape.of(self), self, key);
    }

    /** The same with a function that gives the value. */
    public static void compute(
            Object self, @Nullable Object key, @Nullable Object value, @Nullable Object function) {
        added(CollectionShape.of(self), self, key);
    }

    public static void keyAndValue(Object self, @Nullable Object key, @Nullable Object value) {
        key(self, key);
        NestedObjects.weigh(value);
    }

    public static void keyAndValues(
            Object self, @Nullable Object key, @Nullable Object value, @Nullable Object other) {
        keyAndValue(self, key, value);
    }

    /** The first or the last one goes. */
    public static void taken(Object self) {
        switch (CollectionShape.of(self)) {
            case HEAP, TREE -> Hook.ops(COMPARISONS);
            case COPY -> Charges.array(size(self), 4);
            default -> {}
        }
    }

    /** What waits for a time has a timer, and parks. */
    static void timed() {
        Charges.pay(8, 256);
    }

    public static void taken(Object self, long time, java.util.concurrent.TimeUnit unit) {
        timed();
        taken(self);
    }

    /** The first of a row goes, and the others move. */
    public static void takenFirst(Object self) {
        if (self instanceof List<?> list) {
            takenOut(list, 0);
        } else {
            taken(self);
        }
    }

    public static void find(Object self, @Nullable Object element, int from) {
        find(self, element);
    }

    public static void addTimed(
            Object self, @Nullable Object element, long time, java.util.concurrent.TimeUnit unit) {
        timed();
        if (self instanceof LinkedTransferQueue<?>) {
            Hook.bytes(HAND_OVER);
        }
        add(self, element);
    }

    /** It has no count, and goes through all. */
    public static void counted(Object self) {
        Charges.ops(size(self));
    }

    // ---- at a place

    /** Goes to a place, if that is far. */
    public static void at(List<?> self, int index) {
        if (!(self instanceof RandomAccess)) {
            walk(self, index);
        }
    }

    private static void walk(List<?> self, int index) {
        if (CollectionShape.of(self) != CollectionShape.OWN) {
            Charges.ops(Math.max(0, Math.min(index, size(self) - index)));
            Sublists.reached(self);
        }
    }

    public static void takenOut(List<?> self, int index) {
        Sublists.changed(self);
        switch (CollectionShape.of(self)) {
            case ROW -> Charges.bulk((long) size(self) - index);
            case COPY -> Charges.array(size(self), 4);
            default -> at(self, index);
        }
    }

    public static void putIn(List<?> self, int index, @Nullable Object element) {
        takenOut(self, index);
        Hook.bytes(CollectionShape.of(self).bytes);
    }

    public static void putIn(List<?> self, @Nullable Object element, int index) {
        putIn(self, index, element);
    }

    /** At the front. */
    public static void putFirst(Object self, @Nullable Object element) {
        Charges.bulk(size(self));
        add(self, element);
    }

    public static void changed(Object self) {
        CollectionShape shape = CollectionShape.of(self);
        if (shape == CollectionShape.COPY) {
            Charges.array(size(self), 4);
        } else if (shape == CollectionShape.ROW) {
            Charges.bulk(size(self));
        }
    }

    public static void changed(Object self, int index, @Nullable Object element) {
        if (CollectionShape.of(self) == CollectionShape.COPY) {
            Charges.array(size(self), 4);
        } else if (self instanceof List<?> list) {
            at(list, index);
        }
    }

    // ---- all of them

    /** One by one, with nothing asked of them. */
    public static void swept(Object self) {
        CollectionShape shape = CollectionShape.of(self);
        if (shape != CollectionShape.OWN) {
            Charges.ops(size(self));
            CollectionViews.changed(self);
            HashTables.walked(self);
            if (shape == CollectionShape.CHAIN && !(self instanceof List<?>)) {
                Hook.bytes(BATCH);
            }
        }
    }

    /** A function tells what stands in the place of each. */
    public static void replaced(Object self, @Nullable Object by) {
        swept(self);
        if (CollectionShape.of(self) == CollectionShape.COPY) {
            Charges.array(size(self), 4);
        }
    }

    /** Begins to go through it. */
    public static void walked(Object self) {
        if (self.getClass() != ArrayList.class) {
            HashTables.walked(self);
            Sublists.reached(self);
        }
    }

    public static void swept(Object self, @Nullable Object with) {
        swept(self);
    }

    public static void swept(Object self, @Nullable Object with, int at) {
        swept(self);
    }

    public static void swept(Object self, int from, int to) {
        swept(self);
    }

    public static void cleared(Object self) {
        if (CollectionShape.of(self) != CollectionShape.OWN) {
            Sublists.changed(self);
            Charges.ops(size(self) >> 2);
            if (CollectionViews.isLined(self)) {
                Charges.pay(0, 32L * size(self)); // each is marked by a node, before it goes
            }
            HashTables.cleared(self);
        }
    }

    /** Copied, into an array or another one of its kind. */
    public static void copied(Object self) {
        CollectionShape shape = CollectionShape.of(self);
        if (shape == CollectionShape.ROW || shape == CollectionShape.COPY) {
            Charges.array(size(self), 4);
        } else if (shape != CollectionShape.OWN) {
            Charges.pay(size(self), Charges.times(size(self), 4 + shape.bytes));
            HashTables.walked(self);
        }
    }

    /** Another of its kind, with the same in it. */
    public static void cloned(Object self) {
        copied(self);
        HalfOrder.copied(self);
        HashTables.copied(self);
        ArrayDeques.copied(self);
        hashedAgain(self);
    }

    /** A copy of a table asks each of its keys for its hash. */
    private static void hashedAgain(Object self) {
        if (self instanceof HashMap<?, ?> map) {
            map.keySet().forEach(NestedObjects::weigh);
        } else if (self instanceof HashSet<?> set) {
            set.forEach(NestedObjects::weigh);
        }
    }

    /** One that has lines above its nodes. */
    public static void linesCopied(Object self) {
        copied(self);
        Hook.bytes(LINES);
    }

    public static void copied(Object self, Object into) {
        CollectionShape shape = CollectionShape.of(self);
        if (shape != CollectionShape.OWN) {
            Charges.array(size(self), 4);
            if (shape != CollectionShape.ROW) {
                Charges.ops(size(self));
            }
        }
    }

    public static void sorted(List<?> self, @Nullable Object by) {
        if (CollectionShape.of(self) != CollectionShape.OWN) {
            Charges.pay(Charges.sorting(size(self)), Charges.times(size(self), 8));
        }
        NestedObjects.order(self, by);
    }

    /** Each of the one is looked for in the other. */
    public static Collection<?> sought(Object self, Collection<?> others) {
        boolean isJdk = others == null || ObjectKind.isJdk(others.getClass());
        Collection<?> seen = isJdk ? others : own(others); // a view stays: nothing is as large
        Charges.ops(size(self));
        boolean keyed =
                CollectionShape.of(self).isKeyed(self) && CollectionShape.of(seen).isKeyed(seen);
        for (Object o : seen) {
            Hook.ops1();
            if (!keyed) {
                Charges.ops(Charges.times(size(self), 1 + NestedObjects.weight(o)));
            } else {
                key(self, o);
            }
        }
        return seen;
    }

    /** All of the one are added to the other. */
    public static Collection<?> addAll(Object self, Collection<?> others) {
        Collection<?> seen = own(others);
        CollectionShape shape = CollectionShape.of(self);
        Sublists.changed(self);
        switch (shape) {
            case OWN -> {}
            case ROW -> Charges.pay(seen.size() >> 2, Charges.times(seen.size(), shape.bytes));
            case COPY -> {
                Charges.array((long) size(self) + 3L * seen.size(), 4);
                if (self instanceof java.util.Set<?>) {
                    distinct(size(self), seen);
                }
            }
            default -> each(shape, self, seen);
        }
        return seen;
    }

    /** Only what is not there yet: each is compared with all before it. */
    private static void distinct(long before, Collection<?> more) {
        long n = more.size();
        Charges.ops(Charges.times(n, Charges.plus(before, n)));
        for (Object o : more) {
            NestedObjects.weigh(o);
        }
    }

    public static Collection<?> addAbsent(Object self, Collection<?> others) {
        Collection<?> seen = own(others);
        Charges.array((long) size(self) + seen.size(), 4);
        distinct(size(self), seen);
        return seen;
    }

    /** A set without a table. */
    public static Collection<?> distinctRow(Collection<?> from) {
        Collection<?> seen = own(from);
        Charges.array(seen.size(), 12);
        distinct(0, seen);
        return seen;
    }

    private static void each(CollectionShape shape, Object self, Collection<?> all) {
        var order = new HalfOrder();
        boolean isHash = shape == CollectionShape.HASH || shape == CollectionShape.OLD_HASH;
        for (Object o : all) {
            Hook.ops1();
            if (isHash) {
                order.together(o);
            }
            added(shape, self, o);
        }
    }

    public static Collection<?> addAll(Object self, int at, Collection<?> others) {
        Charges.bulk(size(self));
        if (self instanceof List<?> list) {
            at(list, at);
        }
        return addAll(self, others);
    }

    public static Map<?, ?> putAll(Object self, Map<?, ?> others) {
        Map<?, ?> seen = own(others);
        CollectionShape shape = CollectionShape.of(self);
        var order = new HalfOrder();
        boolean isHash = shape == CollectionShape.HASH || shape == CollectionShape.OLD_HASH;
        for (Object key : seen.keySet()) {
            Hook.ops1();
            if (isHash) {
                order.together(key);
            }
            added(shape, self, key);
        }
        return seen;
    }

    // ---- new ones

    /** A table for so many has up to four times as many places. */
    public static void table(int elements) {
        Charges.array(Charges.times(4, Math.max(0, Math.min(elements, 1 << 30))), 4);
    }

    public static void table(int elements, float load) {
        HashTables.load(load);
        table((int) Math.min(1 << 30, elements / Math.min(1f, Math.max(load, 0.25f))));
    }

    public static void table(int elements, float load, boolean byAccess) {
        table(elements, load);
    }

    public static void table(int elements, float load, int concurrency) {
        table(Math.max(elements, concurrency), load);
    }

    /** A new row of all of them. */
    public static Collection<?> row(Collection<?> of) {
        Collection<?> seen = own(of);
        boolean isRow = CollectionShape.of(seen) == CollectionShape.ROW;
        Charges.array(seen.size(), isRow ? 4 : 12); // an array that grows, if it must be walked
        Charges.ops(seen.size() >> 1);
        walked(seen);
        return seen;
    }

    /** A row whose elements are put in order. */
    public static Collection<?> heap(Collection<?> of) {
        Collection<?> seen = own(of);
        Charges.pay(Charges.times(2, seen.size()), 8L * seen.size());
        NestedObjects.order(seen, null);
        return seen;
    }

    /** The same of one that may not say what is not so: it is copied as it is. */
    public static PriorityQueue<?> sameHeap(PriorityQueue<?> of) {
        Charges.pay(Charges.times(2, of.size()), 8L * of.size());
        return of;
    }

    public static Collection<?> chain(Collection<?> of) {
        Collection<?> seen = own(of);
        Charges.pay(seen.size(), Charges.times(seen.size(), CollectionShape.CHAIN.bytes));
        return seen;
    }

    /** A new set of all of them, or a sorted one. */
    public static Collection<?> keys(Collection<?> of) {
        Collection<?> seen = own(of);
        Hook.bytes(LINES);
        long before = 0;
        var order = new HalfOrder();
        for (Object o : seen) {
            order.together(o);
            Hook.opsAndBytes(2, CollectionShape.HASH.bytes);
            NestedObjects.weigh(o);
            if (NestedObjects.mayCollide(o)) {
                Charges.ops(before++);
            }
        }
        return seen;
    }

    public static Map<?, ?> map(Map<?, ?> of) {
        Map<?, ?> seen = own(of);
        keys(seen.keySet());
        return seen;
    }

    /**
     * A collection that tells the truth about its size: what is not the JDK's, or may be a view of
     * such, is gone through once, and goes on as a list, a view of a set as a set, and what is
     * sorted as what is sorted.
     */
    public static Collection<?> own(Collection<?> of) {
        if (of == null || TrustedSizes.is(of)) {
            return of;
        }
        if (of instanceof SortedSet<?> sorted) {
            return sorted(sorted);
        }
        if (of instanceof java.util.Set<?> && ObjectKind.isJdk(of.getClass())) {
            var set = new java.util.LinkedHashSet<@Nullable Object>();
            for (Object o : of) {
                Hook.opsAndBytes(1, CollectionShape.HASH.bytes);
                key(set, o);
                set.add(o);
            }
            return set;
        }
        return seen(of);
    }

    private static <E extends @Nullable Object> SortedSet<E> sorted(SortedSet<E> of) {
        var set = new TreeSet<E>(of.comparator());
        for (E e : of) {
            nodes(e);
            set.add(e);
        }
        return set;
    }

    private static <K extends @Nullable Object, V extends @Nullable Object> SortedMap<K, V> sorted(
            SortedMap<K, V> of) {
        var map = new TreeMap<K, V>(of.comparator());
        for (Map.Entry<K, V> e : of.entrySet()) {
            K key = e.getKey();
            nodes(key);
            map.put(key, e.getValue());
        }
        return map;
    }

    private static void nodes(@Nullable Object key) {
        Hook.opsAndBytes(1 + COMPARISONS, CollectionShape.TREE.bytes);
        Charges.ops(textual(key));
    }

    private static Collection<?> seen(Collection<?> of) {
        var seen = new ArrayList<@Nullable Object>();
        for (Object o : of) {
            Hook.opsAndBytes(1, CollectionShape.ROW.bytes);
            seen.add(o);
        }
        return seen;
    }

    public static Map<?, ?> own(Map<?, ?> of) {
        if (of == null || TrustedSizes.is(of)) {
            return of;
        }
        if (of instanceof SortedMap<?, ?> sorted) {
            return sorted(sorted);
        }
        var seen = new LinkedHashMap<@Nullable Object, @Nullable Object>();
        for (Map.Entry<?, ?> e : of.entrySet()) {
            Object key = e.getKey();
            Hook.opsAndBytes(2, CollectionShape.HASH.bytes);
            CollectionPrices.key(seen, key);
            seen.put(key, e.getValue());
        }
        return seen;
    }
}
