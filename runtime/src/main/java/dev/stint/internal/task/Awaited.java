package dev.stint.internal.task;

import dev.stint.budget.Budget;
import dev.stint.internal.stack.Processor;
import dev.stint.internal.wait.WaitNode;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * The part of a task that others wait for: its end.
 *
 * <pre>
 *   field       who may touch it
 *   waiters     a stack of nodes; anyone adds by CAS, the end swaps in CLOSED
 *   forgiven    anyone, racy
 *   seen        anyone: the task has failed, and somebody was told, or will be
 * </pre>
 */
public abstract class Awaited extends Suspendable {
    private static final VarHandle WAITERS;
    private static final WaitNode CLOSED = new WaitNode(() -> {});

    static {
        try {
            WAITERS =
                    MethodHandles.lookup().findVarHandle(Awaited.class, "waiters", WaitNode.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private volatile @Nullable WaitNode waiters;
    private volatile boolean seen;
    private int forgiven; // waits that may still be given up before the stack is cleared of them

    Awaited(Family nursery, Budget upTo) {
        super(nursery, upTo);
    }

    /** True if somebody waits for its end. */
    public final boolean isAwaited() {
        return waiters != null;
    }

    /** Somebody is told that it has failed, or will be. Any thread. */
    public final void markSeen() {
        if (!seen) {
            seen = true; // before the look there; a failure is put there before the look here
            self().home().seen(self());
        }
    }

    /** True if somebody was told that it has failed. */
    public final boolean isSeen() {
        return seen;
    }

    /** After the end, with the core kept on its carrier. */
    @Override
    protected final void wakeWaiters() {
        // finish() was a CAS, so this read is ordered after it; enlist() adds and then reads the
        // word.
        if (waiters == null) {
            return;
        }
        wakeAll((WaitNode) WAITERS.getAndSet(this, CLOSED), nursery());
    }

    /** Wakes a list of waiters from a worker; a single one may be handed the worker itself. */
    public static void wakeAll(@Nullable WaitNode list, Family by) {
        Throwable failed = null;
        WaitNode node = list;
        boolean only = node != null && node.next() == null;
        while (node != null) {
            WaitNode next = node.next(); // not cut: somebody may be in unlinkEnded
            if (node.claim(WaitNode.DATA)) {
                boolean handedOff =
                        only
                                && node.waiter() instanceof TaskImpl<?> waiter
                                && waiter.nursery().domain() == by.domain()
                                && Processor.current().tryRunNext(waiter);
                if (!handedOff) {
                    try {
                        node.wake();
                    } catch (Throwable e) { // nobody else wakes the others
                        failed = e;
                    }
                }
            }
            node = next;
        }
        WaitNode.rethrow(failed);
    }

    /**
     * Has the node claimed with DATA, and woken, when the task has ended; false if it has ended
     * already. Whoever claims it otherwise owes a {@link #forgetWaiter}.
     */
    public final boolean enlist(WaitNode node) {
        while (true) {
            WaitNode head = waiters;
            if (head == CLOSED || isDone()) {
                return false;
            }
            // Waits that were given up stay in the stack until the next one is added above them.
            node.putOn(head);
            if (WAITERS.compareAndSet(this, head, node)) {
                break;
            }
        }
        // The task may have ended between the look above and the CAS, and have seen no waiter.
        return !isDone() || !node.claim(WaitNode.DATA);
    }

    /** One wait more was given up. There are never more of those in the stack than of others. */
    public final void forgetWaiter() {
        if (--forgiven < 0) { // racy: then one is counted twice or not at all
            forgiven = Math.max(16, WaitNode.unlinkEnded(waiters));
        }
    }

    /** Has this done when the task has ended, by the worker on which it did: it must be quick. */
    public final void whenEnded(Runnable action) {
        if (!enlist(new WaitNode(action::run))) {
            action.run();
        }
    }
}
