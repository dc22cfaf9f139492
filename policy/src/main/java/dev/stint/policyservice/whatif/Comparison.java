package dev.stint.policyservice.whatif;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Two replays of one trace, side by side.
 *
 * @param before under the policy that was in force, or as tenants asked
 * @param after under the other one
 */
public record Comparison(Outcome before, Outcome after) {

    public Comparison {
        if (before.tenants().size() != after.tenants().size()) {
            throw new IllegalArgumentException(
                    "replays of "
                            + before.tenants().size()
                            + " and "
                            + after.tenants().size()
                            + " tenants cannot be compared; play the same trace twice.");
        }
    }

    /** A table for people. Shares are of what was done while several tenants wanted workers. */
    public String toText() {
        var text = new StringBuilder();
        text.append(
                String.format(
                        Locale.ROOT,
                        "%-20s %-38s   %s%n",
                        "",
                        shortened(before.policy(), 38),
                        shortened(after.policy(), 38)));
        String head = "weight   share      p50      p99  miss";
        text.append(String.format(Locale.ROOT, "%-20s %-38s   %s%n", "tenant", head, head));
        for (int i = 0; i < before.tenants().size(); i++) {
            Outcome.Tenant one = before.tenants().get(i);
            text.append(
                    String.format(
                            Locale.ROOT,
                            "%-20s %-38s   %s%n",
                            shortened(one.name(), 20),
                            row(one),
                            row(after.tenants().get(i))));
        }
        text.append(
                String.format(
                        Locale.ROOT,
                        "%-20s %-38s   %s%n",
                        "all done after",
                        time(before.nanos()),
                        time(after.nanos())));
        return text.toString();
    }

    private static String row(Outcome.Tenant tenant) {
        if (!tenant.isAdmitted()) {
            return "not admitted";
        }
        String row =
                String.format(
                        Locale.ROOT,
                        "%6d %6.1f%% %8s %8s %5d",
                        tenant.weight(),
                        100 * tenant.contendedShare(),
                        time(tenant.p50()),
                        time(tenant.p99()),
                        tenant.misses());
        return tenant.unfinished() == 0 ? row : row + " (" + tenant.unfinished() + " unfinished)";
    }

    static String time(long nanos) {
        if (nanos < 1_000_000) {
            return String.format(Locale.ROOT, "%.1fus", nanos / 1e3);
        }
        return nanos < 1_000_000_000
                ? String.format(Locale.ROOT, "%.1fms", nanos / 1e6)
                : String.format(Locale.ROOT, "%.2fs", nanos / 1e9);
    }

    private static String shortened(String text, int most) {
        String safe = text.replaceAll("\\p{Cntrl}", "?");
        return safe.length() <= most ? safe : safe.substring(0, most - 1) + "~";
    }

    /** As maps, lists, texts and whole numbers. */
    public Map<String, Object> toMap() {
        var map = new LinkedHashMap<String, Object>();
        map.put("before", toMap(before));
        map.put("after", toMap(after));
        return map;
    }

    private static Map<String, Object> toMap(Outcome outcome) {
        var map = new LinkedHashMap<String, Object>();
        map.put("policy", outcome.policy());
        map.put("nanos", outcome.nanos());
        List<Object> tenants = new ArrayList<>();
        for (Outcome.Tenant tenant : outcome.tenants()) {
            var one = new LinkedHashMap<String, Object>();
            one.put("tenant", tenant.name());
            one.put("admitted", tenant.isAdmitted());
            one.put("weight", tenant.weight());
            one.put("operations", tenant.operations());
            one.put("bursts", tenant.bursts());
            one.put("contendedSharePerMillion", Math.round(tenant.contendedShare() * 1e6));
            one.put("p50Nanos", tenant.p50());
            one.put("p99Nanos", tenant.p99());
            one.put("longestNanos", tenant.longest());
            one.put("misses", tenant.misses());
            one.put("unfinished", tenant.unfinished());
            one.put("operationsOverTime", tenant.parts());
            tenants.add(one);
        }
        map.put("tenants", tenants);
        return map;
    }

    /** A picture: shares over time, one policy above the other. */
    public String toSvg() {
        return new SharesPicture(this).draw();
    }
}
