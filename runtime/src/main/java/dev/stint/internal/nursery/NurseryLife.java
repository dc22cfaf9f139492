package dev.stint.internal.nursery;

import dev.stint.budget.Budget;
import dev.stint.budget.Ledger;
import dev.stint.internal.SchedulerBug;
import dev.stint.internal.money.Account;
import dev.stint.internal.money.BillNode;
import dev.stint.internal.money.Pool;
import dev.stint.internal.stack.Headroom;
import dev.stint.internal.stack.UsageSum;
import dev.stint.internal.task.Awaited;
import dev.stint.internal.task.EndNode;
import dev.stint.internal.task.Opener;
import dev.stint.internal.task.Siblings;
import dev.stint.internal.task.TaskImpl;
import dev.stint.internal.wait.TimerHeap;
import dev.stint.internal.wait.WaitNode;
import dev.stint.nursery.CancelReason;
import dev.stint.nursery.ChildError;
import dev.stint.nursery.NurseryConfig;
import dev.stint.nursery.NurseryResult;
import dev.stint.nursery.NurseryState;
import dev.stint.nursery.Policy;
import dev.stint.task.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a nursery owns and where it is in its life: the list of its live children, its state, and
 * who waits for its end. Its money is the {@link Pool}'s; how cancelling goes down the tree says
 * {@link CancelWalk}.
 *
 * <p>Arrows: {@link NurseryState}. The state, the list and the counts are guarded by the lock.
 * Whoever brings the number of live children to 0 in a state other than OPEN, or leaves OPEN with
 * none, settles the books with the parent and only then makes the state final, so that nobody who
 * sees the end finds money missing.
 */
abstract class NurseryLife extends NurseryTotals {
    private TimerHeap.@Nullable Entry timer;

    // guarded by the lock; the state is also read without it
    private volatile NurseryState state = NurseryState.OPEN;
    private volatile @Nullable CancelReason reason;
    private final @Nullable Object policyTurn; // held while a policy that may keep things is told
    private final Siblings children = new Siblings();
    private @Nullable Guests guests; // none until the first
    @Nullable NurseryImpl guestLeft; // this one's place in the list of the one above
    @Nullable NurseryImpl guestRight;
    private int live; // children, guests and those who hold it
    private int idle; // children that do nothing until others bring them something
    private boolean settling;
    private @Nullable WaitNode waiters;
    private volatile @Nullable Failures failures; // none until the first; replaced as a whole
    private boolean interruptedOpener; // written before the end, read by the opener after it

    NurseryLife(
            NurseryHome home,
            TenantImpl tenant,
            @Nullable NurseryImpl above,
            @Nullable TaskImpl<?> owner,
            @Nullable Opener opener,
            boolean hasBlock,
            NurseryConfig config) {
        super(home, tenant, above, owner, opener, hasBlock, config);
        this.policyTurn = Judgement.turnOf(config.policy());
    }

    abstract NurseryImpl self();

    public final NurseryState state() {
        return state;
    }

    final @Nullable CancelReason reason() {
        return reason;
    }

    // ---- its block; see Opener

    /** True if whoever stands in its block must leave it. */
    @Override
    public final boolean isCut() {
        return hasBlock && reason != null;
    }

    /** Cancels what its opener has opened inside its block, and ends the opener's waits there. */
    private void cutBlock(CancelReason why) {
        Opener who = opener;
        if (who == null || !isBlockOpen()) {
            return;
        }
        for (NurseryImpl at = NurseryImpl.ownedBy(who); at != null && at != this; at = at.outer) {
            at.cancelWithParent();
        }
        boolean told = why == CancelReason.PARENT && isOwnerCancelled();
        interruptedOpener = !told && who.cut();
    }

    final boolean hasInterruptedOpener() {
        return interruptedOpener;
    }

    final void setTimer(TimerHeap.Entry timer) {
        this.timer = timer;
    }

    // ---- children that begin

    /** Takes a published task in, with its allowance. */
    public final Adoption adopt(TaskImpl<?> task) {
        acquire();
        try {
            if (state != NurseryState.OPEN) {
                return Adoption.NOT_ACTIVE;
            }
            Budget given = payForSpawn(task.askedBudget(), task.allowance());
            if (given == null) {
                return Adoption.CANNOT_PAY;
            }
            task.setAllowance(given);
            children.add(task);
            live++;
            return Adoption.ADOPTED;
        } finally {
            release();
        }
    }

