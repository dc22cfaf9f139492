package dev.stint.internal.task;

import dev.stint.task.CancelledException;
import org.jspecify.annotations.Nullable;

/**
 * What a caller lends to whoever serves its call: the scheduling context that it runs on, until it
 * is answered or waits no longer.
 */
public interface Lending {
    /** What the calling task could lend; null if it is outside, or runs on no context. */
    static @Nullable Lending ofCaller() {
        TaskImpl<?> caller = TaskImpl.currentOrNull();
        return caller == null || caller.context() == null ? null : caller.home().lend(caller);
    }

    /**
     * The calling task has taken up a call, with what was lent for it, or null. Gives way if
     * another is to pay from here on.
     */
    static void serve(TaskImpl<?> server, @Nullable Lending lent) throws CancelledException {
        if (server.home().serves(server, lent)) {
            server.changePayer();
        }
    }

    /** The call is about to be made, and this one will probably serve it. Lends in advance. */
    void expect(TaskImpl<?> server);

    /** The call was answered, or nobody waits for that any more, or it was given up. */
    void end();
}
