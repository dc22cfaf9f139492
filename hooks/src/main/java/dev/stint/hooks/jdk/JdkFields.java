package dev.stint.hooks.jdk;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Map;
import java.util.Optional;
import jdk.internal.access.SharedSecrets;
import org.jspecify.annotations.Nullable;

/**
 * What lies behind a view or a wrapper of the JDK. Nothing that is public tells, so fields are read
 * that are not; a JDK that has other ones is noticed at once.
 */
final class JdkFields {
    private static final String UTIL = "java.util.";
    private static final String IO = "java.io.";
    private static final String OUTER = "this$0";

    /** The field that holds what is behind, of classes and all that are derived from them. */
    private static final Map<String, String> FIELDS =
            Map.ofEntries(
                    Map.entry(UTIL + "Collections$UnmodifiableCollection", "c"),
                    Map.entry(UTIL + "Collections$UnmodifiableMap", "m"),
                    Map.entry(UTIL + "Collections$SynchronizedCollection", "c"),
                    Map.entry(UTIL + "Collections$SynchronizedMap", "m"),
                    Map.entry(UTIL + "Collections$CheckedCollection", "c"),
                    Map.entry(UTIL + "Collections$CheckedMap", "m"),
                    Map.entry(UTIL + "Collections$SetFromMap", "m"),
                    Map.entry(UTIL + "HashSet", "map"),
                    Map.entry(UTIL + "Properties", "map"),
                    Map.entry(UTIL + "HashMap$KeySet", OUTER),
                    Map.entry(UTIL + "HashMap$Values", OUTER),
                    Map.entry(UTIL + "HashMap$EntrySet", OUTER),
                    Map.entry(UTIL + "Hashtable$KeySet", OUTER),
                    Map.entry(UTIL + "Hashtable$ValueCollection", OUTER),
                    Map.entry(UTIL + "Hashtable$EntrySet", OUTER),
                    Map.entry(UTIL + "WeakHashMap$KeySet", OUTER),
                    Map.entry(UTIL + "WeakHashMap$Values", OUTER),
                    Map.entry(UTIL + "WeakHashMap$EntrySet", OUTER),
                    Map.entry(UTIL + "IdentityHashMap$KeySet", OUTER),
                    Map.entry(UTIL + "IdentityHashMap$Values", OUTER),
                    Map.entry(UTIL + "IdentityHashMap$EntrySet", OUTER),
                    Map.entry(UTIL + "EnumMap$KeySet", OUTER),
                    Map.entry(UTIL + "EnumMap$Values", OUTER),
                    Map.entry(UTIL + "EnumMap$EntrySet", OUTER),
                    Map.entry(UTIL + "concurrent.ConcurrentHashMap$CollectionView", "map"),
                    Map.entry(UTIL + "ReverseOrderListView", "base"),
                    Map.entry(UTIL + "ReverseOrderDequeView", "base"),
                    Map.entry(UTIL + "ReverseOrderSortedSetView", "base"),
                    Map.entry(UTIL + "ReverseOrderSortedMapView", "base"),
                    Map.entry(UTIL + "TreeSet", "m"),
                    Map.entry(UTIL + "TreeMap$KeySet", "m"),
                    Map.entry(UTIL + "concurrent.ConcurrentSkipListSet", "m"),
                    Map.entry(UTIL + "concurrent.ConcurrentSkipListMap$KeySet", "m"),
                    Map.entry(UTIL + "concurrent.ConcurrentSkipListMap$Values", "m"),
                    Map.entry(UTIL + "concurrent.ConcurrentSkipListMap$EntrySet", "m"),
                    Map.entry(UTIL + "concurrent.FutureTask", "callable"),
                    Map.entry(UTIL + "concurrent.Executors$RunnableAdapter", "task"),
                    Map.entry("java.time.Clock$OffsetClock", "baseClock"),
                    Map.entry("java.time.Clock$TickClock", "baseClock"),
                    Map.entry("java.time.Clock$SourceClock", "baseSource"),
                    Map.entry(UTIL + "ArrayList$SubList", "parent"),
                    Map.entry(UTIL + "AbstractList$SubList", "parent"),
                    Map.entry(IO + "FilterInputStream", "in"),
                    Map.entry(IO + "FilterOutputStream", "out"),
                    Map.entry(IO + "FilterReader", "in"),
                    Map.entry(IO + "FilterWriter", "out"),
                    Map.entry(IO + "BufferedReader", "in"),
                    Map.entry(IO + "BufferedWriter", "out"),
                    Map.entry(IO + "PrintWriter", "out"));

    private static final ClassValue<Optional<MethodHandle>> BEHIND =
            new ClassValue<>() {
                @Override
                protected Optional<MethodHandle> computeValue(Class<?> type) {
                    for (Class<?> at = type; at != null; at = at.getSuperclass()) {
                        String field = ObjectKind.isJdk(at) ? FIELDS.get(at.getName()) : null;
                        if (field != null) {
                            return Optional.of(getter(at, field, Object.class));
                        }
                    }
                    return Optional.empty();
                }
            };

    private JdkFields() {}

    /** What is right behind; null if that is nothing, or not known. */
    static @Nullable Object behind(Object view) {
        MethodHandle getter = BEHIND.get(view.getClass()).orElse(null);
        return getter == null ? null : read(getter, view);
    }

    /** How many lie behind each other, the given one included; counts no further than most. */
    static int depth(@Nullable Object view, int most) {
        int depth = 0;
        for (Object at = view; at != null && depth < most; at = behind(at)) {
            depth++;
        }
        return depth;
    }

    /** Reads a field of any object, with a result of the given type. */
    static MethodHandle getter(Class<?> of, String field, Class<?> as) {
        try {
            open(of);
            var lookup = MethodHandles.privateLookupIn(of, MethodHandles.lookup());
            return lookup.unreflectGetter(of.getDeclaredField(field))
                    .asType(MethodType.methodType(as, Object.class));
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(of.getName() + " has no field " + field, e);
        }
    }

    /** The same of a field that reflection hides even from the JDK itself. */
    static MethodHandle anyGetter(Class<?> of, String field, Class<?> type) {
        try {
            open(of);
            return MethodHandles.privateLookupIn(of, MethodHandles.lookup())
                    .findGetter(of, field, type)
                    .asType(MethodType.methodType(Object.class, Object.class));
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(of.getName() + " has no field " + field, e);
        }
    }

    /** Opens the package of a class of the JDK to this one. */
    static void open(Class<?> of) {
        SharedSecrets.getJavaLangAccess()
                .addOpens(of.getModule(), of.getPackageName(), JdkFields.class.getModule());
    }

    static @Nullable Object read(MethodHandle getter, Object of) {
        try {
            return (Object) getter.invokeExact(of);
        } catch (Throwable e) {
            throw new AssertionError("a field cannot be read", e);
        }
    }
}
