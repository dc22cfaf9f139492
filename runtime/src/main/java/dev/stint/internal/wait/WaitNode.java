package dev.stint.internal.wait;

import dev.stint.internal.SchedulerBug;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * One wait of one waiter: the flag that says whether, and why, the wait is over.
 *
 * <p>The flag leaves {@link #WAITING} exactly once, by {@link #claim}. Whoever wins the claim has
 * decided the wait; cancel, timeout, close and a lost select withdraw a waiter only by winning it,
 * and after a partner's claim the operation completes (ruling R1).
 *
 * <p>Waking is claim, then {@link #wake}: the flag is set before the waiter is made runnable, or it
 * could see WAITING and park again. The claim's CAS pairs with {@link #reason}'s volatile read.
 */
public class WaitNode {
    public static final int WAITING = 0;
    public static final int DATA = 1;
    public static final int CLOSE = 2;
    public static final int CANCEL = 3;
    public static final int SIGNAL = 4;
    public static final int TIMEOUT = 5;

    /** The waiter cannot be suspended where it stands, and must not block its carrier for this. */
    public static final int PINNED = 6;

    private static final VarHandle NOTIFIED;

    static {
        try {
            NOTIFIED = MethodHandles.lookup().findVarHandle(WaitNode.class, "notified", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private volatile int notified;
    private final Waiter waiter;
    private @Nullable WaitNode next; // in a stack; guarded by what guards that, or see unlinkEnded

    public WaitNode(Waiter waiter) {
        this.waiter = waiter;
    }

    /** Ends the wait for this reason; false if it was over already. Any thread. */
    public final boolean claim(int reason) {
        return NOTIFIED.compareAndSet(this, WAITING, reason);
    }

    /** Why the wait ended, or {@link #WAITING}. */
    public final int reason() {
        return notified;
    }

    public final boolean isWaiting() {
        return notified == WAITING;
    }

    /** Makes the waiter runnable. Idempotent; call it after a won claim. */
    public final void wake() {
        waiter.unpark();
    }

    public final Waiter waiter() {
        return waiter;
    }

    /** Claims and, if that won, wakes. */
    public final boolean notifyWaiter(int reason) {
        if (!claim(reason)) {
            return false;
        }
        wake();
        return true;
    }

    // ---- stacks of nodes

    /** The one below it in its stack; null if it is the last. */
    public final @Nullable WaitNode next() {
        return next;
    }

    /** Puts it on top of a stack, less those on top of that whose wait is over. */
    public final void putOn(@Nullable WaitNode top) {
        WaitNode below = top;
        while (below != null && !below.isWaiting()) {
            below = below.next;
        }
        next = below;
    }

    /** Ends the waits of a stack that is nobody else's any more, with DATA. No lock held. */
    public static void wakeAll(@Nullable WaitNode top) {
        WaitNode node = top;
        while (node != null) {
            WaitNode below = node.next;
            node.next = null;
            node.notifyWaiter(DATA);
            node = below;
        }
    }

    /**
     * Takes those whose wait is over out of a stack of nodes, all but the top one; returns how many
     * it has now.
     *
     * <p>Any thread, while others do the same, push and walk: a link is only ever moved down past
     * nodes that are over, and those stay so. Hence from every node all below it that still wait
     * can be reached, whichever of two such writes lasts. Nobody may cut a link meanwhile.
     */
    public static int unlinkEnded(@Nullable WaitNode top) {
        int count = 0;
        WaitNode node = top;
        while (node != null) {
            count++;
            WaitNode below = node.next;
            while (below != null && !below.isWaiting()) {
                below = below.next;
            }
            node.next = below;
            node = below;
        }
        return count;
    }

    /** Throws what a wake has thrown, after the others were woken as well. */
    public static void rethrow(@Nullable Throwable failed) {
        switch (failed) {
            case null -> {}
            case Error error -> throw error;
            case RuntimeException exception -> throw exception;
            default -> throw new SchedulerBug("a wake has thrown " + failed);
        }
    }

    /**
     * True for a wait that is for nobody's end: when a scheduler that drains has come to rest, only
     * an outside thread or the clock could answer it, and it is cancelled.
     */
    public boolean isLeaf() {
        return true;
    }

    /** False if a waiter that cannot be suspended must give the wait up: with PINNED. */
    public boolean mayBlockCarrier() {
        return true;
    }

    /** What is waited for, for a person: "sleep of 3s", "task 17 'parse'". */
    public String describe() {
        return "a wake-up";
    }
}
