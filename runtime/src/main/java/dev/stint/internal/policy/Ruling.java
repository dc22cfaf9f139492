package dev.stint.internal.policy;

import dev.stint.context.ContextConfig;
import dev.stint.error.PolicyRefusedException;
import dev.stint.lease.LeaseConfig;
import dev.stint.policy.LeaseRule;
import dev.stint.policy.Policy;
import dev.stint.policy.PolicyDecision;
import dev.stint.policy.PolicyDecision.Verdict;
import dev.stint.policy.TenantRule;
import dev.stint.tenant.TenantConfig;
import java.util.ArrayList;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What was decided about somebody who wants in: what is given, or why nothing is. Made under the
 * scheduler's lock, so that no two get the last place; written down and thrown after it.
 *
 * @param given null if it is refused
 * @param refusal null if it is not
 */
public record Ruling<T>(
        PolicyDecision decision, @Nullable T given, @Nullable RuntimeException refusal) {

    /** On a tenant, by the policy in force. */
    public static Ruling<TenantConfig> on(
            TenantConfig asked, int open, long whole, String who, PolicyDesk desk) {
        Policy policy = desk.policy();
        TenantRule rule = policy.ruleForTenant(asked.name());
        String what =
                "open tenant '"
                        + asked.name()
                        + "' with weight "
                        + asked.weight()
                        + " and slice "
                        + asked.slice().orElse(whole);
        if (!rule.isAdmitted()) {
            return refused(
                    desk, who, what, policy, "the rule for '" + rule.tenant() + "' admits none.");
        }
        if (open >= policy.mostTenants()) {
            return refused(
                    desk,
                    who,
                    what,
                    policy,
                    open
                            + " tenants are open, and it allows "
                            + policy.mostTenants()
                            + ". Close one first.");
        }
        TenantConfig given = rule.applyTo(asked, whole);
        String changes = changes(asked, given, whole);
        return new Ruling<>(
                desk.decision(
                        who,
                        what,
                        changes.isEmpty() ? Verdict.GRANTED : Verdict.CHANGED,
                        "the rule for '" + rule.tenant() + "'" + changes,
                        policy),
                given,
                null);
    }

    /** On a scheduling context, by the policy in force; whether it fits is another matter. */
    public static Ruling<ContextConfig> on(
            ContextConfig asked, int open, String who, PolicyDesk desk) {
        Policy policy = desk.policy();
        String what =
                "open context '"
                        + asked.name()
                        + "' with "
                        + asked.timeOrDefault()
                        + " in "
                        + asked.period();
        Optional<String> whyNot = policy.ruleForContext(asked.name()).whyNot(asked);
        if (whyNot.isPresent()) {
            return refused(desk, who, what, policy, whyNot.get());
        }
        if (open >= policy.mostContexts()) {
            return refused(
                    desk,
                    who,
                    what,
                    policy,
                    open
                            + " contexts are open, and it allows "
                            + policy.mostContexts()
                            + ". Close one first.");
        }
        String rule = policy.ruleForContext(asked.name()).context();
        return new Ruling<>(
                desk.decision(who, what, Verdict.GRANTED, "the rule for '" + rule + "'", policy),
                asked,
                null);
    }

    /**
     * On workers for a tenant alone, by the policy in force; whether they fit is another matter.
     */
    public static Ruling<LeaseConfig> on(
            LeaseConfig asked, String tenant, int leased, String who, PolicyDesk desk) {
        Policy policy = desk.policy();
        String what =
                "open lease '"
                        + asked.name()
                        + "' of "
                        + asked.workers()
                        + " workers for tenant '"
                        + tenant
                        + "'";
        LeaseRule rule = policy.ruleForLeases(tenant);
        Optional<String> whyNot = rule.whyNot(asked);
        if (whyNot.isPresent()) {
            return refused(desk, who, what, policy, whyNot.get());
        }
        if (asked.workers() > policy.mostLeasedWorkers() - leased) {
            return refused(
                    desk,
                    who,
                    what,
                    policy,
                    leased
                            + " workers are leased, and it allows "
                            + policy.mostLeasedWorkers()
                            + ". Close a lease first, or ask for fewer.");
        }
        return new Ruling<>(
                desk.decision(
                        who,
                        what,
                        Verdict.GRANTED,
                        "the rule for leases of '" + rule.tenant() + "'",
                        policy),
                asked,
                null);
    }

    private static <T> Ruling<T> refused(
            PolicyDesk desk, String who, String what, Policy policy, String why) {
        var exception =
                new PolicyRefusedException(
                        who + " cannot " + what + ": " + policy.describe() + " forbids it: " + why);
        return new Ruling<>(
                desk.decision(who, what, Verdict.REFUSED, why, policy), null, exception);
    }

    private static String changes(TenantConfig asked, TenantConfig given, long whole) {
        var changes = new ArrayList<String>();
        add(changes, "weight", asked.weight(), given.weight());
        add(changes, "slice", asked.slice().orElse(whole), given.slice().orElse(whole));
        add(changes, "carriers", asked.carriers(), given.carriers());
        add(changes, "budget", asked.budget(), given.budget());
        add(changes, "task budget", asked.childBudget(), given.childBudget());
        return changes.isEmpty() ? "" : ": " + String.join(", ", changes);
    }

    private static void add(ArrayList<String> changes, String what, Object asked, Object given) {
        if (!asked.equals(given)) {
            changes.add(what + " " + given + " and not " + asked);
        }
    }

    /**
     * Does what was granted, and becomes what came of it. What it refuses by itself stands, too.
     */
    public <R> Ruling<R> then(Function<T, R> act) {
        if (given == null) {
            return new Ruling<>(decision, null, refusal);
        }
        try {
            return new Ruling<>(decision, act.apply(given), null);
        } catch (IllegalArgumentException | IllegalStateException e) {
            var refused =
                    new PolicyDecision(
                            decision.atNanos(),
                            decision.scheduler(),
                            decision.who(),
                            decision.what(),
                            Verdict.REFUSED,
                            String.valueOf(e.getMessage()),
                            decision.policy(),
                            decision.version());
            return new Ruling<>(refused, null, e);
        }
    }

    /** Writes it down; what was given, or throws why nothing is. No lock is held. */
    public T conclude(PolicyDesk desk) {
        desk.write(decision);
        if (given == null) {
            desk.countRefused();
            throw refusal == null ? new IllegalStateException(decision.toString()) : refusal;
        }
        return given;
    }
}
