package dev.stint.internal.nursery;

import dev.stint.internal.task.TaskImpl;
import dev.stint.nursery.CancelReason;
import java.util.ArrayDeque;
import java.util.Objects;

/**
 * The way of a cancel down the tree, from a nursery to its children and to what they have opened.
 *
 * <p>It goes without recursion. A task that opens a nursery first publishes it and then looks at
 * its own CANCEL; a canceller sets CANCEL and then looks for nurseries. So one of the two sees the
 * other.
 */
final class CancelWalk {
    private static final int BATCH = 64;

    private CancelWalk() {}

    /** Cancels everything below a nursery that has just become CANCELLING. No lock held. */
    static void below(NurseryImpl top) {
        var todo = new ArrayDeque<NurseryImpl>();
        todo.add(top);
        var batch = new TaskImpl<?>[BATCH];
        NurseryImpl at;
        while ((at = todo.poll()) != null) {
            for (NurseryImpl guest : at.guestsNow()) {
                if (guest.tryBeginCancel(CancelReason.PARENT)) {
                    todo.add(guest);
                }
            }
            int count;
            while ((count = at.nextToCancel(batch)) > 0) {
                for (int i = 0; i < count; i++) {
                    cancel(Objects.requireNonNull(batch[i]), todo);
                }
            }
            at.cancelReachedAll();
        }
    }

    private static void cancel(TaskImpl<?> task, ArrayDeque<NurseryImpl> todo) {
        task.cancelAlone();
        for (NurseryImpl own = NurseryImpl.ownedBy(task); own != null; own = own.outer) {
            if (!own.isCancelledLater() && own.tryBeginCancel(CancelReason.PARENT)) {
                todo.add(own);
            }
        }
    }
}
