package dev.stint.internal.nursery;

import dev.stint.budget.Bill;
import dev.stint.budget.Budget;
import dev.stint.budget.Ledger;
import dev.stint.budget.OnExhaustion;
import dev.stint.budget.Receipt;
import dev.stint.capability.CapBudget;
import dev.stint.capability.Capability;
import dev.stint.error.BudgetExhaustedException;
import dev.stint.error.CapabilityMissingException;
import dev.stint.internal.money.Amounts;
import dev.stint.internal.stack.Headroom;
import dev.stint.internal.task.Domain;
import dev.stint.internal.task.Opener;
import dev.stint.internal.task.TaskImpl;
import dev.stint.nursery.NurseryConfig;
import dev.stint.task.CancelledException;
import dev.stint.task.Task;
import dev.stint.task.Usage;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;

/** What users may do with a nursery's money: look at the books, and recharge, if they may. */
abstract class NurseryMoney extends NurseryLife {
    private final @Nullable Domain openedBy; // null: a thread outside, or its own tenant
    private boolean supervised;
    private @Nullable Runnable onBill;

    NurseryMoney(
            NurseryHome home,
            TenantImpl tenant,
            @Nullable NurseryImpl above,
            @Nullable TaskImpl<?> owner,
            @Nullable Opener opener,
            boolean hasBlock,
            NurseryConfig config) {
        super(home, tenant, above, owner, opener, hasBlock, config);
        this.openedBy = owner == null ? tenantHere() : null;
    }

    // ---- who may see how it went

    /** The tenant of the calling task; null for a thread outside. */
    static @Nullable Domain tenantHere() {
        TaskImpl<?> me = TaskImpl.currentOrNull();
        return me == null ? null : me.nursery().domain();
    }

    /**
     * Results are for the tenant that the nursery belongs to, for threads outside, and for the
     * tenant whose task has opened the nursery from elsewhere, or has started the child.
     */
    @Override
    public final void ensureMaySee(
            @Nullable TaskImpl<?> me, Object what, @Nullable Domain startedBy) {
        if (me == null || me.nursery().domain() == tenant) {
            return;
        }
        Domain theirs = me.nursery().domain();
        if (theirs != openedBy && theirs != startedBy) {
            throw new CapabilityMissingException(
                    me
                            + " of "
                            + theirs
                            + (me.home() == home ? "" : " of another scheduler")
                            + " cannot see how "
                            + what
                            + " ended: it belongs to "
                            + tenant
                            + ". Results are for the tenant that started a task or opened its"
                            + " nursery; let the task itself send what it has to say.");
        }
    }

    // ---- the books

    public final Ledger ledger() {
        Headroom.ensure();
        return toLedger();
    }

    public final Optional<Receipt> receipt() {
        Headroom.ensure();
        ensureMaySee(TaskImpl.currentOrNull(), this, null);
        if (!state().isFinal()) {
            return Optional.empty();
        }
        Ledger books = toLedger();
        return Optional.of(
                new Receipt(
                        config.name(), tasksEnded(), books.spent(), books.debt(), hashOfTasks()));
    }

    public final Usage usage() {
        Headroom.ensure();
        ensureMaySee(TaskImpl.currentOrNull(), this, null);
        return UsageWalk.below(self());
    }

    public final List<Bill> bills() {
        Headroom.ensure();
        return openBills();
    }

    public final boolean recharge(Task<?> child, Budget amount) {
        Headroom.ensureForSeveral();
        ensureMayRecharge("recharge a child");
        return rechargeByOpener(child, amount);
    }

    final boolean rechargeByOpener(Task<?> child, Budget amount) {
        TaskImpl<?> debtor = childOf(child);
        Objects.requireNonNull(amount, "the amount to recharge");
        while (true) {
            switch (tryRecharge(debtor, amount)) {
                case DONE -> {
                    return true;
                }
                case ENDED -> {
                    return false;
                }
                case SHORT -> {
                    if (!hold()) {
                        return false;
                    }
                    boolean filled;
                    try {
                        filled = fill(amount);
                    } finally {
                        letGo();
                    }
                    if (!filled) {
                        throw BudgetExhaustedException.of(billFor(amount));
                    }
                }
            }
        }
    }

    public final boolean recharge(Task<?> child, Budget amount, CapBudget right) {
        Headroom.ensureForSeveral();
        TaskImpl<?> debtor = childOf(child);
        Objects.requireNonNull(amount, "the amount to recharge");
        Objects.requireNonNull(right, "the right to recharge");
        TaskImpl<?> me = TaskImpl.currentOrNull();
        String who = me == null ? "a thread outside" : me.toString();
        NurseryImpl root = tenant.root();
        if (!hold()) {
            return false;
        }
        try {
            if (!root.carve(amount, right, tenant.issuer(), who, "recharge " + child)) {
                throw BudgetExhaustedException.of(root.billFor(amount));
            }
            boolean passed = root.passDown(this, debtor, amount);
            if (!passed) {
                root.putBack(amount);
                right.unuse(tenant.issuer(), amount);
            }
            return passed;
        } finally {
            letGo();
        }
    }

