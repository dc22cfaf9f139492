package dev.stint.policyservice.file;

import dev.stint.budget.Budget;
import dev.stint.budget.Component;
import dev.stint.policy.ContextRule;
import dev.stint.policy.LeaseRule;
import dev.stint.policy.Policy;
import dev.stint.policy.TenantRule;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** What one policy says otherwise than another, field by field. */
public final class PolicyDiff {
    /**
     * One difference.
     *
     * @param field the way to it, as in a policy file
     * @param before what the old one says; "as asked" if nothing
     * @param after what the new one says
     */
    public record Change(String field, String before, String after) {
        @Override
        public String toString() {
            return field + ": " + before + " -> " + after;
        }
    }

    private static final String AS_ASKED = "as asked";

    private PolicyDiff() {}

    /** In the order of the file; names and versions do not count. */
    public static List<Change> between(Policy before, Policy after) {
        Map<String, String> old = describe(before);
        Map<String, String> now = describe(after);
        var fields = new LinkedHashSet<>(old.keySet());
        fields.addAll(now.keySet());
        var changes = new ArrayList<Change>();
        for (String field : fields) {
            String was = old.getOrDefault(field, AS_ASKED);
            String is = now.getOrDefault(field, AS_ASKED);
            if (!was.equals(is)) {
                changes.add(new Change(field, was, is));
            }
        }
        return changes;
    }

    /** All that a policy says, by field. */
    public static Map<String, String> describe(Policy policy) {
        var fields = new LinkedHashMap<String, String>();
        put(fields, "most-tenants", most(policy.mostTenants()));
        put(fields, "most-contexts", most(policy.mostContexts()));
        put(fields, "most-leased-workers", most(policy.mostLeasedWorkers()));
        for (TenantRule rule : policy.tenants()) {
            describe(rule, fields);
        }
        describe(policy.others(), fields);
        for (ContextRule rule : policy.contexts()) {
            describe(rule, fields);
        }
        describe(policy.otherContexts(), fields);
        for (LeaseRule rule : policy.leases()) {
            describe(rule, fields);
        }
        describe(policy.otherLeases(), fields);
        return fields;
    }

    private static Optional<String> most(int most) {
        return most == Integer.MAX_VALUE ? Optional.empty() : Optional.of(Amount.inWords(most));
    }

    private static void describe(TenantRule rule, Map<String, String> fields) {
        String at = "tenants." + rule.tenant() + ".";
        fields.put(at + "admit", String.valueOf(rule.isAdmitted()));
        rule.weight().ifPresent(w -> fields.put(at + "weight", Amount.inWords(w)));
        rule.slice().ifPresent(s -> fields.put(at + "slice", Amount.inWords(s)));
        fields.put(at + "hint", rule.hint().name().toLowerCase(Locale.ROOT).replace('_', '-'));
        rule.budget().ifPresent(b -> describe(b, at + "budget.", fields));
        rule.taskBudget().ifPresent(b -> describe(b, at + "task-budget.", fields));
        rule.carriers().ifPresent(c -> fields.put(at + "carriers", Amount.inWords(c)));
    }

    private static void describe(Budget budget, String at, Map<String, String> fields) {
        for (Component component : Component.values()) {
            fields.put(
                    at + PolicyReader.BUDGET.get(component.index()),
                    Amount.inWords(budget.get(component)));
        }
    }

    private static void describe(ContextRule rule, Map<String, String> fields) {
        String at = "contexts." + rule.context() + ".";
        fields.put(at + "admit", String.valueOf(rule.isAdmitted()));
        fields.put(at + "most-of-a-worker", String.valueOf(rule.mostOfAWorker()));
        fields.put(at + "shortest-period", Amount.inWords(rule.shortestPeriod()));
    }

    private static void describe(LeaseRule rule, Map<String, String> fields) {
        String at = "leases." + rule.tenant() + ".";
        fields.put(at + "admit", String.valueOf(rule.isAdmitted()));
        put(fields, at + "most-workers", most(rule.mostWorkers()));
        if (!rule.processors().isEmpty()) {
            fields.put(
                    at + "processors",
                    rule.processors().stream()
                            .sorted()
                            .map(String::valueOf)
                            .collect(Collectors.joining(",")));
        }
    }

    private static void put(Map<String, String> fields, String field, Optional<String> value) {
        value.ifPresent(said -> fields.put(field, said));
    }
}