    // ---- children that end

    /** True if the nursery wants to hear of this end at once, not with the next few. */
    public final boolean isUrgent(TaskImpl<?> child) {
        return child.isAwaited() // whoever awaits it may look at the books next
                || child.outcomeOrBug() instanceof Outcome.Failure<?>
                || policyTurn != null;
    }

    /** Some of the children have ended. On the worker where they did, nothing suspended. */
    public final void ended(@Nullable TaskImpl<?>[] some, int count, boolean mayRunNext) {
        boolean cancels = false;
        int failed = 0;
        ChildError policyError = null;
        for (int i = 0; i < count; i++) {
            TaskImpl<?> task = Objects.requireNonNull(some[i]);
            failed += task.outcomeOrBug() instanceof Outcome.Failure<?> ? 1 : 0;
            try {
                cancels |=
                        Judgement.tell(config.policy(), policyTurn, task)
                                == Policy.Then.CANCEL_THE_OTHERS;
            } catch (Throwable e) {
                policyError = new ChildError(task.id(), task.name(), e);
                failed++;
                cancels = true;
            }
        }
        CancelReason why =
                cancels
                        ? Judgement.whyCancelled(
                                config.policy(), Failures.countOf(failures) + failed)
                        : CancelReason.POLICY;
        boolean wasOpen = false;
        Sequel sequel;
        BillNode debtors;
        acquire();
        try {
            for (int i = 0; i < count; i++) {
                TaskImpl<?> task = Objects.requireNonNull(some[i]);
                children.remove(task);
                settle(task);
                if (task.outcomeOrBug() instanceof Outcome.Failure<?>(var cause)) {
                    failures =
                            Failures.add(failures, new ChildError(task.id(), task.name(), cause));
                }
            }
            if (policyError != null) {
                failures = Failures.add(failures, policyError);
            }
            live -= count;
            if (cancels && state.mayBecome(NurseryState.CANCELLING)) {
                wasOpen = true;
                beginCancel(why);
            }
            sequel = look();
            debtors = takeDebtors();
        } finally {
            release();
        }
        if (failed > 0 && !hasBlock) {
            Failures.report(self(), some, count);
        }
        if (wasOpen) {
            announceCancel(why);
            CancelWalk.below(self());
        }
        WaitNode.wakeAll(debtors);
        follow(sequel, mayRunNext);
    }

    /** What a nursery does next when one that lives in it has ended or fallen idle. */
    private enum Sequel {
        NOTHING,

        /** It is waited for, and nobody is left who could bring the idle anything: cancel them. */
        REST,

        /** All has ended: settle. Found by one call alone. */
        END
    }

    /** After each change of what lives in it. Lock held; whoever calls owes {@link #follow}. */
    private Sequel look() {
        if (settling || state == NurseryState.OPEN || state.isFinal()) {
            return Sequel.NOTHING;
        }
        if (live == 0) {
            settling = true;
            return Sequel.END;
        }
        return state == NurseryState.CLOSING && idle == live ? Sequel.REST : Sequel.NOTHING;
    }

    /** No lock held. */
    private void follow(Sequel sequel, boolean mayRunNext) {
        switch (sequel) {
            case NOTHING -> {}
            case REST -> cancel(CancelReason.POLICY);
            case END -> {
                WaitNode all = settleUp();
                if (mayRunNext) {
                    Awaited.wakeAll(all, self());
                } else {
                    WaitNode.wakeAll(all);
                }
            }
        }
    }

    /** Settles with the parent, and makes the state final; returns who waits for that. */
    private @Nullable WaitNode settleUp() {
        Account account;
        Ledger wrong = null;
        acquire();
        try {
            account = closeBooks();
            if (!books().isSettled() || !books().isBalanced()) {
                wrong = books().toLedger();
            }
        } finally {
            release();
        }
        if (wrong != null) {
            home.unbalanced(toString(), wrong);
        }
        writeTotals(account);
        if (above != null) {
            if (owner != null) {
                above.credit(owner, account, this);
            } else {
                above.guestSettled(account, this);
            }
        }
        TimerHeap.Entry t = timer;
        if (t != null) {
            TimerHeap.cancel(t);
        }
        // Nothing else changes the state while it settles. Announced before it can be seen, so that
        // nobody hears of the end of a nursery above first.
        NurseryState end =
                state == NurseryState.CLOSING ? NurseryState.CLOSED : NurseryState.CANCELLED;
        home.changed(self(), end);
        WaitNode all;
        acquire();
        try {
            become(end);
            all = waiters;
            waiters = null;
        } finally {
            release();
        }
        leaveGroup(); // its tasks have ended, and so have those of all below
        if (above != null && owner == null) {
            above.guestEnded(self());
        }
        return all;
    }

