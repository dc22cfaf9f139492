package dev.stint.internal.money;

import dev.stint.budget.Bill;
import dev.stint.budget.Budget;
import dev.stint.budget.Component;
import dev.stint.budget.Ledger;
import dev.stint.budget.OnExhaustion;
import dev.stint.budget.Recharger;
import dev.stint.capability.CapBudget;
import dev.stint.capability.Issuer;
import dev.stint.internal.wait.SpinLock;
import dev.stint.internal.wait.WaitNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The money of a nursery: its books, and the ways by which budget moves between it, its children
 * and its parent.
 *
 * <p>A pool with a wall was opened with a budget of its own, and nothing below it can spend more. A
 * pool without one lives off its parent's: when it is short it takes from the nearest pool above
 * that has enough, as long as every nursery on the way lets its tasks draw. Each booking is made
 * under the lock of one pool and keeps that pool's equation; no two locks are ever held together.
 * On the way down the upper books are written first, and nobody on the way can end meanwhile:
 * whoever asks lives below, or {@linkplain #hold holds} the nursery that gets the money.
 */
public abstract class Pool extends SpinLock {
    /** How many times what is lacking is asked for, so that the next few need not ask. */
    private static final long SPARE = 16;

    private static final Budget ONE_SPAWN = Budget.ZERO.withSpawns(1);
    private static final Budget ONE_SMALL_TASK = ONE_SPAWN.withOps(1);

    private final @Nullable Pool parent;
    protected final OnExhaustion onExhaustion;
    protected final Budget childBudget;
    private final boolean walled;
    private final Books books = new Books();
    private @Nullable BillNode debtors; // a stack; guarded by the lock
    private boolean closed; // the books are; guarded by the lock
    private int fills; // from above; a hint, racy

    protected Pool(
            @Nullable Pool parent, OnExhaustion onExhaustion, Budget childBudget, boolean walled) {
        this.parent = parent;
        this.onExhaustion = onExhaustion;
        this.childBudget = childBudget;
        this.walled = walled;
    }

    /** How it is named in bills. */
    protected abstract String debtor();

    public abstract long id();

    /**
     * Keeps this nursery, and so all above it, from ending while money is on its way to it; false
     * if it has ended. For those who are not below it: nothing else keeps it alive for them.
     */
    protected abstract boolean hold();

    /** True if a supervisor hears of bills here. */
    public abstract boolean isSupervised();

    /** Has ends that this worker keeps back reported: they may bring money. False if none were. */
    protected abstract boolean reportEnded();

    /** Ends a hold. No lock held. */
    protected abstract void letGo();

    // ---- with the lock held

    /** Pays for a spawn; null if the pool cannot. Lock held. */
    public final @Nullable Budget payForSpawn(@Nullable Budget exactly, Budget upTo) {
        if (exactly == null) {
            return books.spawn(upTo);
        }
        return books.spawnExactly(exactly) ? exactly : null;
    }

    /** Lock held. */
    public final Books books() {
        return books;
    }

    /** What everything below came to; nothing is booked here any more. Lock held. */
    public final Account closeBooks() {
        closed = true;
        return books.close();
    }

    /** Everybody who waits for money, to be woken after the lock is released. Lock held. */
    public final @Nullable BillNode takeDebtors() {
        BillNode all = debtors;
        debtors = null;
        return all;
    }

    // ---- taking

    /** More for a child of this nursery: at least {@code need}; null if there is not enough. */
    public final long @Nullable [] draw(Budget need, Budget want) {
        while (true) {
            long[] given = give(need, want);
            if (given != null) {
                return given;
            }
            if (!climb(need, true) && !reportEnded()) {
                return null;
            }
        }
    }

    /**
     * Takes some of a component for somebody below, by a right: at least {@code need}; 0 if this
     * pool is short or the right does not allow it. In one step, so that nobody else finds the
     * right used up for something that then is not given.
     */
    public final long giveByRight(CapBudget right, Issuer issuer, int c, long need, long want) {
        acquire();
        try {
            long pooled = books.pooled(c);
            if (pooled < need) {
                return 0;
            }
            Component component = Amounts.component(c);
            long most = Math.min(want, need + (pooled - need) / 8);
            long given = right.useSome(issuer, component, need, most);
            books.hold(Budget.of(component, given));
            return given;
        } finally {
            release();
        }
    }

    /** Takes exactly this for somebody below, by a right and in one step; false if short. */
    public final boolean carve(
            Budget amount, CapBudget right, Issuer issuer, String who, String tried) {
        acquire();
        try {
            right.use(issuer, amount, who, tried);
            if (closed || !books.covers(amount)) {
                right.unuse(issuer, amount);
                return false;
            }
            books.hold(amount);
            return true;
        } finally {
            release();
        }
    }

    /** Takes exactly this for somebody below; false if short. */
    public final boolean carve(Budget amount) {
        acquire();
        try {
            if (closed || !books.covers(amount)) {
                return false;
            }
            books.hold(amount);
            return true;
        } finally {
            release();
        }
    }

    /**
     * Fills this pool from the nearest one above that can; false if none can or may. It asks for
     * more the further it had to go, so that a deep tree does not go all the way up at every level,
     * and the more often it had to ask, so that a wide one does not at every few children.
     */
    private boolean climb(Budget need, boolean withSpare) {
        while (true) {
            Pool source = this;
            long levels = 0;
            do {
                Pool above = source.parent;
                if (source.walled || above == null || above.onExhaustion != OnExhaustion.DRAW) {
                    return false;
                }
                source = above;
                levels++;
            } while (!source.books.covers(need)); // a racy look; decided under the lock below
            Budget want = withSpare ? need.times((SPARE << Math.min(fills, 10)) + levels) : need;
            long[] given = source.give(need, want);
            if (given != null) {
                for (Pool on = parent; on != null && on != source; on = on.parent) {
                    on.passThrough(given);
                }
                fund(given);
                fills++;
                return true;
            }
        }
    }

    private long @Nullable [] give(Budget need, Budget want) {
        acquire();
        try {
            return books.covers(need) ? books.give(need, want) : null;
        } finally {
            release();
        }
    }

    private void passThrough(long[] amount) {
        acquire();
        try {
            books.passThrough(amount);
        } finally {
            release();
        }
    }

    /** More for this pool, which the caller has taken from somebody above. */
    public final void fund(long[] amount) {
        BillNode woken;
        acquire();
        try {
            books.fund(amount);
            woken = takeDebtors();
        } finally {
            release();
        }
        WaitNode.wakeAll(woken);
    }

    /** More for this pool, from nowhere: only the holder of a tenant may. */
    public final void grant(Budget amount) {
        BillNode woken;
        acquire();
        try {
            books.grant(amount);
            woken = takeDebtors();
        } finally {
            release();
        }
        WaitNode.wakeAll(woken);
    }

    /** The budget of a tenant is another one now; see {@link Books#regrant}. */
    public final void regrant(Budget before, Budget after) {
        BillNode woken;
        acquire();
        try {
            if (closed) {
                return;
            }
            books.regrant(before, after);
            woken = takeDebtors();
        } finally {
            release();
        }
        WaitNode.wakeAll(woken); // each looks whether there is something for it now
    }

    /**
     * Passes an amount that this pool holds down to a child of a pool below it, which is held;
     * false, and nothing is booked, if that child has ended.
     */
    public final boolean passDown(Pool to, Payer child, Budget amount) {
        long[] amounts = Amounts.of(amount);
        passAlong(to, amounts);
        if (to.credit(child, amounts)) {
            return true;
        }
        for (int c = 0; c < Amounts.COUNT; c++) {
            amounts[c] = -amounts[c];
        }
        passAlong(to, amounts);
        return false;
    }

    /** Books an amount that this pool holds as given to somebody in a pool below. */
    public final void passAlong(Pool to, long[] amount) {
        for (Pool on = to; on != this && on != null; on = on.parent) {
            on.passThrough(amount);
        }
    }

    /** Puts back what was carved for something that then did not happen. */
    public final void putBack(Budget amount) {
        acquire();
        try {
            books.returnAll(amount);
        } finally {
            release();
        }
    }

    // ---- recharging a child

    protected enum Recharged {
        DONE,
        /** The child has ended. */
        ENDED,
        /** The pool does not have it. */
        SHORT
    }

    /** Gives a child more, from this pool. */
    public final Recharged tryRecharge(Payer child, Budget amount) {
        BillNode woken;
        acquire();
        try {
            if (!child.isMember() || child.isDone()) {
                return Recharged.ENDED;
            }
            if (!books.covers(amount)) {
                return Recharged.SHORT;
            }
            books.hold(amount);
            Amounts.add(child.credit().left, amount);
            woken = takeDebtors();
        } finally {
            release();
        }
        WaitNode.wakeAll(woken);
        return Recharged.DONE;
    }

    /** Gives a child what was passed down to it; false if it has ended. */
    private boolean credit(Payer child, long[] amount) {
        BillNode woken;
        acquire();
        try {
            if (!child.isMember() || child.isDone()) {
                return false;
            }
            Amounts.add(child.credit().left, amount);
            woken = takeDebtors();
        } finally {
            release();
        }
        WaitNode.wakeAll(woken);
        return true;
    }

    /** Fills this pool, which is held, from above by what it lacks of this; false if nobody can. */
    public final boolean fill(Budget amount) {
        Budget lacking = amount.minus(pooled());
        return lacking.isZero() || climb(lacking, false) || reportEnded();
    }

    /** Tells a task that waits for money that it gets none; false if it does not wait. */
    public final boolean tellRefused(Payer debtor) {
        WaitNode node;
        acquire();
        try {
            node = debtors;
            while (node != null && (node.waiter() != debtor || !node.isWaiting())) {
                node = node.next();
            }
        } finally {
            release();
        }
        return node != null && node.notifyWaiter(WaitNode.CLOSE);
    }

    // ---- paying for a spawn

    /** Tries to make this pool able to pay for a spawn; returns what nobody can pay, or null. */
    public final @Nullable Budget fundSpawn(
            @Nullable Payer opener, @Nullable Budget exactly, Budget upTo) {
        if (!hold()) {
            return null; // it has ended, as the next attempt will find
        }
        Budget owed = Budget.ZERO.withMemory(owedMemory());
        Budget full = (exactly == null ? upTo : exactly).plus(ONE_SPAWN).plus(owed);
        Budget least = exactly == null ? ONE_SMALL_TASK.plus(owed) : full;
        try {
            return gatherForSpawn(opener, full, least) || reportEnded() ? null : least;
        } finally {
            letGo();
        }
    }

    /** False if the pool could not be given even the least that a spawn needs. */
    private boolean gatherForSpawn(@Nullable Payer opener, Budget full, Budget least) {
        Budget pooled = pooled();
        if (opener != null && !walled) {
            long[] carved = opener.purse().carve(full.minus(pooled), least.minus(pooled));
            if (carved != null) {
                fund(carved);
                pooled = pooled.plus(Amounts.toBudget(carved));
            }
        }
        Budget lacking = full.minus(pooled);
        if (lacking.isZero() || climb(lacking, true)) {
            return true;
        }
        Budget must = least.minus(pooled);
        return must.isZero() || climb(must, false) || (opener != null && fundByRight(opener, must));
    }

    /** Fills this pool by a right of the task that has opened it; false if there is none. */
    private boolean fundByRight(Payer opener, Budget must) {
        long[] carved = walled ? null : opener.purse().carveByRight(must);
        if (carved == null) {
            return false;
        }
        fund(carved);
        return true;
    }

    private long owedMemory() {
        acquire();
        try {
            return books.owed(Amounts.MEMORY);
        } finally {
            release();
        }
    }

    private Budget pooled() {
        acquire();
        try {
            return books.pool();
        } finally {
            release();
        }
    }

    /** The bill for an amount that the pool does not have, for a component that is lacking. */
    public final Bill billFor(Budget amount) {
        acquire();
        try {
            Budget lacking = amount.minus(books.pool());
            if (lacking.isZero()) {
                lacking = amount; // somebody has filled the pool meanwhile
            }
            int c = lacking.spawns() > 0 ? Amounts.SPAWNS : firstOf(lacking);
            long granted = books.granted(c);
            return new Bill(
                    debtor(),
                    id(),
                    Amounts.component(c),
                    granted,
                    books.spent(c),
                    lacking.get(Amounts.component(c)),
                    Set.of(Recharger.PARENT_NURSERY));
        } finally {
            release();
        }
    }

    private static int firstOf(Budget amount) {
        for (Component c : Component.values()) {
            if (amount.get(c) > 0) {
                return c.index();
            }
        }
        return Amounts.OPS;
    }

    /** Waits until the pool changes; false if it can pay this already. */
    public final boolean enlist(BillNode node, Budget amount) {
        acquire();
        try {
            if (closed || books.covers(amount)) {
                return false;
            }
            push(node);
            return true;
        } finally {
            release();
        }
    }

    /** Waits until the task is given something; false if it was meanwhile. */
    public final boolean enlist(BillNode node, Payer debtor) {
        acquire();
        try {
            if (debtor.hasCredit()) {
                return false;
            }
            push(node);
            return true;
        } finally {
            release();
        }
    }

    private void push(BillNode node) {
        node.putOn(debtors);
        debtors = node;
    }

    public final List<Bill> openBills() {
        var bills = new ArrayList<Bill>();
        acquire();
        try {
            for (WaitNode node = debtors; node != null; node = node.next()) {
                if (node.isWaiting() && node instanceof BillNode debtor) {
                    bills.add(debtor.bill());
                }
            }
        } finally {
            release();
        }
        return bills;
    }

    public final Ledger toLedger() {
        acquire();
        try {
            return books.toLedger();
        } finally {
            release();
        }
    }
}
