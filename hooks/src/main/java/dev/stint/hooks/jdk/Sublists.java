package dev.stint.hooks.jdk;

import dev.stint.hooks.Hook;
import java.lang.invoke.MethodHandle;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.ListIterator;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import org.jspecify.annotations.Nullable;

/**
 * Lists that are changed by their parts, by a view from the other end, or by an iterator. All that
 * is behind the place moves in the list itself, however small the part is.
 */
public final class Sublists {
    private static final int DEEP = 1_000; // as many as there may be parts of parts
    private static final String UTIL = "java.util.";

    private static final Set<String> PARTS =
            Set.of(UTIL + "ArrayList$SubList", UTIL + "AbstractList$SubList");

    /** What an iterator of the JDK goes through: a field of it, or of one that it wraps. */
    private static final ClassValue<Optional<MethodHandle>> GONE_THROUGH =
            new ClassValue<>() {
                @Override
                protected Optional<MethodHandle> computeValue(Class<?> type) {
                    Field found = null;
                    for (Class<?> at = type; at != null; at = at.getSuperclass()) {
                        for (Field field : at.getDeclaredFields()) {
                            boolean isOuter = field.getName().equals("this$0");
                            if (holds(field) && (found == null || isOuter)) {
                                found = field;
                            }
                        }
                    }
                    return Optional.ofNullable(found)
                            .map(
                                    f ->
                                            JdkFields.getter(
                                                    f.getDeclaringClass(),
                                                    f.getName(),
                                                    Object.class));
                }
            };

    /** The list that a part is one of, over all parts between. */
    private static final ClassValue<Optional<MethodHandle>> ROOT =
            new ClassValue<>() {
                @Override
                protected Optional<MethodHandle> computeValue(Class<?> type) {
                    for (Class<?> at = type; at != null; at = at.getSuperclass()) {
                        if (PARTS.contains(at.getName())) {
                            return Optional.of(JdkFields.getter(at, "root", Object.class));
                        }
                    }
                    return Optional.empty();
                }
            };

    private Sublists() {}

    private static boolean holds(Field field) {
        Class<?> type = field.getType();
        return !Modifier.isStatic(field.getModifiers())
                && ObjectKind.isJdk(field.getDeclaringClass())
                && (Collection.class.isAssignableFrom(type)
                        || Map.class.isAssignableFrom(type)
                        || Iterator.class.isAssignableFrom(type));
    }

    private static boolean isPart(Class<?> type) {
        return ObjectKind.isJdk(type)
                && (type.getName().endsWith("SubList")
                        || type.getName().startsWith(UTIL + "ReverseOrderListView"));
    }

    /** The list that a part, or a view from the end, is one of; null if it is neither. */
    private static @Nullable List<?> whole(Object self) {
        if (self.getClass() == ArrayList.class) {
            return null;
        }
        boolean isPart = false;
        Object at = self;
        Object next = self;
        for (int i = 0; next != null && i < DEEP; i++) {
            at = next;
            isPart |= isPart(at.getClass());
            MethodHandle root = ROOT.get(at.getClass()).orElse(null);
            next = root == null ? JdkFields.behind(at) : JdkFields.read(root, at);
        }
        return isPart && at instanceof List<?> list ? list : null;
    }

    // ---- changes

    /** Elements are put in, or taken out. */
    static void changed(Object self) {
        if (self.getClass() != ArrayList.class) {
            CollectionViews.changed(self);
            List<?> whole = whole(self);
            if (whole != null) {
                moved(whole);
            }
        }
    }

    private static void moved(Collection<?> all) {
        switch (CollectionShape.of(all)) {
            case ROW -> Charges.ops(all.size() >> (all instanceof ArrayBlockingQueue<?> ? 1 : 4));
            case CHAIN -> Charges.ops(all instanceof List<?> ? all.size() >> 1 : 0);
            case COPY -> Charges.array(all.size(), 4);
            case HEAP -> Charges.ops(all.size() >> 1); // it may be looked for
            default -> {}
        }
    }

    /** Goes to a place in a list whose places are far. */
    static void reached(Object self) {
        List<?> whole = whole(self);
        if (whole != null && CollectionShape.of(whole) == CollectionShape.CHAIN) {
            Charges.ops(whole.size() >> 1);
        }
    }

    public static void removed(Object self, @Nullable Object element) {
        CollectionPrices.find(self, element);
        changed(self);
    }

    /** One after the other goes, unless the JDK does it in one sweep. */
    public static void sifted(Collection<?> self, @Nullable Object by) {
        CollectionPrices.swept(self);
        unlessSwept(self, UTIL + "ArrayList$SubList", UTIL + "ReverseOrderListView");
    }

    public static Collection<?> sifted(Collection<?> self, Collection<?> by) {
        Collection<?> seen = CollectionPrices.sought(self, by);
        unlessSwept(self, UTIL + "ArrayList$SubList");
        return seen;
    }

    private static void unlessSwept(Collection<?> self, String... sweeping) {
        List<?> whole = whole(self);
        if (whole == null) {
            return;
        }
        moved(whole);
        boolean isSwept = CollectionShape.of(whole) != CollectionShape.ROW;
        for (String name : sweeping) {
            isSwept |= self.getClass().getName().startsWith(name);
        }
        if (!isSwept) {
            Charges.ops(Charges.times(self.size(), whole.size()) >> 4);
        }
    }

    // ---- by iterators

    public static void removed(Iterator<?> self) {
        Collection<?> through = goneThrough(self);
        if (through != null) {
            List<?> whole = whole(through);
            CollectionViews.changed(through);
            if (whole == null
                    && CollectionShape.of(through) == CollectionShape.ROW
                    && self instanceof ListIterator<?> i) {
                Charges.bulk((long) through.size() - i.nextIndex());
            } else if (CollectionShape.of(whole == null ? through : whole)
                    != CollectionShape.CHAIN) { // it is there
                moved(whole == null ? through : whole);
            }
        }
    }

    public static void added(ListIterator<?> self, @Nullable Object element) {
        Collection<?> through = goneThrough(self);
        if (through != null) {
            removed(self);
            Hook.bytes(CollectionShape.CHAIN.bytes);
        }
    }

    /** Null if it is one of woven code, or of something that has no order. */
    private static @Nullable Collection<?> goneThrough(Iterator<?> self) {
        Object at = self;
        for (int i = 0; at instanceof Iterator<?> && i < DEEP; i++) {
            MethodHandle getter = GONE_THROUGH.get(at.getClass()).orElse(null);
            at = getter == null ? null : JdkFields.read(getter, at);
        }
        return at instanceof Collection<?> c && CollectionShape.of(c) != CollectionShape.OWN
                ? c
                : null;
    }
}
