package dev.stint.actor;

import dev.stint.internal.task.Lending;
import dev.stint.internal.task.TaskImpl;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * Which task waits for the next call and will probably serve it. Only a hint: what is lent to the
 * wrong one is taken back by the right one.
 */
final class Desk {
    private static final VarHandle WAITING;

    static {
        try {
            WAITING = MethodHandles.lookup().findVarHandle(Desk.class, "waiting", TaskImpl.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private volatile @Nullable TaskImpl<?> waiting; // released, and read by who calls

    /** The calling task waits for a call. */
    void waits(TaskImpl<?> me) {
        WAITING.setRelease(this, me);
    }

    /** It has taken up one, or waits no more. */
    void leaves() {
        WAITING.setRelease(this, null);
    }

    /** A call is about to be made. */
    void expect(@Nullable Lending lent) {
        TaskImpl<?> server = lent == null ? null : waiting;
        if (lent != null && server != null) {
            lent.expect(server);
        }
    }
}
