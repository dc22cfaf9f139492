package dev.stint.policy;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
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
 * @param tenants rules; a name goes before the beginning of one, and the longer beginning before
 *     the shorter
 * @param others the rule for tenants that no other is for
 * @param contexts rules, in the same way
 * @param otherContexts the rule for contexts that no other is for
 */
public record Policy(
        String name,
        long version,
        int mostTenants,
        int mostContexts,
        List<TenantRule> tenants,
        TenantRule others,
        List<ContextRule> contexts,
        ContextRule otherContexts) {
    /** How many rules of a kind there may be. */
    public static final int MOST_RULES = 10_000;

    private static final Policy BUILT_IN =
            new Policy(
                    "built-in",
                    0,
                    Integer.MAX_VALUE,
                    Integer.MAX_VALUE,
                    List.of(),
                    TenantRule.of("*"),
                    List.of(),
                    ContextRule.of("*"));

    public Policy {
        Objects.requireNonNull(name, "name of a policy");
        Objects.requireNonNull(others, "rule for other tenants");
        Objects.requireNonNull(otherContexts, "rule for other contexts");
        if (name.isBlank() || name.length() > NamePattern.MOST_CHARACTERS) {
            throw new IllegalArgumentException(
                    "a policy needs a name of 1 to "
                            + NamePattern.MOST_CHARACTERS
                            + " characters.");
        }
        if (version < 0 || mostTenants < 0 || mostContexts < 0) {
            throw new IllegalArgumentException(
                    "policy '"
                            + name
                            + "' has version "
                            + version
                            + " and allows "
                            + mostTenants
                            + " tenants and "
                            + mostContexts
                            + " contexts; none of them can be less than 0.");
        }
        tenants = List.copyOf(tenants);
        contexts = List.copyOf(contexts);
        ensureOneEach(name, tenants, TenantRule::tenant);
        ensureOneEach(name, contexts, ContextRule::context);
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
        return new Policy(
                name, version, mostTenants, mostContexts, tenants, others, contexts, otherContexts);
    }

    public Policy withVersion(long version) {
        return new Policy(
                name, version, mostTenants, mostContexts, tenants, others, contexts, otherContexts);
    }

    public Policy withMostTenants(int most) {
        return new Policy(
                name, version, most, mostContexts, tenants, others, contexts, otherContexts);
    }

    public Policy withMostContexts(int most) {
        return new Policy(
                name, version, mostTenants, most, tenants, others, contexts, otherContexts);
    }

    /** With one rule more; one for {@code *} is for those that no other is for. */
    public Policy withTenant(TenantRule rule) {
        boolean isForOthers = rule.tenant().equals("*");
        return new Policy(
                name,
                version,
                mostTenants,
                mostContexts,
                isForOthers ? tenants : more(tenants, rule),
                isForOthers ? rule : others,
                contexts,
                otherContexts);
    }

    /** With one rule more; one for {@code *} is for those that no other is for. */
    public Policy withContext(ContextRule rule) {
        boolean isForOthers = rule.context().equals("*");
        return new Policy(
                name,
                version,
                mostTenants,
                mostContexts,
                tenants,
                others,
                isForOthers ? contexts : more(contexts, rule),
                isForOthers ? rule : otherContexts);
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

    /** In words, for a message. */
    public String describe() {
        return "policy '" + name + "' version " + version;
    }
}
