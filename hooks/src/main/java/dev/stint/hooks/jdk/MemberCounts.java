package dev.stint.hooks.jdk;

import java.lang.reflect.Executable;
import java.lang.reflect.Member;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What classes declare of one kind of member: how many, and what makes it long to look for one. */
final class MemberCounts extends ClassValue<MemberCounts.Count> {
    private static final int FEW_TYPES = 4; // that a member names without costing more
    private static final int PAIRS = 64; // of members alike, for an operation; each takes 1 ns

    private final Function<Class<?>, Member[]> declared;

    MemberCounts(Function<Class<?>, Member[]> declared) {
        this.declared = declared;
    }

    /**
     * What a class declares.
     *
     * @param types how many parameters and exceptions its members have
     * @param alike the most of them that have the same name and parameters, and differ in what they
     *     return; the JDK compares each with each
     * @param looked how many members the JDK looks through for one that nobody has: those of this
     *     class, and for each parent all that it looks through there. A parent that is inherited
     *     twice is looked through twice
     */
    record Count(int members, long types, int alike, long looked) {}

    @Override
    protected Count computeValue(Class<?> type) {
        Member[] all = declared.apply(type);
        long types = 0;
        int alike = 0;
        Map<List<Object>, Integer> same = new HashMap<>();
        for (Member each : all) {
            if (each instanceof Executable e) {
                types += e.getParameterCount() + e.getExceptionTypes().length;
                List<Object> key = new ArrayList<>(Arrays.asList((Object[]) e.getParameterTypes()));
                key.add(e.getName());
                alike = Math.max(alike, same.merge(key, 1, Integer::sum));
            }
        }
        long looked = all.length + 1L;
        for (Class<?> parent : parents(type)) {
            looked = Charges.plus(looked, get(parent).looked());
        }
        return new Count(all.length, types, alike, looked);
    }

    private static List<Class<?>> parents(Class<?> type) {
        var parents = new ArrayList<Class<?>>(Arrays.asList(type.getInterfaces()));
        if (type.getSuperclass() != null) {
            parents.add(type.getSuperclass());
        }
        return parents;
    }

    /** Pays for a copy of all members of a class, so much for each. */
    void pay(Class<?> type, int ops, int bytes) {
        pay(List.of(get(type)), ops, bytes);
    }

    /** Pays for a copy of all members of a class and of all that it inherits from. */
    void payAll(Class<?> type, int ops, int bytes) {
        pay(counts(type), ops, bytes);
    }

    private static void pay(List<Count> counts, int ops, int bytes) {
        long members = 1;
        long types = 0;
        long alike = 0;
        for (Count each : counts) {
            members += each.members() + 1L;
            types += each.types();
            alike += each.alike();
        }
        Charges.pay(
                members * ops + FEW_TYPES * types + alike * members / PAIRS,
                members * bytes + FEW_TYPES * types);
    }

    /** Pays for looking for one member among those of a class. */
    void payForOne(Class<?> type) {
        Count count = get(type);
        Charges.ops(count.members() + 1L + count.types() / FEW_TYPES);
    }

    /** Pays for looking for one member among those of a class and of all that it inherits from. */
    void payForOneOfAll(Class<?> type) {
        Charges.ops(get(type).looked()); // before they are looked through here
        long alike = 0;
        long types = 0;
        for (Count each : counts(type)) {
            alike += each.alike();
            types += each.types();
        }
        Charges.ops(types / FEW_TYPES + alike * alike / PAIRS);
    }

    private List<Count> counts(Class<?> type) {
        var counts = new ArrayList<Count>();
        add(type, counts, new HashSet<>());
        return counts;
    }

    private void add(@Nullable Class<?> type, List<Count> to, Set<Class<?>> seen) {
        if (type == null || !seen.add(type)) {
            return;
        }
        to.add(get(type));
        for (Class<?> parent : parents(type)) {
            add(parent, to, seen);
        }
    }
}
