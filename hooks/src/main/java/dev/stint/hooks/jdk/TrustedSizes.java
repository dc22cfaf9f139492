package dev.stint.hooks.jdk;

import java.lang.reflect.Modifier;
import java.util.Collection;
import java.util.Map;

/**
 * Collections and maps whose {@code size()} is the JDK's own, and so the same when it asks again.
 * Its views ask what is behind them, which may be code that says something else each time: the JDK
 * would make an array as large as it likes.
 */
final class TrustedSizes {
    /** What is not public, and keeps or counts by itself. */
    private static final String[] KEEPERS = {
        "java.util.ImmutableCollections$",
        "java.util.Arrays$ArrayList",
        "java.util.ArrayList$",
        "java.util.HashMap$",
        "java.util.LinkedHashMap$",
        "java.util.TreeMap$",
        "java.util.IdentityHashMap$",
        "java.util.WeakHashMap$",
        "java.util.EnumMap$",
        "java.util.RegularEnumSet",
        "java.util.JumboEnumSet",
        "java.util.Collections$Singleton",
        "java.util.Collections$Empty",
        "java.util.Collections$CopiesList",
        "java.util.concurrent.ConcurrentHashMap$",
        "java.util.concurrent.ConcurrentSkipListMap$",
        "java.util.concurrent.CopyOnWriteArrayList$"
    };

    private static final ClassValue<Boolean> IS_TRUSTED =
            new ClassValue<>() {
                @Override
                protected Boolean computeValue(Class<?> type) {
                    return ObjectKind.isJdk(type) && keeps(type);
                }
            };

    private TrustedSizes() {}

    static boolean is(Collection<?> c) {
        return isAllTheWay(c);
    }

    static boolean is(Map<?, ?> m) {
        return isAllTheWay(m);
    }

    /** It keeps what it holds, or is a view, of a view maybe, of one that does. */
    private static boolean isAllTheWay(Object holder) {
        Object at = holder;
        while (!IS_TRUSTED.get(at.getClass())) {
            Object next = ObjectKind.isJdk(at.getClass()) ? JdkFields.behind(at) : null;
            if (next == null) {
                return false;
            }
            at = next;
        }
        return true;
    }

    private static boolean keeps(Class<?> type) {
        if (Modifier.isPublic(type.getModifiers())) {
            return true;
        }
        for (String keeper : KEEPERS) {
            if (type.getName().startsWith(keeper)) {
                return true;
            }
        }
        return false;
    }
}
