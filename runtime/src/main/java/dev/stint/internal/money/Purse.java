package dev.stint.internal.money;

import dev.stint.budget.Bill;
import dev.stint.budget.Budget;
import dev.stint.budget.Component;
import dev.stint.budget.Cost;
import dev.stint.budget.OnExhaustion;
import dev.stint.budget.Recharger;
import dev.stint.error.BudgetExhaustedException;
import dev.stint.hooks.Stop;
import dev.stint.internal.stack.Carrier;
import dev.stint.internal.stack.Headroom;
import dev.stint.internal.stack.Lender;
import dev.stint.internal.stack.Points;
import dev.stint.internal.stack.Processor;
import dev.stint.internal.wait.WaitNode;
import dev.stint.task.CancelledException;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a task holds and has spent. Made at its first charge; a task that is never charged has none.
 * Belongs to the task's own stack, and to its nursery once the task has ended.
 *
 * <p>Operations are lent to a counter, at most an interval's worth, so that a charge is one
 * subtraction. When the counter runs out the task <em>looks</em>: it settles the counter, sees
 * whether it was cancelled, whether its slice is used up, and whether it can pay.
 *
 * <p>A charge that cannot be paid is settled by the nursery's policy: draw, wait or fail; before it
 * waits or fails, the task draws by its own right, if the nursery says so. A task that has failed
 * for lack of money is doomed: every later charge and every suspension throws again. Two things may
 * borrow instead: a shielded section of a task that is cancelled or doomed, up to its grace, and a
 * task that cannot be suspended where it stands, up to {@link #intervalOf} (rulings R9 and R10).
 */
public final class Purse extends PurseGrace implements Lender {
    private static final int OPS = Amounts.OPS;
    private static final int MEMORY = Amounts.MEMORY;
    private static final int CHANNEL_OPS = Amounts.CHANNEL_OPS;
    private static final Budget CHANNEL_OP = Cost.CHANNEL_SEND.one(); // a receive costs the same

    private final int interval;
    private final long slice;
    private final boolean isSimulated;
    private final Account account = new Account();
    private int counter; // operations left of those lent
    private int lent;
    private int channelCounter; // the same for channel operations
    private int channelLent;
    private int sliceUsed;
    private long unseen; // operations settled since the last look
    private long reported; // operations spent, as its worker knows
    private @Nullable Carrier meter; // of the carrier that this task is mounted on, if it is lent
    private int meterLent;
    private long meterBytesLent;
    private final StackLimit stack;
    private boolean overdrawn; // of memory, since the last look
    private @Nullable Bill doom;

    Purse(Payer task, Budget allowance) {
        super(task);
        this.interval = task.terms().yieldInterval();
        this.slice = task.terms().isTimed() ? Long.MAX_VALUE : task.terms().slice();
        this.isSimulated = task.terms().isSimulated();
        this.stack = new StackLimit(task);
        Amounts.set(account.left, allowance);
    }

    // ---- charging

    /** Counts operations. */
    public void checkpoint(long operations) throws CancelledException {
        if (operations < counter) {
            counter -= (int) operations;
        } else {
            look(operations);
            lend();
        }
    }

    /**
     * Pays for a spawn. It is no wait: in a block that was cut, what the nursery says of it comes
     * first.
     */
    public void paySpawn() throws CancelledException {
        if (counter > 1) {
            counter--;
        } else {
            long used = beginLook(1);
            if (task.mustEndItself()) {
                task.throwIfEnding("checkpoint");
            }
            endLook(used);
            ensure(OPS, 1);
            pay(OPS, 1);
            lend();
        }
    }

    private void look(long operations) throws CancelledException {
        lookAround("checkpoint", operations);
        ensure(OPS, operations);
        pay(OPS, operations);
    }

    /** The look of code that has booked late: it may go on only if there is something to spend. */
    private void lookLate() throws CancelledException {
        lookAround("checkpoint", 0);
        ensure(OPS, 1);
    }

    /**
     * What comes before a payment: sees whether the task must end, and gives way if its slice is
     * used up. Whoever is thrown at here has paid nothing.
     */
    private void lookAround(String where, long operations) throws CancelledException {
        long used = beginLook(operations);
        if (task.mustEnd() && !isInGrace() && isSliceOver()) {
            task.giveWayAtEnd(); // it leaves its stack, and is stopped here once for each frame
        }
        task.throwIfEnding(where);
        endLook(used);
    }

    private long beginLook(long operations) throws CancelledException {
        Headroom.ensure();
        Points.passOrFail();
        settleCounter();
        long used = Math.min(Integer.MAX_VALUE, unseen + Math.min(Integer.MAX_VALUE, operations));
        unseen = 0;
        sliceUsed = (int) Math.min(Integer.MAX_VALUE, sliceUsed + used);
        Processor.current().used(used, unreported());
        task.lookForDeadline();
        return used;
    }

    private void endLook(long used) throws CancelledException {
        if (isInGrace()) {
            useGrace(used);
        }
        if (isSliceOver()) {
            task.giveWay();
        }
    }

    /** True if others wait that should run now. */
    private boolean isSliceOver() {
        Processor here = Processor.current();
        return (sliceUsed >= slice || here.isHurried()) && here.hasOthers();
    }

    /** Pays for something, all of it or nothing. */
    public void charge(Budget cost) throws CancelledException {
        if (isOnlyOps(cost)) {
            checkpoint(cost.ops());
            return;
        }
        lookAround("charge", cost.ops());
        for (int c = 0; c < Amounts.COUNT; c++) {
            ensure(c, Amounts.get(cost, c));
        }
        for (int c = 0; c < Amounts.COUNT; c++) {
            pay(c, Amounts.get(cost, c));
        }
        if (cost.memory() != 0) {
            Carrier.current().noteCharged(cost.memory());
        }
        lend();
    }

    private static boolean isOnlyOps(Budget cost) {
        return (cost.memory() | cost.spawns() | cost.channelOps() | cost.syscalls()) == 0;
    }

    /** Pays for one channel operation. */
    public void channelOp(String where) throws CancelledException {
        if (!tryChannelOp()) {
            task.throwIfEnding(where);
            charge(CHANNEL_OP);
        }
    }

    /** Pays for operations from what is lent; false, and nothing is paid, if that is too little. */
    public boolean tryOps(long operations) {
        if (operations >= counter) {
            return false;
        }
        counter -= (int) operations;
        return true;
    }

    /**
     * Pays for one from what is lent; false, and nothing is paid, if there must be a look first.
     */
    public boolean tryChannelOp() {
        if (counter <= 1 || channelCounter <= 0 || task.mustEnd()) {
            return false;
        }
        counter--;
        channelCounter--;
        return true;
    }

    private void pay(int c, long amount) {
        account.left[c] -= amount;
        account.spent[c] += amount;
    }

    private long unreported() {
        long spent = account.spent[OPS];
        long more = spent - reported;
        reported = spent;
        return more;
    }

    /** Books all that was counted: the task ends. On its own stack. */
    void end() {
        settleCounter();
        Processor.current().usedAtEnd(unseen, unreported());
        unseen = 0;
    }

    /** What is booked as spent in operations, as far as another thread can tell; only grows. */
    long bookedOps() {
        return account.spent[OPS];
    }

    /** Takes back what is left of the operations lent to the counter. */
    void settleCounter() {
        int used = lent - counter;
        pay(OPS, used);
        unseen += used;
        lent = 0;
        counter = 0;
        pay(CHANNEL_OPS, channelLent - channelCounter);
        channelLent = 0;
        channelCounter = 0;
        settleMeter();
    }

    private void lend() {
        // A task that must end looks at every charge; so does one that is simulated.
        boolean looksAlways = task.mustEnd() || isSimulated;
        long most = account.left[OPS] - meterLent;
        lent = looksAlways ? 0 : (int) Math.min(interval, most);
        counter = lent;
        channelLent = (int) Math.min(lent, account.left[CHANNEL_OPS]);
        channelCounter = channelLent;
    }

    // ---- metered code: it counts on its carrier, see Meter

    /** Books what metered code has counted, and empties the meter. */
    @Override
    public void settleMeter() {
        Carrier c = meter;
        if (c == null) {
            return;
        }
        int used = meterLent - c.opsLeft();
        pay(OPS, used);
        unseen += used;
        stack.count(used - c.takeRounds());
        long allocated = meterBytesLent - c.bytesLeft();
        pay(MEMORY, allocated);
        c.noteCharged(allocated);
        c.empty();
        meter = null;
        meterLent = 0;
        meterBytesLent = 0;
        // Loops book late, so they may have done more than there was (R9).
        if (account.left[OPS] < 0) {
            borrow(OPS, -account.left[OPS]);
        }
        // So may code of the JDK that is woven and must not be stopped where it is.
        if (account.left[MEMORY] < 0) {
            borrow(MEMORY, -account.left[MEMORY]);
            overdrawn = true;
        }
    }

    private void lendMeter() {
        Carrier c = Carrier.current();
        boolean looksAlways = task.mustEnd() || isSimulated;
        long most = Math.min(interval - unseen, account.left[OPS] - lent);
        meterLent = looksAlways ? 0 : (int) Math.max(0, most);
        meterBytesLent = looksAlways ? 0 : account.left[MEMORY];
        meter = c;
        c.lend(this, meterLent, meterBytesLent);
    }

    /** The meter shows less than nothing; of that, so much is still to be done. */
    @Override
    public void ranOut(Carrier c, int operations, long memory) throws CancelledException {
        if (meter == null && !task.mustEnd()) { // the first charge since the task was mounted
            lendMeter();
            if (c.opsLeft() >= 0 && c.bytesLeft() >= 0) {
                return;
            }
        }
        Headroom.ensure();
        ensureMeter();
        c.giveBack(operations, memory);
        if (operations == 0 && memory == 0) {
            lookLate();
        } else if (memory == 0) {
            look(operations);
        } else {
            charge(Budget.ofOps(operations).withMemory(memory));
        }
        if (overdrawn) {
            overdrawn = false;
            ensure(MEMORY, 1); // it may go on only if there is something to spend
        }
        settleMeter();
        ensureStack();
        Carrier.current().empty(); // what the look itself has counted, in the JDK, is nobody's
        lendMeter();
        lend();
    }

    /**
     * @throws Stop if the task's stack is too large
     */
    private void ensureStack() {
        if (!isSimulated) {
            boolean justSuspended = sliceUsed == 0;
            StackOverflowError overflow =
                    stack.look(justSuspended, Carrier.current().countsStack());
            if (overflow != null) {
                throw stop(overflow);
            }
        }
    }

    /**
     * The look of a task that nobody wants to end or to give way, and that can pay: most are such,
     * and a tight loop takes less than a tenth of a microsecond from one to the next.
     */
    @Override
    public boolean glance(Carrier c) {
        if (meter == null || isSimulated || task.mustEnd()) {
            return false;
        }
        int used = meterLent - c.opsLeft();
        long seen = unseen + used;
        Processor here = c.driven();
        if (account.left[OPS] - used - lent < interval
                || stack.isDue()
                || task.hasDeadline()
                || ((sliceUsed + seen >= slice || here.isHurried()) && here.hasOthers())) {
            return false;
        }
        pay(OPS, used);
        here.used(seen, unreported());
        stack.count(used - c.takeRounds());
        sliceUsed = (int) Math.min(Integer.MAX_VALUE, sliceUsed + seen);
        unseen = 0;
        meterLent = interval;
        c.refill(interval);
        return true;
    }

    @Override
    public void payRarely(long operations, long memory, long syscalls) throws CancelledException {
        Headroom.ensure();
        ensureMeter();
        if (memory == 0 && syscalls == 0) {
            look(operations); // not off the counter: the meter is refilled by looks only
            lend();
        } else {
            charge(Budget.ofOps(operations).withMemory(memory).withSyscalls(syscalls));
        }
        settleMeter();
        // What recurses in the place of the JDK may come here at every level, and nowhere else.
        stack.count(operations);
        ensureStack();
        Carrier.current().empty();
        lendMeter();
    }

    /** What is in the meter of its carrier is this task's, also if nothing was lent. */
    @Override
    public void ensureMeter() {
        if (meter == null) {
            meter = Carrier.current();
            meter.lend(this, 0, 0);
        }
    }

    /** What metered code is stopped with. It has its grace from now on, to clean up. */
    @Override
    public Stop stop(Throwable why) {
        stopped = true;
        return new Stop(why);
    }

    void notSuspended() {
        stack.refused();
    }

    void sliceEnded() {
        sliceUsed = 0;
    }

    // ---- getting more

    /** Sees that there is at least so much; waits for it, draws it, borrows it, or throws. */
    private void ensure(int c, long need) throws CancelledException {
        while (account.left[c] < need) {
            long lacking = need - account.left[c];
            if (collect() || borrowInGrace(c, lacking)) {
                continue;
            }
            long[] more = drawMore(c, lacking);
            if (more != null) {
                receive(more);
            } else if (task.pool().onExhaustion != OnExhaustion.WAIT) {
                throw fail(c, need);
            } else if (task.isBound()) {
                borrowPinned(c, need, lacking);
            } else {
                switch (task.awaitRecharge(bill(c, need, helpers()))) {
                    case WaitNode.PINNED -> borrowPinned(c, need, lacking);
                    case WaitNode.CLOSE -> throw fail(c, need);
                    default -> {}
                }
            }
        }
    }

    /** More, from the nursery's pool or by a right of the task, if the nursery lets it. */
    private long @Nullable [] drawMore(int c, long lacking) {
        Pool pool = task.pool();
        if (pool.onExhaustion == OnExhaustion.DRAW) {
            Component component = Amounts.component(c);
            long least = Math.max(lacking, intervalOf(c)); // else it would draw unit by unit
            Budget usual = Budget.of(component, Math.max(least, pool.childBudget.get(component)));
            long[] more = pool.draw(Budget.of(component, least), usual);
            if (more == null && least > lacking) {
                more = pool.draw(Budget.of(component, lacking), usual);
            }
            if (more != null) {
                return more;
            }
        }
        return drawByRight(c, lacking);
    }

    /** An interval's worth at a time, so that it does not draw unit by unit. */
    private long @Nullable [] drawByRight(int c, long lacking) {
        return task.drawByRight(c, lacking, Math.max(lacking, intervalOf(c)));
    }

    /** Takes in what others have given meanwhile; false if that was nothing. */
    private boolean collect() {
        long[] credit = task.takeCredit();
        if (credit == null) {
            return false;
        }
        receive(credit);
        return true;
    }

    /** Debts are paid first. */
    private void receive(long[] amount) {
        for (int c = 0; c < Amounts.COUNT; c++) {
            long repaid = Math.min(amount[c], account.debt[c]);
            account.debt[c] -= repaid;
            account.left[c] += amount[c] - repaid;
        }
    }

    private void borrow(int c, long amount) {
        account.left[c] += amount;
        account.debt[c] += amount;
    }

    private void borrowPinned(int c, long need, long lacking) {
        if (lacking > intervalOf(c) - account.debt[c]) {
            throw fail(c, need);
        }
        borrow(c, lacking);
    }

    /** An interval's worth: as much a task may overdraw where it cannot be suspended. */
    private long intervalOf(int c) {
        return Amounts.component(c) == Component.MEMORY ? (long) interval << 10 : interval;
    }

    /**
     * Takes what a nested nursery of this task lacks out of this purse: all that it must have, and
     * half of what is here towards the rest. Null if that is nothing.
     */
    public long @Nullable [] carve(Budget lacking, Budget must) {
        settleCounter();
        collect(); // what its earlier nurseries have left
        long[] carved = new long[Amounts.COUNT];
        long any = 0;
        for (int c = 0; c < Amounts.COUNT; c++) {
            long left = account.left[c];
            long most = Math.min(Amounts.get(lacking, c), left);
            carved[c] = Math.min(most, Math.max(Amounts.get(must, c), left / 2));
            account.left[c] -= carved[c];
            any |= carved[c];
        }
        lend();
        return any == 0 ? null : carved;
    }

    /** Takes exactly this, for a nested nursery, by a right of the task; null if it has none. */
    long @Nullable [] carveByRight(Budget must) {
        settleCounter();
        for (int c = 0; c < Amounts.COUNT; c++) {
            while (account.left[c] < Amounts.get(must, c)) {
                long[] more = drawByRight(c, Amounts.get(must, c) - account.left[c]);
                if (more == null) {
                    return null;
                }
                receive(more);
            }
        }
        return carve(must, must);
    }

    /** Takes exactly this out of the purse, for a nested nursery. */
    public long[] carveExactly(Budget amount) throws CancelledException {
        settleCounter();
        long[] carved = new long[Amounts.COUNT];
        for (int c = 0; c < Amounts.COUNT; c++) {
            ensure(c, Amounts.get(amount, c));
        }
        for (int c = 0; c < Amounts.COUNT; c++) {
            carved[c] = Amounts.get(amount, c);
            account.left[c] -= carved[c];
        }
        lend();
        return carved;
    }

    // ---- being unable to pay

    private Bill bill(int c, long needed, Set<Recharger> helpers) {
        return new Bill(
                task.toString(),
                task.id(),
                Amounts.component(c),
                account.spent[c] + account.left[c] - account.debt[c],
                account.spent[c],
                needed,
                helpers);
    }

    private Set<Recharger> helpers() {
        EnumSet<Recharger> helpers = EnumSet.of(Recharger.PARENT_NURSERY, Recharger.CAP_BUDGET);
        if (task.pool().isSupervised()) {
            helpers.add(Recharger.SUPERVISOR);
        }
        return helpers;
    }

    private BudgetExhaustedException fail(int c, long needed) {
        Bill bill = bill(c, needed, Set.of()); // nobody will pay it any more
        doom = bill;
        task.exhausted(bill);
        return BudgetExhaustedException.of(bill);
    }

    @Nullable Bill doom() {
        return doom;
    }

    @Nullable StackOverflowError overflow() {
        return stack.overflow();
    }

    // ---- grace: what a task that must end may still do to clean up

    public void leaveShield() {
        shields--;
        settleCounter();
    }

    private boolean borrowInGrace(int c, long lacking) {
        if (!isInGrace() || lacking > mostInGrace(c) - account.debt[c]) {
            return false;
        }
        borrow(c, lacking);
        return true;
    }

    // ---- the end

    /** What it comes to; the nursery's from now on. */
    Account close() {
        settleCounter();
        return account;
    }

    /** What is left, as far as another thread can tell. */
    public Budget left() {
        Budget left = Amounts.toBudget(account.left);
        return left.minus(unsettled());
    }

    /** The operations among them. */
    public long opsLeft() {
        return Math.max(0, account.left[OPS] - unsettledOps());
    }

    private int unsettledOps() {
        Carrier c = meter;
        return Math.max(0, lent - counter + (c == null ? 0 : meterLent - c.opsLeft()));
    }

    /** What was counted down since the counters were last settled. */
    private Budget unsettled() {
        Carrier c = meter;
        long allocated = c == null ? 0 : meterBytesLent - c.bytesLeft();
        return Budget.ofOps(unsettledOps())
                .withMemory(Math.max(0, allocated))
                .withChannelOps(Math.max(0, channelLent - channelCounter));
    }

    public Budget debt() {
        return Amounts.toBudget(account.debt);
    }

    public Budget spent() {
        return Amounts.toBudget(account.spent).plus(unsettled());
    }
}
