package dev.stint.hooks.jdk;

import dev.stint.hooks.AccessRefusedException;
import java.lang.invoke.MethodHandle;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Hashtable;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Hash tables that were large once. They do not shrink, and whoever walks through one passes all
 * its slots: a table from which a million keys were removed costs a million slots each time,
 * however few are in it.
 */
final class HashTables {
    private static final float LEAST_LOAD = 0.25f;

    /** Each has a field of this name with its slots, and so have classes derived from it. */
    private static final String FIELD = "table";

    private static final List<Class<?>> TABLES =
            List.of(
                    HashMap.class,
                    Hashtable.class,
                    WeakHashMap.class,
                    IdentityHashMap.class,
                    ConcurrentHashMap.class);

    private static final ClassValue<Optional<MethodHandle>> SLOTS =
            new ClassValue<>() {
                @Override
                protected Optional<MethodHandle> computeValue(Class<?> type) {
                    if (Properties.class.isAssignableFrom(type)) {
                        return Optional.empty(); // its slots are in a table behind it
                    }
                    for (Class<?> table : TABLES) {
                        if (table.isAssignableFrom(type)) {
                            return Optional.of(JdkFields.getter(table, FIELD, Object[].class));
                        }
                    }
                    return Optional.empty();
                }
            };

    private HashTables() {}

    /** Pays for the slots that are passed, if they are many more than the elements. */
    static void walked(Object holder) {
        Object table = tableOf(holder);
        if (table != null && !(table instanceof LinkedHashMap<?, ?>)) { // its entries are a chain
            paid(holder, table);
        }
    }

    /** The same where all slots are made empty. */
    static void cleared(Object holder) {
        Object table = tableOf(holder);
        if (table != null) {
            paid(holder, table);
        }
    }

    /** The same where the copy gets as many. */
    static void copied(Object table) {
        boolean keepsSlots =
                table instanceof IdentityHashMap<?, ?>
                        || table instanceof EnumMap<?, ?>
                        || (table instanceof Hashtable<?, ?> && !(table instanceof Properties));
        if (keepsSlots) {
            Charges.array(slots(table), 4);
        }
    }

    private static void paid(Object holder, Object table) {
        long slots = slots(table);
        if (slots > 64) {
            long size = holder instanceof Map<?, ?> m ? m.size() : ((Collection<?>) holder).size();
            Charges.ops((slots - 64 - 4 * size) >> 1);
        }
    }

    /**
     * Pays for the slots that an identity table looks at for a key, and beyond, up to an empty one:
     * whoever reads the hashes of his keys may have them all stand in one row.
     */
    static void probed(Object holder, @Nullable Object key) {
        if (!(tableOf(holder) instanceof IdentityHashMap<?, ?> table)) {
            return;
        }
        Object[] slots = slotsOf(table);
        if (slots == null || slots.length == 0) {
            return;
        }
        int hash = System.identityHashCode(key);
        int at = ((hash << 1) - (hash << 8)) & (slots.length - 1);
        int passed = 0;
        while (slots[at] != null && passed < slots.length) {
            at = (at + 2) & (slots.length - 1);
            passed++;
        }
        Charges.ops(passed >> 1);
    }

    /** The slots of one that makes trees of what collides; null of all others. */
    static Object @Nullable [] slotsOfTrees(Object holder) {
        Object table = tableOf(holder);
        boolean hasTrees =
                table instanceof HashMap<?, ?> || table instanceof ConcurrentHashMap<?, ?>;
        return table != null && hasTrees ? slotsOf(table) : null;
    }

    /** The table that a set or a view is of; null if there is none. */
    private static @Nullable Object tableOf(Object holder) {
        for (Object at = holder; at != null; at = JdkFields.behind(at)) {
            if (at instanceof EnumMap<?, ?> || SLOTS.get(at.getClass()).isPresent()) {
                return at;
            }
        }
        return null;
    }

    private static long slots(Object table) {
        if (table instanceof EnumMap<?, ?> map) {
            return Enums.slots(map);
        }
        Object[] slots = slotsOf(table);
        return slots == null ? 0 : slots.length;
    }

    private static Object @Nullable [] slotsOf(Object table) {
        try {
            return (Object[]) SLOTS.get(table.getClass()).orElseThrow().invokeExact(table);
        } catch (Throwable e) {
            throw new AssertionError("a field cannot be read", e);
        }
    }

    /** How full a table gets: one that may not get full doubles for every key. */
    static void load(float load) {
        if (load > 0 && load < LEAST_LOAD) {
            throw new AccessRefusedException(
                    "a table with a load factor of "
                            + load
                            + " is not open to code that is metered: it grows to much more than"
                            + " what is paid for. Take "
                            + LEAST_LOAD
                            + " or more, or none.");
        }
    }
}
