package dev.stint.internal.money;

import dev.stint.budget.Budget;
import dev.stint.budget.Ledger;
import org.jspecify.annotations.Nullable;

/**
 * The books of one nursery. Every method is one booking, after which {@code granted + debt = spent
 * + held + pooled + refunded} still holds. Guarded by the nursery's lock.
 */
public final class Books {
    private static final int GRANTED = 0;
    private static final int DEBT = Amounts.COUNT;
    private static final int SPENT = 2 * Amounts.COUNT;
    private static final int HELD = 3 * Amounts.COUNT;
    private static final int POOLED = 4 * Amounts.COUNT;
    private static final int REFUNDED = 5 * Amounts.COUNT;

    private final long[] rows = new long[6 * Amounts.COUNT];
    private final long[] recalled = new long[Amounts.COUNT]; // to go back as soon as it is pooled

    /** More for the pool, from outside; never more than {@link Budget#MOST} in all. */
    public void grant(Budget amount) {
        for (int c = 0; c < Amounts.COUNT; c++) {
            long x = Math.min(Amounts.get(amount, c), Budget.MOST - rows[GRANTED + c]);
            rows[GRANTED + c] += x;
            rows[POOLED + c] += x;
            repay(c);
        }
    }

    /**
     * The budget is another one now. What there is more was given back before, or is granted; what
     * there is less goes back out of the pool, now or when those below return it.
     */
    public void regrant(Budget before, Budget after) {
        for (int c = 0; c < Amounts.COUNT; c++) {
            long more = Amounts.get(after, c) - Amounts.get(before, c);
            if (more <= 0) {
                recalled[c] -= more;
                giveBack(c);
                continue;
            }
            long kept = Math.min(more, recalled[c]);
            recalled[c] -= kept;
            long again = Math.min(more - kept, rows[REFUNDED + c]);
            move(REFUNDED, POOLED, c, again);
            long anew = Math.min(more - kept - again, Budget.MOST - rows[GRANTED + c]);
            rows[GRANTED + c] += anew;
            rows[POOLED + c] += anew;
            repay(c);
        }
    }

    /** What was recalled goes back before it can be given to anybody. */
    private void giveBack(int c) {
        long back = Math.min(rows[POOLED + c], recalled[c]);
        recalled[c] -= back;
        move(POOLED, REFUNDED, c, back);
    }

    /** More, on its way through to somebody below. */
    public void passThrough(long[] amount) {
        for (int c = 0; c < Amounts.COUNT; c++) {
            rows[GRANTED + c] += amount[c];
            rows[HELD + c] += amount[c];
        }
    }

    /** More for the pool, from the parent. */
    public void fund(long[] amount) {
        for (int c = 0; c < Amounts.COUNT; c++) {
            rows[GRANTED + c] += amount[c];
            rows[POOLED + c] += amount[c];
            repay(c);
        }
    }

    /** What those below have overdrawn is paid first (ruling R9). */
    private void repay(int c) {
        long repaid = Math.min(rows[POOLED + c], rows[DEBT + c]);
        rows[POOLED + c] -= repaid;
        rows[DEBT + c] -= repaid;
        giveBack(c);
    }

    public boolean covers(Budget amount) {
        for (int c = 0; c < Amounts.COUNT; c++) {
            if (rows[POOLED + c] < Amounts.get(amount, c)) {
                return false;
            }
        }
        return true;
    }

    public Budget pool() {
        return Amounts.toBudget(rows, POOLED);
    }

    public long pooled(int component) {
        return rows[POOLED + component];
    }

    public long granted(int component) {
        return rows[GRANTED + component];
    }

    public long spent(int component) {
        return rows[SPENT + component];
    }

    /** From the pool to a task or a nested nursery. The pool must cover it. */
    public void hold(Budget amount) {
        for (int c = 0; c < Amounts.COUNT; c++) {
            move(POOLED, HELD, c, Amounts.get(amount, c));
        }
    }

