package dev.stint.internal.stack;

import jdk.internal.vm.Continuation;
import jdk.internal.vm.ContinuationScope;
import org.jspecify.annotations.Nullable;

/**
 * A core that is a bare continuation: half the switching cost of a virtual thread, for code that
 * blocks only through the runtime.
 *
 * <p>What such code gives up (JDK 25): {@code Thread.currentThread()} and thread-locals are the
 * carrier's; a blocking call of the JDK blocks the carrier; a monitor held across a suspension
 * belongs to the wrong thread afterwards. See the cores page of the design documents.
 */
final class BareCore extends Core {
    private static final ContinuationScope SCOPE = new ContinuationScope("stint");

    private static final class Stack extends Continuation {
        Stack(Runnable target) {
            super(SCOPE, target);
        }

        @Override
        protected void onPinned(Pinned reason) {
            // Not an error here: yield returns, and the caller sees that nothing was committed.
        }
    }

    private final Stack stack = new Stack(this::runTasks);
    private @Nullable Thread carrier; // while mounted, for dumps and pinned parks

    @Override
    void resume(Processor processor) {
        carrier = Thread.currentThread();
        stack.run();
        int asked = op;
        if (asked != NONE) {
            op = NONE;
            carrier = null;
            processor.commit(this, asked);
        }
    }

    @Override
    void unmount() {
        Continuation.yield(SCOPE);
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
    void cleanUp() {}

    @Override
    public void interrupt() {
        // The thread is the carrier's, and the task blocks only through the runtime, which sees the
        // cancel flag: there is nobody to interrupt.
    }

    @Override
    public @Nullable Thread pinnedThread() {
        return carrier;
    }

    @Override
    public long stackInUse() {
        return StackInUse.of(stack);
    }

    @Override
    public StackTraceElement[] stackTrace() {
        Thread t = carrier;
        // Nothing keeps a worker from mounting a suspended continuation while its stack is walked,
        // and the JVM does not survive that.
        return t != null ? t.getStackTrace() : new StackTraceElement[0];
    }

    @Override
    public @Nullable Thread thread() {
        return null;
    }
}
