package dev.stint.internal.stack;

import dev.stint.internal.wait.Waiter;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * What a core runs, as far as stacks know it: a control word, an account of how it was run, a body,
 * and somebody who pays. It is the lowest part of a task.
 *
 * <pre>
 *   field       who may touch it
 *   core        the worker that owns the job; null before the start and after the end.
 *               A canceller reads it while INTERRUPTING stands in the word
 * </pre>
 */
public abstract class Job extends Accounted implements Waiter {
    private static final VarHandle CORE;

    static {
        try {
            CORE = MethodHandles.lookup().findVarHandle(Job.class, "core", Core.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    @Nullable Core core;

    /** The stack that it runs on; null before its start and after its end. */
    public final @Nullable Core core() {
        return core;
    }

    /**
     * The core of a job that has started, for another thread that keeps it from ending. Its worker
     * writes it right after the mount that started the job; null if that worker could not make one
     * and has put the job back.
     */
    protected final @Nullable Core coreForOther() {
        Core c;
        while ((c = (Core) CORE.getVolatile(this)) == null && isOwned()) {
            Thread.onSpinWait();
        }
        return c;
    }

    /** It has come to its end, on its own stack. */
    protected final void leaveCore() {
        core = null;
    }

    /** True if its code is on a stack that is not Java's. Before it starts. */
    protected abstract boolean isGuest();

    /** Runs the body and settles what came of it. On the core's stack. */
    protected abstract void runToEnd(Core on);

    /** After the end, with the core kept on its carrier. */
    protected abstract void wakeWaiters();

    /** Something inside the JDK has woken the thread that it runs on. Any thread; never waits. */
    protected abstract void wokenByJdk();

    /** Lets a simulation go on with another job here. On its own stack. */
    public abstract void pass(Points.Why why);

    /** Whose money metered code on its stack counts down; null if it has ended. */
    protected abstract @Nullable Lender lender();
}
