package dev.stint.error;

import dev.stint.budget.Bill;

/**
 * Thrown when something cannot be paid and nobody will: the nursery's policy is to fail, or there
 * was nothing left to draw. Inside a task it cannot be eaten: every later charge and suspension
 * throws it again.
 */
public abstract sealed class BudgetExhaustedException extends StintException
        permits ChannelBudgetExhaustedException,
                MemoryBudgetExhaustedException,
                OperationBudgetExhaustedException,
                SpawnBudgetExhaustedException,
                SyscallBudgetExhaustedException {
    private static final long serialVersionUID = 1L;

    private final transient Bill bill;

    BudgetExhaustedException(Bill bill, String what) {
        super(bill.inWords() + " " + what);
        this.bill = bill;
    }

    /** The exception for a bill, by its component. */
    public static BudgetExhaustedException of(Bill bill) {
        return switch (bill.component()) {
            case OPS -> new OperationBudgetExhaustedException(bill);
            case MEMORY -> new MemoryBudgetExhaustedException(bill);
            case SPAWNS -> new SpawnBudgetExhaustedException(bill);
            case CHANNEL_OPS -> new ChannelBudgetExhaustedException(bill);
            case SYSCALLS -> new SyscallBudgetExhaustedException(bill);
        };
    }

    public final Bill bill() {
        return bill;
    }
}
