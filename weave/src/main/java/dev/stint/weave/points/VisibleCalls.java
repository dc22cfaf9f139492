package dev.stint.weave.points;

import java.lang.classfile.Opcode;
import java.lang.constant.MethodTypeDesc;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Tells which calls of the JDK others can notice: those on objects that can be shared and changed.
 */
final class VisibleCalls {
    private static final String UTIL = "java/util/";
    private static final String CONCURRENT = "java/util/concurrent/";
    private static final String ATOMIC = CONCURRENT + "atomic/";
    private static final String LOCKS = CONCURRENT + "locks/";
    private static final String VAR_HANDLE = "java/lang/invoke/VarHandle";

    /** Of java.util.concurrent, what others cannot notice, or what only calls code of the user. */
    private static final Set<String> NOT_NOTICED =
            Set.of("TimeUnit", "Callable", "ThreadFactory", "Executors");

    /** Of java.util, what never locks itself. */
    private static final Set<String> UNLOCKED =
            Set.of(
                    "ArrayList",
                    "LinkedList",
                    "ArrayDeque",
                    "PriorityQueue",
                    "HashMap",
                    "LinkedHashMap",
                    "TreeMap",
                    "IdentityHashMap",
                    "WeakHashMap",
                    "EnumMap",
                    "HashSet",
                    "LinkedHashSet",
                    "TreeSet",
                    "EnumSet",
                    "BitSet",
                    "Queue",
                    "Deque",
                    "Iterator",
                    "ListIterator",
                    "Enumeration",
                    "Map$Entry");

    /** Of java.util, what can: as it is, or as one of the wrappers that Collections makes. */
    private static final Set<String> PERHAPS_LOCKED =
            Set.of(
                    "Collection",
                    "List",
                    "Set",
                    "SortedSet",
                    "NavigableSet",
                    "SequencedCollection",
                    "SequencedSet",
                    "SequencedMap",
                    "Map",
                    "SortedMap",
                    "NavigableMap",
                    "AbstractCollection",
                    "AbstractList",
                    "AbstractMap",
                    "AbstractSet",
                    "Vector",
                    "Stack",
                    "Hashtable",
                    "Dictionary",
                    "Properties");

    /** Of java.util.concurrent, what holds a monitor while it calls back. */
    private static final Set<String> LOCKED =
            Set.of(
                    "ConcurrentMap",
                    "ConcurrentHashMap",
                    "CopyOnWriteArrayList",
                    "CopyOnWriteArraySet");

    private static final Set<String> OF_ARRAYS =
            Set.of("fill", "sort", "copyOf", "copyOfRange", "setAll", "equals");

    private static final Set<String> OF_COLLECTIONS =
            Set.of("addAll", "copy", "fill", "max", "min", "replaceAll", "reverse", "sort", "swap");

    /** Methods that change nothing, wherever they are. */
    private static final Set<String> READING =
            Set.of(
                    "availablePermits",
                    "contains",
                    "containsAll",
                    "containsKey",
                    "containsValue",
                    "doubleValue",
                    "element",
                    "entrySet",
                    "equals",
                    "forEach",
                    "get",
                    "getAcquire",
                    "getCount",
                    "getFirst",
                    "getKey",
                    "getLast",
                    "getNow",
                    "getOpaque",
                    "getOrDefault",
                    "getPlain",
                    "getReference",
                    "getValue",
                    "getVolatile",
                    "hasMoreElements",
                    "hasNext",
                    "hashCode",
                    "indexOf",
                    "intValue",
                    "isDone",
                    "isEmpty",
                    "isHeldByCurrentThread",
                    "isLocked",
                    "iterator",
                    "keySet",
                    "longValue",
                    "next",
                    "peek",
                    "peekFirst",
                    "peekLast",
                    "remainingCapacity",
                    "size",
                    "stream",
                    "sum",
                    "toArray",
                    "toString",
                    "values");

    private VisibleCalls() {}

    /** Null if nobody can notice it. */
    static @Nullable VisibleCall of(Opcode opcode, String owner, String name, MethodTypeDesc type) {
        return switch (opcode) {
            case INVOKESTATIC -> ofStatic(owner, name);
            case INVOKEVIRTUAL, INVOKEINTERFACE -> ofInstance(owner, name, type);
            default -> null;
        };
    }

    private static @Nullable VisibleCall ofStatic(String owner, String name) {
        boolean noticed =
                switch (owner) {
                    case "java/lang/System" -> name.equals("arraycopy");
                    case "java/util/Arrays" -> OF_ARRAYS.contains(name);
                    case "java/util/Collections" -> OF_COLLECTIONS.contains(name);
                    case "java/util/concurrent/locks/LockSupport" -> name.equals("unpark");
                    default -> false;
                };
        return noticed ? new VisibleCall(simple(owner) + "." + name, -1, true, false) : null;
    }

    private static @Nullable VisibleCall ofInstance(
            String owner, String name, MethodTypeDesc type) {
        boolean writes = !READING.contains(name);
        String what = simple(owner) + "." + name;
        if (owner.equals(VAR_HANDLE) || owner.endsWith("FieldUpdater")) {
            boolean hasHolder =
                    type.parameterCount() > 0
                            && type.parameterType(0).isClassOrInterface(); // of an array: itself
            return new VisibleCall(what, hasHolder ? 1 : 0, writes, false);
        }
        if (owner.startsWith(ATOMIC) || owner.startsWith(LOCKS)) {
            return new VisibleCall(what, 0, writes, false);
        }
        if (owner.equals(CONCURRENT + "ThreadLocalRandom")) {
            return VisibleCall.DRAWS;
        }
        if (owner.startsWith(CONCURRENT)) {
            String of = owner.substring(CONCURRENT.length());
            boolean quiet = NOT_NOTICED.contains(of) || of.endsWith("Exception");
            return quiet ? null : new VisibleCall(what, 0, writes, LOCKED.contains(of));
        }
        if (owner.equals("java/lang/StringBuffer")) {
            return new VisibleCall(what, 0, writes, true);
        }
        if (owner.equals("java/lang/Iterable")) {
            return new VisibleCall(what, 0, false, true);
        }
        if (!owner.startsWith(UTIL)) {
            return null;
        }
        String of = owner.substring(UTIL.length());
        if (of.equals("Iterator") || of.equals("ListIterator") || of.equals("Enumeration")) {
            return new VisibleCall(what, -1, writes, false); // what it goes over is not known
        }
        return UNLOCKED.contains(of)
                ? new VisibleCall(what, 0, writes, false)
                : PERHAPS_LOCKED.contains(of) ? new VisibleCall(what, 0, writes, true) : null;
    }

    /** The name of a class as people use it: without its package and what it is nested in. */
    static String simple(String internalName) {
        String name = internalName.substring(internalName.lastIndexOf('/') + 1);
        int nested = name.lastIndexOf('$') + 1;
        boolean isNamed = nested < name.length() && !Character.isDigit(name.charAt(nested));
        return nested > 1 && isNamed ? name.substring(nested) : name;
    }
}
