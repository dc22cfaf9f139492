package dev.stint.internal.money;

import dev.stint.budget.Budget;
import dev.stint.budget.Component;

/** Budgets that change: arrays of five longs, one per component, at {@link Component#index}. */
public final class Amounts {
    public static final int COUNT = 5;

    public static final int OPS = Component.OPS.index();
    public static final int MEMORY = Component.MEMORY.index();
    public static final int CHANNEL_OPS = Component.CHANNEL_OPS.index();
    public static final int SPAWNS = Component.SPAWNS.index();

    private static final Component[] COMPONENTS = Component.values();

    private Amounts() {}

    public static Component component(int index) {
        return COMPONENTS[index];
    }

    /** The component at this index of a budget; written out, because it is on the spawn's path. */
    public static long get(Budget budget, int index) {
        return switch (index) {
            case 0 -> budget.ops();
            case 1 -> budget.memory();
            case 2 -> budget.spawns();
            case 3 -> budget.channelOps();
            default -> budget.syscalls();
        };
    }

    public static long[] of(Budget budget) {
        long[] amounts = new long[COUNT];
        set(amounts, budget);
        return amounts;
    }

    public static void set(long[] to, Budget budget) {
        for (int c = 0; c < COUNT; c++) {
            to[c] = get(budget, c);
        }
    }

    public static void add(long[] to, long[] amounts) {
        for (int c = 0; c < COUNT; c++) {
            to[c] += amounts[c];
        }
    }

    public static void add(long[] to, Budget budget) {
        for (int c = 0; c < COUNT; c++) {
            to[c] += get(budget, c);
        }
    }

    public static Budget toBudget(long[] rows, int from) {
        return new Budget(
                rows[from], rows[from + 1], rows[from + 2], rows[from + 3], rows[from + 4]);
    }

    public static Budget toBudget(long[] amounts) {
        return toBudget(amounts, 0);
    }
}