    /** What a nursery of this child came to: the change is the child's. */
    final void credit(TaskImpl<?> child, Account account, NurseryLife from) {
        BillNode debtors;
        acquire();
        try {
            child.credit().add(account);
            from.credited();
            debtors = takeDebtors();
        } finally {
            release();
        }
        WaitNode.wakeAll(debtors);
    }

    private void become(NurseryState next) {
        if (!state.mayBecome(next)) {
            throw new SchedulerBug(this + " is " + state + " and cannot become " + next);
        }
        state = next;
    }

    // ---- children that are idle: they end with the others

    /** Runs what the nursery does not wait for. On the stack of a child. */
    public final void runIdle(Runnable body) {
        beginIdle();
        try {
            body.run();
        } finally {
            endIdle();
        }
    }

    /** The child that calls is idle from here on; whoever brings it something ends that first. */
    public final void beginIdle() {
        Sequel sequel;
        acquire();
        try {
            idle++;
            sequel = look();
        } finally {
            release();
        }
        follow(sequel, false);
    }

    public final void endIdle() {
        acquire();
        try {
            idle--;
        } finally {
            release();
        }
    }

    // ---- nurseries that threads outside open below this one

    /** Counts one in, with its pool. */
    final Adoption admit(NurseryImpl guest, Budget pool) {
        acquire();
        try {
            if (state != NurseryState.OPEN) {
                return Adoption.NOT_ACTIVE;
            }
            if (!books().covers(pool)) {
                return Adoption.CANNOT_PAY;
            }
            books().hold(pool);
            if (guests == null) {
                guests = new Guests();
            }
            guests.add(guest);
            live++;
            return Adoption.ADOPTED;
        } finally {
            release();
        }
    }

    /** What one came to, before it is seen to have ended. */
    final void guestSettled(Account account, NurseryLife from) {
        acquire();
        try {
            settle(account);
            from.credited();
        } finally {
            release();
        }
    }

    /** One has ended, and everybody can see that. */
    final void guestEnded(NurseryImpl guest) {
        Sequel sequel;
        BillNode debtors;
        acquire();
        try {
            Objects.requireNonNull(guests).remove(guest);
            live--;
            sequel = look();
            debtors = takeDebtors();
        } finally {
            release();
        }
        WaitNode.wakeAll(debtors);
        follow(sequel, false);
    }

    // ---- those who bring it money

    @Override
    protected final boolean reportEnded() {
        return home.reportEnded();
    }

    @Override
    protected final boolean hold() {
        acquire();
        try {
            if (settling || state.isFinal()) {
                return false;
            }
            live++;
            return true;
        } finally {
            release();
        }
    }

    @Override
    protected final void letGo() {
        Sequel sequel;
        acquire();
        try {
            live--;
            sequel = look();
        } finally {
            release();
        }
        follow(sequel, false);
    }

    // ---- ending it

    /** OPEN to CLOSING; nothing in any other state. Never waits. */
    public final boolean seal() {
        Headroom.ensure();
        boolean sealed;
        Sequel sequel;
        BillNode debtors = null;
        acquire();
        try {
            sealed = state == NurseryState.OPEN;
            if (sealed) {
                become(NurseryState.CLOSING);
                debtors = takeDebtors(); // a spawn that waits for money waits in vain
            }
            sequel = look();
        } finally {
            release();
        }
        WaitNode.wakeAll(debtors);
        if (sealed) {
            home.changed(self(), NurseryState.CLOSING);
        }
        follow(sequel, false);
        return sealed;
    }

    /** Cancels it and everything below; false if it was cancelled or has ended already. */
    final boolean cancel(CancelReason why) {
        if (!tryBeginCancel(why)) {
            return false;
        }
        CancelWalk.below(self());
        return true;
    }

