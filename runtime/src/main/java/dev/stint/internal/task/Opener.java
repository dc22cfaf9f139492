package dev.stint.internal.task;

import dev.stint.internal.wait.WaitNode;
import org.jspecify.annotations.Nullable;

/**
 * Whoever has opened nurseries and stands in their blocks: a task, or a thread outside.
 *
 * <p>A block is left when its opener has awaited or closed the nursery. Until then, cancelling the
 * nursery <em>cuts</em> the block: it cancels what was opened inside, and ends the opener's waits.
 *
 * <p>The innermost nursery is written by the opener alone. An opener writes it and then looks
 * whether one further out was cancelled; a canceller marks its nursery and then reads the innermost
 * one. So one of the two sees the other.
 */
public interface Opener {
    /** The innermost nursery whose block it stands in; null if none. Any thread. */
    @Nullable Family owned();

    /** The opener itself. */
    void setOwned(@Nullable Family innermost);

    /**
     * Ends the wait that the opener is in, or its next one; true if it also interrupted a thread,
     * whose flag is to be cleared when the block is left. Any thread, after the nursery was marked.
     */
    boolean cut();

    /**
     * The nursery for whose sake a wait in these blocks must end; null if none was cancelled. If
     * several were, it is the outermost, which is why the others are.
     *
     * <p>The wait for the end of something inside a cancelled nursery goes on: that is cancelled as
     * well, and the block cannot be left before it has ended.
     */
    static @Nullable Family cutAt(@Nullable Family innermost, @Nullable WaitNode wait) {
        Family outermost = null;
        for (Family at = innermost; at != null; at = at.outer()) {
            if (outermost == null && wait instanceof EndNode end && end.isInside(at)) {
                return null;
            }
            if (at.isCut()) {
                outermost = at;
            }
        }
        return outermost;
    }
}
