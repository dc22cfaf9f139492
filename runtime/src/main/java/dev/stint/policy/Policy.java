package dev.stint.policy;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Rules by which a scheduler decides who is taken in and what each gets. Data, and no code: to
 * decide by one takes nobody's time but the caller's. Immutable; the {@code with} methods return a
 * changed copy.
 *
 * @param name shown in reports
 * @param version of policies that a service gives one after the other the later has the larger one;
 *     1 or more, but for the built-in one
 * @param mostTenants how many may be open at once, the scheduler's own not counted
 * @param mostContexts how many scheduling contexts may be open at once
 * @param mostLeasedWorkers how many workers may be leased at once
 * @param tenants rules; a name goes before the beginning of one, and the longer beginning before
 *     the shorter
 * @param others the rule for tenants that no other is for
 * @param contexts rules, in the same way
 * @param otherContexts the rule for contexts that no other is for
 * @param leases rules for the leases of tenants, in the same way
 * @param otherLeases the rule for leases of tenants that no other is for
 */
public record Policy(
        String name,
        long version,
        int mostTenants,
        int mostContexts,
        int mostLeasedWorkers,
        List<TenantRule> tenants,
        TenantRule others,
        List<ContextRule> contexts,
        ContextRule otherContexts,
        List<LeaseRule> leases,
        LeaseRule otherLeases) {
    /** How many rules of a kind there may be. */
    public static final int MOST_RULES = 10_000;

    private static final Policy BUILT_IN =
            new Policy(
                    "built-in",
                    0,
                    Integer.MAX_VALUE,
                    Integer.MAX_VALUE,
                    Integer.MAX_VALUE,
                    List.of(),
                    TenantRule.of("*"),
                    List.of(),
                    ContextRule.of("*"),
                    List.of(),
                    LeaseRule.of("*"));

    public Policy {
        Objects.requireNonNull(name, "name of a policy");
        Objects.requireNonNull(others, "rule for other tenants");
        Objects.requireNonNull(otherContexts, "rule for other contexts");
        Objects.requireNonNull(otherLeases, "rule for other leases");
        if (name.isBlank() || name.length() > NamePattern.MOST_CHARACTERS) {
            throw new IllegalArgumentException(
                    "a policy needs a name of 1 to "
                            + NamePattern.MOST_CHARACTERS
                            + " characters.");
        }
        if (version < 0 || mostTenants < 0 || mostContexts < 0 || mostLeasedWorkers < 0) {
            throw new IllegalArgumentException(
                    "policy '"
                            + name
                            + "' has version "
                            + version
                            + " and allows "
                            + mostTenants
                            + " tenants, "
                            + mostContexts
                            + " contexts and "
                            + mostLeasedWorkers
                            + " leased workers; none of them can be less than 0.");
        }
        tenants = List.copyOf(tenants);
        contexts = List.copyOf(contexts);
        ensureOneEach(name, tenants, TenantRule::tenant);
        ensureOneEach(name, contexts, ContextRule::context);
        leases = List.copyOf(leases);
        ensureOneEach(name, leases, LeaseRule::tenant);
    }

    private static <T> void ensureOneEach(
            String policy, List<T> rules, Function<T, String> patternOf) {
        if (rules.size() > MOST_RULES) {
            throw new IllegalArgumentException(
                    "policy '"
                            + policy
                            + "' has "
                            + rules.size()
                            + " rules of a kind; the most are "
                            + MOST_RULES
                            + ". Say several names by their beginning and a star.");
        }
        var seen = new HashSet<String>();
        for (T rule : rules) {
            if (!seen.add(patternOf.apply(rule))) {
                throw new IllegalArgumentException(
                        "policy '"
                                + policy
                                + "' has two rules for '"
                                + patternOf.apply(rule)
                                + "'. Make them one.");
            }
        }
    }

    /** The one that takes in everybody who fits, with what they ask for. Its version is 0. */
    public static Policy builtIn() {
        return BUILT_IN;
    }

    /** A policy of this name and version that so far says nothing. */
    public static Policy of(String name, long version) {
        return BUILT_IN.withName(name).withVersion(version);
    }

    public Policy withName(String name) {
        return changed(p -> p.name = name);
    }

    public Policy withVersion(long version) {
        return changed(p -> p.version = version);
    }

    public Policy withMostTenants(int most) {
        return changed(p -> p.mostTenants = most);
    }

    public Policy withMostContexts(int most) {
        return changed(p -> p.mostContexts = most);
    }

    public Policy withMostLeasedWorkers(int most) {
        return changed(p -> p.mostLeasedWorkers = most);
    }

    /** With one rule more; one for {@code *} is for those that no other is for. */
    public Policy withTenant(TenantRule rule) {
        return rule.tenant().equals("*")
                ? changed(p -> p.others = rule)
                : changed(p -> p.tenants = more(tenants, rule));
    }

    /** With one rule more; one for {@code *} is for those that no other is for. */
    public Policy withContext(ContextRule rule) {
        return rule.context().equals("*")
                ? changed(p -> p.otherContexts = rule)
                : changed(p -> p.contexts = more(contexts, rule));
    }

    /** With one rule more; one for {@code *} is for those that no other is for. */
    public Policy withLease(LeaseRule rule) {
        return rule.tenant().equals("*")
                ? changed(p -> p.otherLeases = rule)
                : changed(p -> p.leases = more(leases, rule));
    }

    private static <T> List<T> more(List<T> rules, T rule) {
        var all = new ArrayList<>(rules);
        all.add(rule);
        return all;
    }

    /** The rule for a tenant of this name. */
    public TenantRule ruleForTenant(String tenant) {
        return NamePattern.find(tenant, tenants, TenantRule::tenant).orElse(others);
    }

    /** The rule for a scheduling context of this name. */
    public ContextRule ruleForContext(String context) {
        return NamePattern.find(context, contexts, ContextRule::context).orElse(otherContexts);
    }

    /** The rule for the leases of a tenant of this name. */
    public LeaseRule ruleForLeases(String tenant) {
        return NamePattern.find(tenant, leases, LeaseRule::tenant).orElse(otherLeases);
    }

    /** In words, for a message. */
    public String describe() {
        return "policy '" + name + "' version " + version;
    }

    private Policy changed(Consumer<Draft> change) {
        var draft = new Draft(this);
        change.accept(draft);
        return draft.toPolicy();
    }

    /** A policy that is being changed. */
    private static final class Draft {
        private String name;
        private long version;
        private int mostTenants;
        private int mostContexts;
        private int mostLeasedWorkers;
        private List<TenantRule> tenants;
        private TenantRule others;
        private List<ContextRule> contexts;
        private ContextRule otherContexts;
        private List<LeaseRule> leases;
        private LeaseRule otherLeases;

        private Draft(Policy from) {
            name = from.name;
            version = from.version;
            mostTenants = from.mostTenants;
            mostContexts = from.mostContexts;
            mostLeasedWorkers = from.mostLeasedWorkers;
            tenants = from.tenants;
            others = from.others;
            contexts = from.contexts;
            otherContexts = from.otherContexts;
            leases = from.leases;
            otherLeases = from.otherLeases;
        }

        private Policy toPolicy() {
            return new Policy(
                    name,
                    version,
                    mostTenants,
                    mostContexts,
                    mostLeasedWorkers,
                    tenants,
                    others,
                    contexts,
                    otherContexts,
                    leases,
                    otherLeases);
        }
    }
}
