package dev.stint.weave;

import dev.stint.weave.WeaveReport.Caller;
import dev.stint.weave.WeaveReport.MissingClass;
import dev.stint.weave.WeaveReport.RefusedMember;
import dev.stint.weave.internal.jar.PrivateCopies;
import dev.stint.weave.internal.plan.ReferenceRules;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;

/** What throws in woven classes when it is reached, by the member that is refused. */
final class RefusedMembers {
    private static final Comparator<RefusedMember> ORDER =
            Comparator.comparing((RefusedMember member) -> !member.isReachable())
                    .thenComparingInt(member -> -member.callers().size())
                    .thenComparing(RefusedMember::member);

    private RefusedMembers() {}

    /** In the order of what matters: what can be reached first, then what is most used. */
    static List<RefusedMember> in(List<ClassReport> classes, Predicate<Refusal> reachable) {
        var byMember = new TreeMap<String, List<Refusal>>();
        for (ClassReport one : classes) {
            for (Refusal refusal : one.refusals()) {
                String key = refusal.member().isEmpty() ? refusal.reason() : refusal.member();
                byMember.computeIfAbsent(key, _ -> new ArrayList<>()).add(refusal);
            }
        }
        var members = new ArrayList<RefusedMember>();
        for (Map.Entry<String, List<Refusal>> entry : byMember.entrySet()) {
            Refusal first = entry.getValue().getFirst();
            List<Caller> callers =
                    entry.getValue().stream()
                            .map(r -> new Caller(r.className(), r.method(), reachable.test(r)))
                            .distinct()
                            .toList();
            members.add(
                    new RefusedMember(
                            first.member(),
                            first.withoutCaller(),
                            rule(first),
                            ReferenceRules.missingClass(first),
                            callers));
        }
        members.sort(ORDER);
        return members;
    }

    /** The classes that are not there, of all these members. */
    static List<MissingClass> missing(List<RefusedMember> members) {
        var byClass = new TreeMap<String, List<RefusedMember>>();
        for (RefusedMember member : members) {
            if (!member.missing().isEmpty()) {
                byClass.computeIfAbsent(member.missing(), _ -> new ArrayList<>()).add(member);
            }
        }
        return byClass.entrySet().stream()
                .map(
                        entry ->
                                new MissingClass(
                                        entry.getKey(),
                                        entry.getValue().size(),
                                        entry.getValue().stream()
                                                .flatMap(member -> member.callers().stream())
                                                .distinct()
                                                .toList()))
                .sorted(
                        Comparator.comparing((MissingClass one) -> !one.isReachable())
                                .thenComparingInt(one -> -one.callers().size())
                                .thenComparing(MissingClass::name))
                .toList();
    }

    /** The lines that would open it; empty if no rule would. */
    private static String rule(Refusal refusal) {
        String member = refusal.member();
        if (member.isEmpty() || ReferenceRules.isMissing(refusal)) {
            return "";
        }
        if (isCopied(member)) {
            return ""; // where a MeteredClassLoader loads the program, it has one of its own
        }
        if (refusal.reason().startsWith("makes ") || refusal.reason().startsWith("implements ")) {
            return member + ": constant";
        }
        int open = member.indexOf('(');
        int dot = member.lastIndexOf('.', open < 0 ? member.length() : open);
        if (dot < 0) {
            return "";
        }
        String owner = member.substring(0, dot);
        if (isCopied(owner)) {
            return "";
        }
        return Surface.ofTenant().rules().of(owner) == null
                ? owner + ": constant"
                : owner + ": also\n    " + member.substring(dot + 1) + ": constant";
    }

    private static boolean isCopied(String className) {
        return PrivateCopies.isCopied(className.replace('.', '/'));
    }
}
