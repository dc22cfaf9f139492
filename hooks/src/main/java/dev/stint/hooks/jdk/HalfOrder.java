package dev.stint.hooks.jdk;

import java.lang.invoke.MethodHandle;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Keys that can be compared, but not by the class that they have: one that extends such a class, or
 * says that it is comparable to any object. A hash table puts keys with the same hash into a tree,
 * and asks the class of each on the way whether it can be compared. Whose {@code equals} is called
 * there pays for the time; the JDK makes an array or two for each answer.
 */
final class HalfOrder {
    private static final int ANSWER = 64; // bytes
    private static final int FEW = 8; // so many with the same hash are no tree yet
    private static final int LEAST_SLOTS = 64; // of a table with trees
    private static final String TREE = "java.util.HashMap$TreeNode";
    private static final String TREES = "java.util.concurrent.ConcurrentHashMap$TreeBin";

    private static final ClassValue<Boolean> IS_HALF =
            new ClassValue<>() {
                @Override
                protected Boolean computeValue(Class<?> type) {
                    return Comparable.class.isAssignableFrom(type)
                            && !ObjectKind.isJdk(type)
                            && !isWhole(type);
                }
            };

    /** How many had the same hash; null as long as there was none of these keys. */
    private @Nullable Map<Integer, Integer> counts;

    HalfOrder() {}

    private static boolean isWhole(Class<?> type) {
        for (Type each : type.getGenericInterfaces()) {
            if (each instanceof ParameterizedType of
                    && of.getRawType() == Comparable.class
                    && of.getActualTypeArguments()[0] == type) {
                return true;
            }
        }
        return false;
    }

    /** Pays for a key that is looked for in a table. */
    static void looked(Object holder, @Nullable Object key) {
        if (key != null && IS_HALF.get(key.getClass())) {
            Object[] slots = HashTables.slotsOfTrees(holder);
            if (slots != null && slots.length >= LEAST_SLOTS) {
                paid(inTree(slots, key.hashCode()));
            }
        }
    }

    private static void paid(long many) {
        if (many > FEW) {
            Charges.pay(many >> 2, ANSWER * many);
        }
    }

    private static long inTree(Object[] slots, int hash) {
        Object first = slots[(slots.length - 1) & (hash ^ (hash >>> 16))];
        String kind = first == null ? "" : first.getClass().getName();
        if (kind.equals(TREES)) {
            return count(JdkFields.read(Nodes.FIRST, first), Nodes.NEXT_OF_SHARED);
        }
        return kind.equals(TREE) ? count(first, Nodes.NEXT) : 0;
    }

    private static long count(@Nullable Object first, MethodHandle next) {
        long count = 0;
        for (Object at = first; at != null; at = JdkFields.read(next, at)) {
            count++;
        }
        return count;
    }

    /** Pays for one of many keys that go into a table together. */
    void together(@Nullable Object key) {
        if (key != null && IS_HALF.get(key.getClass())) {
            Map<Integer, Integer> known = counts;
            if (known == null) {
                known = new HashMap<>();
                counts = known;
            }
            Charges.pay(1, ANSWER);
            paid(known.merge(key.hashCode(), 1, Integer::sum));
        }
    }

    /** The same for all that a table has, which is copied. */
    static void copied(Object holder) {
        Object[] slots = HashTables.slotsOfTrees(holder);
        if (slots != null && slots.length >= LEAST_SLOTS) {
            var order = new HalfOrder();
            Iterable<?> keys =
                    holder instanceof Map<?, ?> map ? map.keySet() : (Iterable<?>) holder;
            for (Object key : keys) {
                order.together(key);
            }
        }
    }

    /** Fields of tables; not before they are needed. */
    private static final class Nodes {
        static final MethodHandle NEXT = next(HashMap.class);
        static final MethodHandle NEXT_OF_SHARED = next(ConcurrentHashMap.class);
        static final MethodHandle FIRST = JdkFields.getter(named(TREES), "first", Object.class);

        private static MethodHandle next(Class<?> table) {
            return JdkFields.getter(named(table.getName() + "$Node"), "next", Object.class);
        }

        private static Class<?> named(String name) {
            try {
                return Class.forName(name);
            } catch (ClassNotFoundException e) {
                throw new IllegalStateException("a JDK without " + name, e);
            }
        }
    }
}
