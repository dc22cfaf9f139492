package dev.stint.weave.internal.classes;

import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a class inherits, counted: what the JVM goes through when it loads the class, however small
 * its file. Nothing can stop it while it does so, and until it is done no collector can run, for
 * nobody.
 *
 * <p>It makes tables of all methods for each class, and seeks each in all of them; where interfaces
 * dispute one, it writes a method that throws. A class of a hundred bytes, below two interfaces of
 * 60,000 methods, took 12 s, and 11 MB that are outside of the heap. And it looks through an
 * interface again for each way on which a class inherits it: below thirty pairs of interfaces, each
 * of which extends the pair above, it would not be done in a year.
 *
 * @param methods of the class and of all that is above it, those that can be overridden
 * @param disputed methods that two interfaces have, and neither the class nor a superclass
 * @param ways to all that is above it, through any parents
 * @param fieldBytes what the fields of its objects take
 */
public record Heritage(long methods, long disputed, long ways, long fieldBytes) {
    public static final Heritage NONE = new Heritage(0, 0, 0, 0);

    /** Of 200,000 classes of the JDK and of libraries the most was 2,687. */
    private static final int MOST_METHODS = 5_000;

    /** The most was 764. */
    private static final int MOST_WAYS = 4_096;

    /** The JVM goes all ways for a method; the most was 529,339. */
    private static final long MOST_WAYS_TO_METHODS = 1 << 20;

    /** The most was 7,424. */
    private static final int MOST_FIELD_BYTES = 65_536;

    /** The JVM looks through all for each that it seeks; the most was 337. */
    private static final int MOST_OF_A_NAME = 1_024;

    private static final int SLOT = 32; // bytes, in two tables, and for the work
    private static final int THROWING = 256; // bytes, of a method that the JVM writes
    private static final int WAYS_FOR_A_BYTE = 8; // to methods; for the work, too
    private static final int SEEK = 100; // operations, for a method; and 1 for each other one
    private static final int WAY = 64; // operations, for all methods that are sought together

    /** Counts; if there are too many methods, not all of them. */
    public static Heritage of(ClassInfo info, MemberLookup members, KnownClasses classes) {
        Set<ClassInfo> ancestors = members.ancestors(info);
        var all = new LinkedHashSet<ClassInfo>();
        all.add(info);
        all.addAll(ancestors);
        long methods = 0;
        long fieldBytes = 0;
        for (ClassInfo each : all) {
            fieldBytes += each.fieldBytes();
            methods += methods > MOST_METHODS ? 0 : overridable(each);
        }
        long disputed = methods > MOST_METHODS ? 0 : disputed(info, ancestors, members);
        long ways = ways(info, classes, new HashMap<>());
        return new Heritage(methods, disputed, ways, fieldBytes);
    }

    private static int overridable(ClassInfo info) {
        int count = 0;
        for (Map.Entry<MemberKey, Integer> method : info.methods().entrySet()) {
            count += MemberLookup.isVirtual(method.getKey(), method.getValue()) ? 1 : 0;
        }
        return count;
    }

    private static long disputed(ClassInfo info, Set<ClassInfo> ancestors, MemberLookup members) {
        if (info.isInterface()) {
            return 0;
        }
        var settled = new HashSet<MemberKey>();
        members.line(info).forEach(each -> settled.addAll(each.methods().keySet()));
        var once = new HashSet<MemberKey>();
        var twice = new HashSet<MemberKey>();
        for (ClassInfo each : ancestors) {
            if (each.isInterface()) {
                for (MemberKey method : each.methods().keySet()) {
                    if (!settled.contains(method) && !once.add(method)) {
                        twice.add(method);
                    }
                }
            }
        }
        return twice.size();
    }

    /** One that is being counted counts as one: whatever inherits from itself is refused. */
    private static long ways(ClassInfo info, KnownClasses classes, Map<ClassInfo, Long> counted) {
        Long before = counted.putIfAbsent(info, 1L);
        if (before != null) {
            return before;
        }
        if (counted.size() > MemberLookup.MOST_ANCESTORS) {
            return 1; // so many are refused, whatever else they have
        }
        long ways = 1;
        for (String name : info.parents()) {
            ClassInfo parent = classes.find(name);
            ways += parent == null || ways > MOST_WAYS ? 0 : ways(parent, classes, counted);
        }
        counted.put(info, ways);
        return ways;
    }

    /** Of a class that inherits both. */
    public Heritage plus(Heritage other) {
        return new Heritage(
                methods + other.methods,
                disputed + other.disputed,
                ways + other.ways,
                fieldBytes + other.fieldBytes);
    }

    /** What a class has too much of, in words that go on after "it"; null if nothing. */
    public @Nullable String excess(ClassInfo info) {
        int alike = mostOfAName(info);
        return alike > MOST_OF_A_NAME
                ? "has "
                        + alike
                        + " methods of one name, and at most "
                        + MOST_OF_A_NAME
                        + " are allowed"
                : excess();
    }

    /** The same without looking at the names of its own methods. */
    public @Nullable String excess() {
        if (methods > MOST_METHODS) {
            return "has more than " + MOST_METHODS + " methods, with those that it inherits";
        }
        if (ways > MOST_WAYS || ways * methods > MOST_WAYS_TO_METHODS) {
            return "inherits on too many ways: more than "
                    + MOST_WAYS
                    + " through any parents, or more than "
                    + MOST_WAYS_TO_METHODS
                    + " times the number of its methods";
        }
        if (fieldBytes > MOST_FIELD_BYTES) {
            return "has objects with more than "
                    + MOST_FIELD_BYTES
                    + " bytes of fields, with those that it inherits";
        }
        return null;
    }

    private static int mostOfAName(ClassInfo info) {
        var counts = new HashMap<String, Integer>();
        int most = 0;
        for (MemberKey method : info.methods().keySet()) {
            most = Math.max(most, counts.merge(method.name(), 1, Integer::sum));
        }
        return most;
    }

    /** What it counts as in the limits on classes: what the JVM keeps of it, and its work. */
    public long bytes() {
        return SLOT * methods + THROWING * disputed + ways * methods / WAYS_FOR_A_BYTE;
    }

    /** The work of the JVM, as operations of a task. */
    public long operations() {
        return methods * (SEEK + methods) + ways * (WAY + methods);
    }
}
