package dev.stint.nursery;

import dev.stint.error.NurseryDeadlineExceededException;
import dev.stint.error.TaskFailedException;
import java.util.List;
import java.util.concurrent.CancellationException;

/**
 * How a nursery ended. An error wins over a cancellation, whichever came first, because it says
 * more.
 */
public sealed interface NurseryResult {
    /** Throws the failure, the passed deadline or the cancellation, if it was one. */
    void orThrow();

    /** All went well, by the nursery's policy. */
    record Success() implements NurseryResult {
        @Override
        public void orThrow() {}
    }

    /**
     * A child failed.
     *
     * @param first the first failure
     * @param others those that came later, at most {@value #MOST_KEPT}
     */
    record ChildFailed(ChildError first, List<ChildError> others) implements NurseryResult {
        /** More failures than this are counted, not kept. */
        public static final int MOST_KEPT = 32;

        public ChildFailed {
            others = List.copyOf(others);
        }

        @Override
        public void orThrow() {
            throw toException();
        }

        /** The first failure, with the others as suppressed. */
        public TaskFailedException toException() {
            TaskFailedException thrown = passOn(first);
            for (ChildError other : others) {
                thrown.addSuppressed(passOn(other));
            }
            return thrown;
        }

        private static TaskFailedException passOn(ChildError error) {
            // A failure that a nested nursery reported is passed on as it is, not wrapped again:
            // a chain as long as the nesting is deep helps nobody.
            if (error.cause() instanceof TaskFailedException nested && nested.getCause() != null) {
                var thrown = new TaskFailedException(error.who(), nested.getCause());
                for (Throwable other : nested.getSuppressed()) {
                    thrown.addSuppressed(other);
                }
                return thrown;
            }
            return new TaskFailedException(error.who(), error.cause());
        }
    }

    /**
     * It was cancelled, and no child failed.
     *
     * @param nursery its name, as messages have it
     * @param because the reason in words; if a deadline has passed, which one, and how long it was
     */
    record Cancelled(String nursery, CancelReason reason, String because) implements NurseryResult {
        /** For a reason that says enough. */
        public Cancelled(String nursery, CancelReason reason) {
            this(nursery, reason, reason.inWords());
        }

        @Override
        public void orThrow() {
            String what = nursery + " ended early: " + because + ".";
            if (reason == CancelReason.DEADLINE) {
                throw new NurseryDeadlineExceededException(
                        what + " Give it longer, withDeadline(...), or less to do.");
            }
            throw new CancellationException(what);
        }
    }
}