    /**
     * From the pool to somebody below: at least {@code need}, and what goes beyond it at most an
     * eighth of what then remains, so that one asker does not empty a small pool. The pool must
     * cover the need.
     */
    public long[] give(Budget need, Budget want) {
        long[] given = new long[Amounts.COUNT];
        for (int c = 0; c < Amounts.COUNT; c++) {
            long least = Amounts.get(need, c);
            long spare = (rows[POOLED + c] - least) / 8;
            given[c] = least + Math.min(spare, Math.max(0, Amounts.get(want, c) - least));
            move(POOLED, HELD, c, given[c]);
        }
        return given;
    }

    /**
     * What was overdrawn and the pool could not repay. Nobody starts before it is repaid: every
     * task may overdraw a little when it ends, and there may be many.
     */
    public long owed(int component) {
        return rows[DEBT + component];
    }

    /** Pays for a spawn with exactly this allowance; false if the pool does not have it. */
    public boolean spawnExactly(Budget allowance) {
        if (owed(Amounts.MEMORY) > 0
                || rows[POOLED + Amounts.SPAWNS] - 1 < allowance.spawns()
                || !covers(allowance)) {
            return false;
        }
        move(POOLED, SPENT, Amounts.SPAWNS, 1);
        hold(allowance);
        return true;
    }

    /**
     * Pays for a spawn with this allowance or what the pool has of it; null if the pool has no
     * spawn or no operation left, or owes memory.
     */
    public @Nullable Budget spawn(Budget allowance) {
        if (rows[POOLED + Amounts.SPAWNS] < 1
                || rows[POOLED + Amounts.OPS] < 1
                || owed(Amounts.MEMORY) > 0) {
            return null;
        }
        move(POOLED, SPENT, Amounts.SPAWNS, 1);
        Budget given =
                covers(allowance) ? allowance : allowance.min(Amounts.toBudget(rows, POOLED));
        hold(given);
        return given;
    }

    /** A child that has spent nothing returns its allowance. */
    public void returnAll(Budget allowance) {
        for (int c = 0; c < Amounts.COUNT; c++) {
            move(HELD, POOLED, c, Amounts.get(allowance, c));
            giveBack(c);
        }
    }

    /** A child accounts for what it was given. */
    public void settle(Account account) {
        for (int c = 0; c < Amounts.COUNT; c++) {
            rows[HELD + c] -= account.spent[c] + account.left[c] - account.debt[c];
            rows[SPENT + c] += account.spent[c];
            rows[POOLED + c] += account.left[c];
            rows[DEBT + c] += account.debt[c];
            repay(c);
        }
    }

    /** Closes the books: what is in the pool goes back, and everything is accounted for. */
    public Account close() {
        var account = new Account();
        for (int c = 0; c < Amounts.COUNT; c++) {
            account.spent[c] = rows[SPENT + c];
            account.debt[c] = rows[DEBT + c];
            account.left[c] = rows[POOLED + c];
            move(POOLED, REFUNDED, c, rows[POOLED + c]);
        }
        return account;
    }

    private void move(int from, int to, int component, long amount) {
        rows[from + component] -= amount;
        rows[to + component] += amount;
    }

    /** True if the equation holds in every component. */
    public boolean isBalanced() {
        for (int c = 0; c < Amounts.COUNT; c++) {
            long left = rows[GRANTED + c] + rows[DEBT + c];
            long right = rows[SPENT + c] + rows[HELD + c] + rows[POOLED + c] + rows[REFUNDED + c];
            if (left != right) {
                return false;
            }
        }
        return true;
    }

    /** True if nobody below has anything that is not accounted for. */
    public boolean isSettled() {
        for (int c = 0; c < Amounts.COUNT; c++) {
            if (rows[HELD + c] != 0) {
                return false;
            }
        }
        return true;
    }

    public Ledger toLedger() {
        return new Ledger(
                Amounts.toBudget(rows, GRANTED),
                Amounts.toBudget(rows, DEBT),
                Amounts.toBudget(rows, SPENT),
                Amounts.toBudget(rows, HELD),
                Amounts.toBudget(rows, POOLED),
                Amounts.toBudget(rows, REFUNDED));
    }

    @Override
    public String toString() {
        return toLedger().toString();
    }
}
