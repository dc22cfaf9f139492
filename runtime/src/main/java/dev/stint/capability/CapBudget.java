package dev.stint.capability;

import dev.stint.budget.Budget;
import dev.stint.budget.Component;
import java.time.Duration;
import java.util.Objects;

/**
 * The right to recharge budgets, up to a limit. It is no money: what it grants comes from the pool
 * of the tenant that issued it. A task that holds one recharges itself by {@code Stint.recharge},
 * and without a call when it runs out, if its nursery says so: {@code withSelfRecharge(true)}.
 */
public final class CapBudget extends Capability {
    CapBudget(Issuer issuer, Budget limit) {
        super(issuer, limit);
    }

    private CapBudget(CapBudget parent, Budget limit, long expiresAt) {
        super(parent, limit, expiresAt);
    }

    /** The right to recharge by at most this, all in all. */
    public CapBudget atMost(Budget limit) {
        Objects.requireNonNull(limit, "the limit of a capability");
        return new CapBudget(this, limit().min(limit), Long.MAX_VALUE);
    }

    /** The same right, for this long. */
    public CapBudget expiringIn(Duration time) {
        return new CapBudget(this, limit(), expiryIn(Issuer.nanosOf(time)));
    }

    /** How much can still be recharged with it. */
    public Budget budgetLeft() {
        return left();
    }

    /** Uses the right for this amount, or throws why not. For the runtime. */
    public void use(Issuer issuer, Budget amount, String who, String tried) {
        issuer.ensureIssued(this, who, tried);
        ensureValid(who, tried);
        take(amount, who, tried);
    }

    /**
     * Uses the right for at least {@code least} of a component and at most {@code most}. Returns
     * how much; 0, and nothing is used, if that is not allowed. For the runtime.
     */
    public long useSome(Issuer issuer, Component component, long least, long most) {
        boolean mayUse = issuer() == issuer && isValid();
        return mayUse ? takeSome(component, least, most) : 0;
    }

    /** Undoes a use that then granted nothing. For the runtime. */
    public void unuse(Issuer issuer, Budget amount) {
        giveBack(issuer, amount);
    }
}
