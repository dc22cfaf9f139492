package dev.stint.internal.money;

import dev.stint.internal.stack.UsageSum;
import org.jspecify.annotations.Nullable;

/**
 * What one task, or everything below one nursery, comes to in the end: what it has spent, what is
 * left of what it was given, and by how much it has overdrawn.
 *
 * <p>Always {@code given = spent + left - debt}, in every component.
 */
public final class Account {
    public final long[] spent = new long[Amounts.COUNT];
    public final long[] left = new long[Amounts.COUNT];
    public final long[] debt = new long[Amounts.COUNT];

    /** How many tasks it covers, and the sum of their receipts' hashes. */
    public long tasks;

    public long hash;

    /** Of the nurseries that it covers: how often tasks were run, and how long they have waited. */
    public long runs;

    public long waited;

    /** The rest of that, operations aside; null if there is none. */
    public @Nullable UsageSum usage;

    public void add(Account other) {
        Amounts.add(left, other.left);
        addSpending(other);
    }

    /** As {@link #add}, without what the other has left. */
    public void addSpending(Account other) {
        Amounts.add(spent, other.spent);
        Amounts.add(debt, other.debt);
        tasks += other.tasks;
        hash += other.hash;
        runs += other.runs;
        waited += other.waited;
        if (other.usage != null) {
            addUsage(other.usage);
        }
    }

    private void addUsage(UsageSum more) {
        UsageSum sum = usage;
        if (sum == null) {
            sum = new UsageSum();
            usage = sum;
        }
        sum.add(more);
    }

    /** Pays what is owed with what is left: money that was borrowed and not spent is no money. */
    public void repay() {
        for (int c = 0; c < Amounts.COUNT; c++) {
            long repaid = Math.min(left[c], debt[c]);
            left[c] -= repaid;
            debt[c] -= repaid;
        }
    }

    /** A number that equal spending under an equal name gives, and hardly any other does. */
    public static long hash(String name, long[] spent, long[] debt) {
        long h = mix(name.hashCode());
        for (int c = 0; c < Amounts.COUNT; c++) {
            h = mix(h * 31 + spent[c]);
            h = mix(h * 31 + debt[c]);
        }
        return h;
    }

    /** The same for a task that has spent nothing. */
    public static long hashOfNothing(String name) {
        return mix(name.hashCode());
    }

    private static long mix(long z) {
        long x = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
        x = (x ^ (x >>> 27)) * 0x94D049BB133111EBL;
        return x ^ (x >>> 31);
    }
}
