package dev.stint.internal.money;

import dev.stint.budget.Bill;
import dev.stint.internal.wait.WaitNode;
import dev.stint.internal.wait.Waiter;

/** The wait of somebody who cannot pay: for a recharge, or for the pool to fill. */
public final class BillNode extends WaitNode {
    private final Bill bill;

    public BillNode(Waiter waiter, Bill bill) {
        super(waiter);
        this.bill = bill;
    }

    public Bill bill() {
        return bill;
    }

    @Override
    public boolean mayBlockCarrier() {
        return false;
    }

    @Override
    public String describe() {
        return "a recharge of " + bill.needed() + " " + bill.component().inWords();
    }
}
