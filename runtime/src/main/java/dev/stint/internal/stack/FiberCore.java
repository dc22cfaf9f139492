package dev.stint.internal.stack;

import dev.stint.internal.wait.WaitNode;
import jdk.internal.vm.Continuation;
import jdk.internal.vm.ContinuationScope;
import org.jspecify.annotations.Nullable;

/**
 * A core for tasks whose code is on a stack that is not Java's. It has two halves.
 *
 * <p>The Java half is a bare continuation: it begins and ends tasks, and answers what their code
 * asks for, on a stack on which an answer may wait. The other half is an {@link Excursion}: while
 * the Java half is away, the carrier runs the task's code itself and answers the frequent requests,
 * so that the continuation is neither thawed nor frozen.
 *
 * <pre>
 *   HOME -> AWAY   leave()    the Java half, which unmounts
 *   AWAY -> HOME   resume()   the carrier, when the excursion wants the Java half
 * </pre>
 *
 * <p>The two never run at the same time: both belong to the carrier that has the core mounted.
 */
public final class FiberCore extends Core {
    /** The code of a task away from its Java half. On the carrier, the core mounted. */
    @FunctionalInterface
    public interface Excursion {
        /** Runs on. Throws nothing that it could answer. */
        Then goOn(FiberCore core);
    }

    /** What is to be done when an excursion pauses. */
    public enum Then {
        /** The Java half goes on. */
        RETURN,
        /** The task gives way. */
        YIELD,
        /** The task parks, for what {@link #parkFor} said. */
        PARK
    }

    private static final ContinuationScope SCOPE = new ContinuationScope("stint-fiber");

    private static final class Half extends Continuation {
        Half(Runnable target) {
            super(SCOPE, target);
        }

        @Override
        protected void onPinned(Pinned reason) {
            // As in BareCore: yield returns, and the caller sees that nothing was committed.
        }
    }

    private final Half half = new Half(this::runTasks);
    private @Nullable Excursion away; // null while the Java half is at home
    private @Nullable Throwable failure; // of the excursion, for the Java half
    private @Nullable Thread carrier; // while mounted, for dumps and pinned parks

    @Override
    void resume(Processor processor) {
        carrier = Thread.currentThread();
        int asked;
        do {
            asked = away == null ? NONE : excursion(away);
            if (asked == NONE) {
                away = null;
                half.run();
                asked = op;
                op = NONE;
            }
        } while (asked == LEAVE);
        if (asked != NONE) {
            carrier = null;
            processor.commit(this, asked); // from here on it may run elsewhere
        }
    }

    private int excursion(Excursion out) {
        try {
            return switch (out.goOn(this)) {
                case RETURN -> NONE;
                case YIELD -> YIELD;
                case PARK -> PARK;
            };
        } catch (Throwable e) {
            failure = e;
            return NONE;
        }
    }

    /**
     * Leaves the code of the task to the carrier until the excursion wants the Java half back. On
     * the core's own stack; false if that cannot be unmounted, and nothing was done.
     */
    public boolean leave(Excursion out) {
        away = out;
        op = LEAVE;
        Continuation.yield(SCOPE);
        boolean left = op == NONE;
        op = NONE;
        if (!left) {
            away = null;
        }
        Throwable thrown = failure;
        failure = null;
        WaitNode.rethrow(thrown);
        return left;
    }

    /** What the task parks for, when the excursion pauses with PARK. */
    public void parkFor(WaitNode node) {
        waitFor(node);
    }

    @Override
    void unmount() {
        Continuation.yield(SCOPE);
    }

    @Override
    boolean suits(Job job) {
        return job.isGuest();
    }

    @Override
    public void runWith(Object bound, Runnable body) {
        body.run(); // scoped values are the carrier's
    }

    @Override
    public void closeScopes() {}

    @Override
    public boolean isThread() {
        return false;
    }

    @Override
    public void listen() {}

    @Override
    public boolean isInterrupted() {
        return false;
    }

    @Override
    void pin() {}

    @Override
    void unpin() {}

    @Override
    void cleanUp() {
        waitFor(null);
    }

    @Override
    public void interrupt() {
        // Its code blocks only through the runtime, which sees the cancel flag.
    }

    @Override
    public @Nullable Thread pinnedThread() {
        return carrier;
    }

    @Override
    public long stackInUse() {
        return StackInUse.of(half);
    }

    @Override
    public StackTraceElement[] stackTrace() {
        Thread t = carrier;
        return t != null ? t.getStackTrace() : new StackTraceElement[0];
    }

    @Override
    public @Nullable Thread thread() {
        return null;
    }
}
