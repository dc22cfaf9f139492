package dev.stint.language.internal.run;

import dev.stint.Stint;
import dev.stint.error.NurseryNotActiveException;
import dev.stint.error.TaskFailedException;
import dev.stint.nursery.CancelReason;
import dev.stint.nursery.Nursery;
import dev.stint.nursery.NurseryConfig;
import dev.stint.nursery.NurseryResult;
import dev.stint.task.NurseryCancelledException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** The nurseries that one task has open, in all its functions, the innermost last. */
public final class OpenNurseries {
    /** One of them, and the right by which its tasks are started. */
    public static final class Opened {
        public final Nursery nursery;
        public final @Nullable Rights right;
        @Nullable Object outcome; // once it was closed

        Opened(Nursery nursery, @Nullable Rights right) {
            this.nursery = nursery;
            this.right = right;
        }
    }

    private List<Opened> open = List.of(); // most tasks open none

    public Opened begin(UnaryOperator<NurseryConfig> configure, @Nullable Rights right) {
        var opened = new Opened(Stint.nursery(configure), right);
        if (open.isEmpty()) {
            open = new ArrayList<>(2);
        }
        open.add(opened);
        return opened;
    }

    public Opened innermost() {
        if (open.isEmpty()) {
            throw new IllegalStateException("NurseryNotActive: no nursery is open");
        }
        return open.getLast();
    }

    /**
     * Waits for all tasks of a nursery; gives its outcome.
     *
     * @param thrown what has left its body, null if nothing has
     */
    public Object end(Opened opened, @Nullable Throwable thrown) throws Throwable {
        boolean isOwn = thrown != null && isBy(opened, thrown);
        try {
            if (opened.outcome == null) {
                opened.outcome = thrown == null ? awaited(opened) : closed(opened);
            }
        } catch (TaskFailedException e) {
            throw thrown == null || isOwn ? e : thrown;
        } finally {
            open.remove(opened);
        }
        if (thrown != null && !isOwn) {
            throw thrown;
        }
        return opened.outcome;
    }

    /** Closes a nursery because something was thrown, before what was deferred in it is run. */
    public void close(Opened opened) {
        if (opened.outcome != null) {
            return;
        }
        try {
            opened.outcome = closed(opened);
        } catch (TaskFailedException e) {
            // Whoever ends it finds the same again.
        }
    }

    private static Object awaited(Opened opened) throws InterruptedException {
        NurseryResult result = opened.nursery.awaitAll();
        opened.nursery.close();
        return outcome(result);
    }

    private static Object closed(Opened opened) {
        opened.nursery.cancel();
        try {
            opened.nursery.close();
        } catch (TaskFailedException | CancellationException e) {
            // The result says the same.
        }
        NurseryResult result = opened.nursery.tryGetResult().orElse(null);
        return result == null ? Value.UNIT : outcome(result);
    }

    /** An error of a task is a value, a panic is thrown on, a cancel by the script is neither. */
    private static Object outcome(NurseryResult result) {
        if (result instanceof NurseryResult.ChildFailed failed) {
            TaskFailedException e = failed.toException();
            if (e.getCause() instanceof FaultException fault) {
                return new Value.Failed(new Value.Fault(fault.fault()));
            }
            throw e;
        }
        return Value.UNIT;
    }

    /** True if the nursery itself is why this was thrown, and nothing further out. */
    private boolean isBy(Opened opened, Throwable thrown) {
        boolean isSignal =
                thrown instanceof NurseryCancelledException
                        || thrown instanceof CancellationException
                        || thrown instanceof NurseryNotActiveException;
        CancelReason why = opened.nursery.cancelReason().orElse(CancelReason.PARENT);
        if (!isSignal || why == CancelReason.PARENT) { // the task itself was cancelled
            return false;
        }
        for (Opened outer : open) {
            if (outer == opened) {
                return true;
            }
            if (outer.nursery.cancelReason().isPresent()) {
                return false;
            }
        }
        return true;
    }
}
