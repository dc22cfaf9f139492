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
enum ObjectKind {
    /** Its own code answers, which is metered; or it is of a fixed size. */
    LEAF,
    /**
     * Of a fixed size, but many may have the same hash, and nothing that is metered tells them
     * apart or puts them into an order.
     */
    COLLIDING,
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
    HOLDER,
    /** The JDK's, and neither a collection nor of a fixed size. */
    SIZED;

    private static final ClassValue<ObjectKind> HASHED =
            new ClassValue<>() {
                @Override
                protected ObjectKind computeValue(Class<?> type) {
                    boolean byJdk = declaredByJdk(type, "hashCode");
                    ObjectKind kind = byJdk ? byType(type) : LEAF;
                    if (kind == LEAF && byJdk && SizedObjects.isHashed(type)) {
                        return SIZED;
                    }
                    return kind == LEAF && mayCollide(type) ? COLLIDING : kind;
                }
            };

    private static final ClassValue<ObjectKind> SHOWN =
            new ClassValue<>() {
                @Override
                protected ObjectKind computeValue(Class<?> type) {
                    boolean byJdk = declaredByJdk(type, "toString");
                    ObjectKind kind = byJdk ? byType(type) : LEAF;
                    return kind == LEAF && byJdk && SizedObjects.isShown(type) ? SIZED : kind;
                }
            };

    /** What it is for {@code equals} and {@code hashCode}. */
    static ObjectKind hashed(Object o) {
        return o instanceof String ? TEXT : HASHED.get(o.getClass());
    }

    private static final ClassValue<Boolean> NAMED =
            new ClassValue<>() {
                @Override
                protected Boolean computeValue(Class<?> type) {
                    return SizedObjects.hasTextOfObject(type);
                }
            };

    /** True if its text is the one that every object has. */
    static boolean isNamed(Object o) {
        return NAMED.get(o.getClass());
    }

    /** What it is for {@code toString}. */
    static ObjectKind shown(Object o) {
        return o instanceof String ? TEXT : SHOWN.get(o.getClass());
    }

    /** Its hash is its own, and its equals is not metered; only order would help a table. */
    private static boolean mayCollide(Class<?> type) {
        boolean ownHash;
        try {
            ownHash = type.getMethod("hashCode").getDeclaringClass() != Object.class;
        } catch (NoSuchMethodException | LinkageError e) {
            ownHash = true;
        }
        boolean ordered = isJdk(type) && Comparable.class.isAssignableFrom(type);
        return ownHash && !ordered && declaredByJdk(type, "equals", Object.class);
    }

    /** False if the method is one of woven code, wherever that inherits from. */
    static boolean declaredByJdk(Class<?> type, String method, Class<?>... parameters) {
        for (Class<?> at = type; at != null; at = at.getSuperclass()) {
            if (isJdk(at)) {
                return true;
            }
            if (declares(at, method, parameters)) {
                return false;
            }
        }
        return true;
    }

    private static boolean declares(Class<?> type, String method, Class<?>... parameters) {
        try {
            return type.getDeclaredMethod(method, parameters).getDeclaringClass() == type;
        } catch (NoSuchMethodException | LinkageError e) {
            return false; // if it cannot be asked, what it holds counts
        }
    }

    /** True for the classes of the JDK's base module, whose code is known and not metered. */
    static boolean isJdk(Class<?> type) {
        return type.getClassLoader() == null && type.getModule() == Object.class.getModule();
    }

    private static ObjectKind byType(Class<?> type) {
        if (CharSequence.class.isAssignableFrom(type)) {
            return TEXT;
        }
        boolean isWide =
                BigInteger.class.isAssignableFrom(type)
                        || BigDecimal.class.isAssignableFrom(type)
                        || BitSet.class.isAssignableFrom(type);
        if (isWide) {
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
                        || AtomicReference.class.isAssignableFrom(type)
                        || AtomicReferenceArray.class.isAssignableFrom(type);
        return holds ? HOLDER : LEAF;
    }
}