    /**
     * More of a component for a child, which calls, by one of its rights: at least {@code need};
     * null if this nursery does not say so, no right allows it, or the tenant does not have it.
     */
    @Override
    public final long @Nullable [] drawByRight(TaskImpl<?> child, int c, long need, long want) {
        if (!config.selfRecharge()) {
            return null;
        }
        NurseryImpl root = tenant.root();
        do {
            for (Capability each : child.capabilities().all()) {
                long given =
                        each instanceof CapBudget right
                                ? root.giveByRight(right, tenant.issuer(), c, need, want)
                                : 0;
                if (given > 0) {
                    long[] amount = new long[Amounts.COUNT];
                    amount[c] = given;
                    root.passAlong(this, amount); // the child lives, so nobody on the way ends
                    return amount;
                }
            }
        } while (reportEnded());
        return null;
    }

    public final void recharge(Budget amount) {
        Headroom.ensureForSeveral();
        Objects.requireNonNull(amount, "the amount to recharge");
        ensureMayRecharge("recharge " + this);
        if (above == null) {
            throw new IllegalStateException(
                    this + " is the root of " + tenant + ": grant the tenant more, grant(...).");
        }
        if (owner != null && TaskImpl.currentOrNull() != owner) {
            throw new CapabilityMissingException(
                    "a thread outside cannot recharge "
                            + this
                            + ": its budget is that of "
                            + owner
                            + ", which opened it. Recharge that task.");
        }
        if (!hold()) {
            return; // it needs nothing any more
        }
        try {
            fund(takeFromOpener(above, amount));
        } finally {
            letGo();
        }
    }

    private long[] takeFromOpener(NurseryImpl above, Budget amount) {
        if (owner != null) {
            try {
                return owner.purse().carveExactly(amount);
            } catch (CancelledException e) {
                throw cancelled(e);
            }
        }
        if (!above.carve(amount)) {
            throw BudgetExhaustedException.of(above.billFor(amount));
        }
        long[] amounts = new long[Amounts.COUNT];
        Amounts.set(amounts, amount);
        return amounts;
    }

    /**
     * Gives a child more, by its supervisor, who calls: from the pool, from above, or from the
     * supervisor's own budget, for which it may have to wait. False if nobody has it.
     */
    public final boolean provide(Task<?> child, Budget amount) {
        TaskImpl<?> debtor = childOf(child);
        while (true) {
            switch (tryRecharge(debtor, amount)) {
                case DONE, ENDED -> {
                    return true;
                }
                case SHORT -> {
                    if (!hold()) {
                        return true; // it has ended, and the child with it
                    }
                    try {
                        if (!fill(amount) && !fundAsSupervisor(amount.minus(toLedger().pooled()))) {
                            return false;
                        }
                    } finally {
                        letGo();
                    }
                }
            }
        }
    }

    /** Tells a child that waits to be recharged that it will not be: it fails with its bill. */
    public final boolean refuse(Task<?> child) {
        return tellRefused(childOf(child));
    }

    /** Fills the pool from the supervisor's own budget; it may ask its own supervisor for it. */
    final boolean fundAsSupervisor(Budget lacking) {
        if (!hold()) {
            return true; // it has ended, as the next attempt will find
        }
        try {
            return fundHeld(lacking);
        } finally {
            letGo();
        }
    }

    private boolean fundHeld(Budget lacking) {
        TaskImpl<?> me = owner;
        if (config.budget().isPresent() || me == null || above == null) {
            return false;
        }
        long[] carved = me.purse().carve(lacking, lacking);
        if (carved != null) {
            fund(carved);
        }
        Budget still = carved == null ? lacking : lacking.minus(Amounts.toBudget(carved));
        if (still.isZero()) {
            return true;
        }
        if (above.onExhaustion != OnExhaustion.WAIT) {
            return false;
        }
        recharge(still);
        return true;
    }

    private TaskImpl<?> childOf(Task<?> child) {
        Objects.requireNonNull(child, "the task to recharge");
        if (child instanceof TaskImpl<?> task && task.nursery() == this) {
            return task;
        }
        throw new IllegalArgumentException(
                child + " is no child of " + this + ". Recharge it by the nursery that owns it.");
    }

    private void ensureMayRecharge(String tried) {
        TaskImpl<?> me = TaskImpl.currentOrNull();
        if (me != null && me != owner) {
            throw new CapabilityMissingException(
                    me
                            + " cannot "
                            + tried
                            + " of "
                            + this
                            + ": only its opener may, or a holder of CapBudget:"
                            + " recharge(child, amount, right).");
        }
    }

    /** A task below waits to be recharged. */
    @Override
    public final void presentBill() {
        Runnable listener = onBill;
        if (listener != null) {
            listener.run();
        }
    }

    /** Makes somebody hear of bills, and be named as one who may pay them. Before any spawn. */
    public final void supervise(Runnable onBill) {
        this.supervised = true;
        this.onBill = onBill;
    }

    /** Who hears of bills; null if nobody. */
    public final @Nullable Runnable supervisor() {
        return onBill;
    }

    @Override
    public final boolean isSupervised() {
        return supervised;
    }

    static CancellationException cancelled(CancelledException cause) {
        var e = new CancellationException(cause.getMessage());
        e.initCause(cause);
        return e;
    }
}
