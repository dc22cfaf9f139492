package dev.stint.hooks.jdk;

import java.util.Collection;
import java.util.EnumMap;
import java.util.Map;
import java.util.Spliterator;

/**
 * Hash tables that were large once. They do not shrink, and whoever walks through one passes all
 * its slots: a table from which a million keys were removed costs a million slots each time,
 * however few are in it.
 */
final class Tables {
    private static final String[] TABLES = {
        "java.util.HashMap",
        "java.util.HashSet",
        "java.util.IdentityHashMap",
        "java.util.WeakHashMap",
        "java.util.concurrent.ConcurrentHashMap"
    };

    /** Those, and their sets of keys, of entries and of values, if they are the JDK's own. */
    private static final ClassValue<Boolean> IS_TABLE =
            new ClassValue<>() {
                @Override
                protected Boolean computeValue(Class<?> type) {
                    return Kind.isJdk(type) && hasNameOfATable(type.getName());
                }
            };

    private Tables() {}

    private static boolean hasNameOfATable(String name) {
        for (String table : TABLES) {
            if (name.equals(table) || name.startsWith(table + "$")) {
                return true;
            }
        }
        return false;
    }

    /** Pays for the slots that are passed, if they are many more than the elements. */
    static void walked(Object holder) {
        if (holder instanceof EnumMap<?, ?> map) {
            Price.ops((Constants.slots(map) - 64 - 4L * map.size()) >> 1);
        } else if (IS_TABLE.get(holder.getClass())) {
            long size = holder instanceof Map<?, ?> m ? m.size() : ((Collection<?>) holder).size();
            Price.ops((slots(holder) - 64 - 4 * size) >> 1);
        }
    }

    /** How many slots the table has: its spliterator halves them until one is left. */
    private static long slots(Object holder) {
        Spliterator<?> rest =
                holder instanceof Map<?, ?> m
                        ? m.keySet().spliterator()
                        : ((Collection<?>) holder).spliterator();
        long slots = 1;
        while (rest.trySplit() != null) {
            slots <<= 1;
        }
        return slots;
    }
}
