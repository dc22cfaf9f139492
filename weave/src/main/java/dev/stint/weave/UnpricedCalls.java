package dev.stint.weave;

import dev.stint.weave.internal.surface.MemberRule;
import dev.stint.weave.internal.surface.Signatures;
import dev.stint.weave.internal.surface.SurfaceRules;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The calls of a report that cost one operation and may do much. Left out are those that the table
 * of the surface knows to be short, or to call metered code at every step.
 */
final class UnpricedCalls {
    private UnpricedCalls() {}

    static List<WeaveReport.UnpricedCall> in(List<ClassReport> classes) {
        var sites = new TreeMap<String, Integer>();
        for (ClassReport one : classes) {
            one.unpriced().forEach((method, count) -> sites.merge(method, count, Integer::sum));
        }
        List<WeaveReport.UnpricedCall> calls = new ArrayList<>();
        for (Map.Entry<String, Integer> entry : sites.entrySet()) {
            if (!isBounded(entry.getKey())) {
                calls.add(new WeaveReport.UnpricedCall(entry.getKey(), entry.getValue()));
            }
        }
        calls.sort(Comparator.comparingInt(WeaveReport.UnpricedCall::sites).reversed());
        return calls;
    }

    /**
     * @param method as {@link Signatures} writes it, behind the name of its class and a dot
     */
    private static boolean isBounded(String method) {
        int open = method.indexOf('(');
        int dot = method.lastIndexOf('.', open);
        String owner = method.startsWith("[") ? "array" : method.substring(0, dot);
        SurfaceRules.OfClass of = Surface.ofTenant().rules().of(owner);
        if (of == null) {
            return false;
        }
        MemberRule verdict = of.members.get(method.substring(dot + 1));
        if (verdict == null) {
            verdict = of.members.getOrDefault(method.substring(dot + 1, open), of.others);
        }
        return verdict instanceof MemberRule.Constant || verdict instanceof MemberRule.Callback;
    }
}
