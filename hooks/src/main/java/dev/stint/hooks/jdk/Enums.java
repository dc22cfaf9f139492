package dev.stint.hooks.jdk;

import dev.stint.hooks.AccessRefusedException;
import java.lang.invoke.MethodHandle;
import java.util.Collection;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Iterator;
import java.util.Map;
import jdk.internal.access.JavaLangAccess;
import jdk.internal.access.SharedSecrets;
import org.jspecify.annotations.Nullable;

/**
 * The constants of enums, and sets and maps of them, which are as large as there are constants. The
 * JDK takes the word of the class for how many that are: its {@code values()}. A compiler writes a
 * true one; whoever writes class files can write another.
 */
public final class Enums {
    static final int MOST = 1 << 12; // more do not fit into the initialiser of a class

    private static final MethodHandle VALUES =
            JdkFields.getter(EnumMap.class, "vals", Object[].class);

    private static final JavaLangAccess JLA = SharedSecrets.getJavaLangAccess();

    private Enums() {}

    /** How many there are; none if it is no enum. */
    @SuppressWarnings({"unchecked", "rawtypes"})
    private static int count(@Nullable Class<?> type) {
        if (type == null || !type.isEnum()) {
            return 0;
        }
        Object[] all = JLA.getEnumConstantsShared((Class) type); // not a copy
        int count = all == null ? 0 : all.length;
        if (count > MOST) {
            throw new AccessRefusedException(
                    type.getName()
                            + " is not an enum that the JDK is told of: its values() gives "
                            + count
                            + " constants, and a class has room for "
                            + MOST
                            + ". Have the compiler write it.");
        }
        return count;
    }

    private static @Nullable Class<?> typeOf(@Nullable Object constant) {
        return constant instanceof Enum<?> e ? e.getDeclaringClass() : null;
    }

    /** A copy of all. */
    public static void copied(Class<?> self) {
        Charges.array(count(self), 4);
    }

    /** One is looked for by its name; all have been put into a table. */
    public static void named(Class<?> type, String name) {
        count(type);
        Strings.read(name);
    }

    // ---- sets

    public static void set(@Nullable Class<?> type) {
        Charges.array(count(type) >> 6, 8);
    }

    public static void setOf(Enum<?> first) {
        set(typeOf(first));
    }

    public static void setOf(Enum<?> first, Enum<?> b) {
        setOf(first);
    }

    public static void setOf(Enum<?> first, Enum<?> b, Enum<?> c) {
        setOf(first);
    }

    public static void setOf(Enum<?> first, Enum<?> b, Enum<?> c, Enum<?> d) {
        setOf(first);
    }

    public static void setOf(Enum<?> first, Enum<?> b, Enum<?> c, Enum<?> d, Enum<?> e) {
        setOf(first);
    }

    public static void setOf(Enum<?> first, Enum<?>[] others) {
        setOf(first);
        Charges.ops(others.length);
    }

    public static Collection<?> setOfAll(Collection<?> of) {
        if (of instanceof EnumSet<?>) {
            return of; // it is of an enum that was seen, and copied as it is
        }
        Collection<?> seen = CollectionPrices.row(of);
        set(typeOf(firstOf(seen)));
        return seen;
    }

    // ---- maps

    public static void map(@Nullable Class<?> type) {
        Charges.array(count(type), 4);
    }

    public static Map<?, ?> mapOf(Map<?, ?> of) {
        if (of instanceof EnumMap<?, ?> map) {
            Charges.array(slots(map), 4);
            return of;
        }
        Map<?, ?> seen = CollectionPrices.map(of);
        map(seen == null ? null : typeOf(firstOf(seen.keySet())));
        return seen;
    }

    /** Places for values, most of which may be empty. */
    static int slots(EnumMap<?, ?> map) {
        try {
            return ((Object[]) VALUES.invokeExact((Object) map)).length;
        } catch (Throwable e) {
            throw new AssertionError("a field cannot be read", e);
        }
    }

    private static @Nullable Object firstOf(@Nullable Collection<?> all) {
        Iterator<?> each = all == null ? null : all.iterator();
        return each != null && each.hasNext() ? each.next() : null;
    }
}
