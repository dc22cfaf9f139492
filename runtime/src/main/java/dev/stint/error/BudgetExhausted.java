package dev.stint.error;

import dev.stint.budget.Bill;

/**
 * Thrown when something cannot be paid and nobody will: the nursery's policy is to fail, or there
 * was nothing left to draw. Inside a task it cannot be eaten: every later charge and suspension
 * throws it again.
 */
public abstract sealed class BudgetExhausted extends StintException
        permits ChannelBudgetExhausted,
                MemoryBudgetExhausted,
                OperationBudgetExhausted,
                SpawnBudgetExhausted,
                SyscallBudgetExhausted {
    private static final long serialVersionUID = 1L;

    private final transient Bill bill;

    BudgetExhausted(Bill bill, String what) {
        super(bill.inWords() + " " + what);
        this.bill = bill;
    }

    /** The exception for a bill, by its component. */
    public static BudgetExhausted of(Bill bill) {
        return switch (bill.component()) {
            case OPS -> new OperationBudgetExhausted(bill);
            case MEMORY -> new MemoryBudgetExhausted(bill);
            case SPAWNS -> new SpawnBudgetExhausted(bill);
            case CHANNEL_OPS -> new ChannelBudgetExhausted(bill);
            case SYSCALLS -> new SyscallBudgetExhausted(bill);
        };
    }

    public final Bill bill() {
        return bill;
    }
}
