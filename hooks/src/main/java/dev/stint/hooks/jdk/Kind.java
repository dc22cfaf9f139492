package dev.stint.hooks.jdk;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.BitSet;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * What an object is for {@code equals}, {@code hashCode} and {@code toString}: something of fixed
 * size, something that asks what it holds, or something whose own code answers.
 */
enum Kind {
    /** Its own code answers, which is metered; or it is of a fixed size. */
    LEAF,
    /** A string, or something that becomes one. */
    TEXT,
    /** A number or a set of bits without a bound. */
    WIDE,
    LIST,
    SET,
    /** Neither list nor set: has the identity of an object, and a text like theirs. */
    HEAP,
    MAP,
    ENTRY,
    /** Holds one other thing, or an array of them. */
    HOLDER;

    private static final ClassValue<Kind> HASHED = of("hashCode");
    private static final ClassValue<Kind> SHOWN = of("toString");

    /** What it is for {@code equals} and {@code hashCode}. */
    static Kind hashed(Object o) {
        return o instanceof String ? TEXT : HASHED.get(o.getClass());
    }

    /** What it is for {@code toString}. */
    static Kind shown(Object o) {
        return o instanceof String ? TEXT : SHOWN.get(o.getClass());
    }

    private static ClassValue<Kind> of(String method) {
        return new ClassValue<>() {
            @Override
            protected Kind computeValue(Class<?> type) {
                return declaredByJdk(type, method) ? byType(type) : LEAF;
            }
        };
    }

    /** False if the method is one of woven code, wherever that inherits from. */
    private static boolean declaredByJdk(Class<?> type, String method) {
        for (Class<?> at = type; at != null; at = at.getSuperclass()) {
            if (isJdk(at)) {
                return true;
            }
            if (declares(at, method)) {
                return false;
            }
        }
        return true;
    }

    private static boolean declares(Class<?> type, String method) {
        try {
            return type.getDeclaredMethod(method).getDeclaringClass() == type;
        } catch (NoSuchMethodException | LinkageError e) {
            return false; // if it cannot be asked, what it holds counts
        }
    }

    /** True for the classes of the JDK's base module, whose code is known and not metered. */
    static boolean isJdk(Class<?> type) {
        return type.getClassLoader() == null && type.getModule() == Object.class.getModule();
    }

    private static Kind byType(Class<?> type) {
        if (CharSequence.class.isAssignableFrom(type)) {
            return TEXT;
        }
        if (type == BigInteger.class || type == BigDecimal.class || type == BitSet.class) {
            return WIDE;
        }
        if (List.class.isAssignableFrom(type)) {
            return LIST;
        }
        if (Set.class.isAssignableFrom(type)) {
            return SET;
        }
        if (Collection.class.isAssignableFrom(type)) {
            return HEAP;
        }
        if (Map.class.isAssignableFrom(type)) {
            return MAP;
        }
        if (Map.Entry.class.isAssignableFrom(type)) {
            return ENTRY;
        }
        boolean holds =
                type == Optional.class
                        || type == AtomicReference.class
                        || type == AtomicReferenceArray.class;
        return holds ? HOLDER : LEAF;
    }
}
