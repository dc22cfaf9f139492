package dev.stint.internal.task;

import dev.stint.internal.wait.WaitNode;
import dev.stint.task.NurseryCancelledException;
import org.jspecify.annotations.Nullable;

/**
 * A thread outside that has opened nurseries.
 *
 * <pre>
 *   field       who may touch it
 *   innermost   written by the thread, read by cancellers
 *   waiting     the same; the node that the thread waits for in our API, null if none
 * </pre>
 *
 * <p>The thread writes {@code waiting} and then looks at its nurseries; a canceller marks the
 * nursery and then reads {@code waiting}. All are volatile, so one of the two sees the other.
 */
public final class OutsideOpener implements Opener {
    private volatile @Nullable Family innermost;
    private volatile @Nullable WaitNode waiting;

    @Override
    public @Nullable Family owned() {
        Family at = innermost;
        while (at != null && at.isLeft()) { // closed by another thread
            at = at.outer();
        }
        return at;
    }

    @Override
    public void setOwned(@Nullable Family innermost) {
        this.innermost = innermost;
    }

    @Override
    public boolean cut() {
        WaitNode node = waiting;
        if (node != null && Opener.cutAt(owned(), node) != null) {
            node.notifyWaiter(WaitNode.CANCEL);
        }
        return false;
    }

    /** Announces a wait of the thread; returns the one before it. */
    @Nullable WaitNode begin(WaitNode node) {
        WaitNode before = waiting;
        waiting = node;
        if (Opener.cutAt(owned(), node) != null) {
            node.claim(WaitNode.CANCEL);
        }
        return before;
    }

    void end(@Nullable WaitNode before) {
        waiting = before;
    }

    /** Throws if a nursery in whose block the thread stands was cancelled. */
    void throwIfCut(@Nullable WaitNode wait, String where) throws NurseryCancelledException {
        Family cut = Opener.cutAt(owned(), wait);
        if (cut != null) {
            throw cut.signal(Outside.caller(), where);
        }
    }
}