    /** Cancels it because what it was opened in was; one that is shielded has its grace. */
    @Override
    public final void cancelWithParent() {
        if (!self().isCancelledLater()) {
            cancel(CancelReason.PARENT);
        }
    }

    final boolean tryBeginCancel(CancelReason why) {
        acquire();
        try {
            if (settling || !state.mayBecome(NurseryState.CANCELLING)) {
                return false; // too late: all has ended
            }
            beginCancel(why);
        } finally {
            release();
        }
        announceCancel(why);
        return true;
    }

    /** Lock held. Whoever calls owes an {@link #announceCancel}. */
    private void beginCancel(CancelReason why) {
        become(NurseryState.CANCELLING);
        reason = why;
        children.beginCancel();
        if (hasBlock) {
            live++; // it does not end, and so its block is not left, before its opener was told
        }
    }

    /** No lock held. */
    private void announceCancel(CancelReason why) {
        home.changed(self(), NurseryState.CANCELLING);
        if (hasBlock) {
            try {
                cutBlock(why);
            } finally {
                letGo();
            }
        }
    }

    final List<NurseryImpl> guestsNow() {
        acquire();
        try {
            return guests == null ? new ArrayList<>() : guests.all();
        } finally {
            release();
        }
    }

    /** Its children, the oldest first; those among them that have ended were not reported yet. */
    public final List<TaskImpl<?>> childrenNow() {
        acquire();
        try {
            return children.all();
        } finally {
            release();
        }
    }

    /**
     * Adds what was used below, but for the nurseries that are open there: of those it adds what
     * was found in them before, unless they have been added above since.
     */
    final void addUsageTo(UsageSum sum, long now, List<NurseryImpl> open, UsageSum[] found) {
        acquire();
        try {
            addTotalsTo(sum);
            children.forEach(task -> task.addUsageTo(sum, now));
            for (int i = 0; i < found.length; i++) {
                if (!open.get(i).hasBeenCredited()) {
                    sum.add(found[i]);
                }
            }
        } finally {
            release();
        }
    }

    /** The nurseries that are open below: those of guests and of its children. */
    public final List<NurseryImpl> openBelow() {
        List<NurseryImpl> all = guestsNow();
        for (TaskImpl<?> task : childrenNow()) {
            for (NurseryImpl own = NurseryImpl.ownedBy(task); own != null; own = own.outer) {
                all.add(own);
            }
        }
        return all;
    }

    /** Some of the children that the cancel has not reached yet; how many. */
    final int nextToCancel(@Nullable TaskImpl<?>[] batch) {
        acquire();
        try {
            return children.nextToCancel(batch);
        } finally {
            release();
        }
    }

    final void cancelReachedAll() {
        Sequel sequel;
        BillNode debtors;
        acquire();
        try {
            sequel = look();
            debtors = takeDebtors(); // a spawn that waits for money waits in vain
        } finally {
            release();
        }
        WaitNode.wakeAll(debtors);
        follow(sequel, false);
    }

    // ---- waiting for the end

    /** Adds a waiter; false if it has ended already. */
    final boolean enlist(EndNode node) {
        acquire();
        try {
            if (state.isFinal()) {
                return false;
            }
            node.putOn(waiters);
            waiters = node;
            return true;
        } finally {
            release();
        }
    }

    /** How it went. Only in a final state. */
    final NurseryResult result() {
        Failures failed = failures;
        if (failed != null && !Judgement.isSuccessDespite(config.policy(), failed.count())) {
            return new NurseryResult.ChildFailed(failed.first(), failed.others());
        }
        CancelReason why = reason;
        return state == NurseryState.CANCELLED && why != null && why != CancelReason.POLICY
                ? new NurseryResult.Cancelled(toString(), why, inWords(why))
                : new NurseryResult.Success();
    }

    private String inWords(CancelReason why) {
        String late = passedDeadline();
        return why == CancelReason.DEADLINE || late.isEmpty()
                ? why.inWords().replace("deadline", "deadline" + lengthOfDeadline())
                : late;
    }

    final @Nullable ChildError firstError() {
        Failures failed = failures;
        return failed == null ? null : failed.first();
    }
}
