package dev.stint.event;

/**
 * Who is told of tasks that have failed and that nobody awaits.
 *
 * <p>Called after {@link Event.FailureUnseen}, on a thread of its own that runs nothing else, one
 * failure after the other; under a seed on the thread that runs everything, where it must not wait.
 * What it throws is dropped. If more failures wait for it than {@value #MOST_WAITING}, it is not
 * told of others; events and the report of {@code close} count them all.
 */
@FunctionalInterface
public interface UncaughtHandler {
    /** So many failures may wait for a handler that is slow. */
    int MOST_WAITING = 256;

    /** A task has failed, and nobody has awaited it. */
    void uncaught(TaskFailure failure);

    /** The default: a line and the stack, as an error of the {@link System.Logger} "dev.stint". */
    static UncaughtHandler toLog() {
        return UncaughtLog.IT;
    }
}
