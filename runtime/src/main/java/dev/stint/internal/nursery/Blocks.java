package dev.stint.internal.nursery;

import dev.stint.error.NurseryNotActiveException;
import dev.stint.hooks.Stop;
import dev.stint.internal.stack.Headroom;
import dev.stint.internal.task.Causes;
import dev.stint.internal.task.Opener;
import dev.stint.internal.task.TaskImpl;
import dev.stint.nursery.Block;
import dev.stint.nursery.NurseryConfig;
import dev.stint.nursery.NurseryResult;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Blocks as functions: what runs in one, and what comes of it when the nursery is cancelled. */
public final class Blocks {
    private Blocks() {}

    /**
     * Runs a block in its nursery, waits for all children and returns the block's value. If the
     * block throws, the children are cancelled first. What it throws because the nursery was
     * cancelled is replaced by why that was.
     */
    public static <T extends @Nullable Object, X extends Exception> T run(
            NurseryImpl nursery, Block<T, X> block) throws X, InterruptedException {
        T value;
        try {
            value = block.run(nursery);
        } catch (Throwable e) {
            boolean follows = isByCancel(nursery, e);
            NurseryResult result = nursery.cancelAndAwait();
            if (follows) {
                result.orThrow();
                throw endedByPolicy(nursery, e);
            }
            if (result instanceof NurseryResult.ChildFailed failed) {
                addSuppressed(e, failed.toException());
            }
            throw e;
        }
        try {
            if (!nursery.isResultSeen()) { // else the block has dealt with it
                nursery.join();
            }
        } finally {
            nursery.closeQuietly();
        }
        return value;
    }

    /** Runs something in the calling task for at most so long. */
    public static <T extends @Nullable Object, X extends Exception> T within(
            Duration limit, ScopedValue.CallableOp<? extends T, X> body)
            throws X, InterruptedException, TimeoutException {
        Headroom.ensureForBlock();
        TaskImpl<?> me = TaskImpl.ensureCurrent("limit the time of a block");
        NurseryImpl nursery =
                NurseryImpl.openIn(
                        me,
                        NurseryConfig.defaults().withName("within " + limit).withDeadline(limit),
                        true);
        try {
            return body.call();
        } catch (Throwable e) {
            if (isByCancel(nursery, e)) {
                var late = new TimeoutException(me + " was not done within " + limit);
                late.initCause(e);
                throw late;
            }
            throw e;
        } finally {
            nursery.closeQuietly();
        }
    }

    /** True if this was thrown because the nursery was cancelled, and nothing further out was. */
    private static boolean isByCancel(NurseryImpl nursery, Throwable e) {
        TaskImpl<?> me = TaskImpl.currentOrNull();
        if (!nursery.isCut()
                || Opener.cutAt(nursery.outer, null) != null
                || (me != null && (me.isCancelRequested() || me.doom() != null))) {
            return false;
        }
        Stop stop = Causes.find(Stop.class, e);
        Throwable thrown = stop == null ? e : Objects.requireNonNullElse(stop.getCause(), stop);
        return thrown instanceof InterruptedException
                || thrown instanceof CancellationException
                || thrown instanceof NurseryNotActiveException;
    }

    private static void addSuppressed(Throwable to, Throwable what) {
        if (to.getCause() == null || to.getCause() != what.getCause()) {
            to.addSuppressed(what);
        }
    }

    private static CancellationException endedByPolicy(NurseryImpl nursery, Throwable by) {
        var e =
                new CancellationException(
                        "the block of "
                                + nursery
                                + " ended early: its policy had what it wanted. Wait for that by"
                                + " join(), or await a child.");
        e.initCause(by);
        return e;
    }
}
