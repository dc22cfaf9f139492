package dev.stint.hooks;

/**
 * Ends metered code: it was cancelled, or cannot pay. The cause says which.
 *
 * <p>An error, so that handlers for exceptions do not see it. A handler that does, and goes on,
 * wins the grace that the task has for cleaning up and no more: after that every charge throws
 * again, and entering a handler is a charge.
 *
 * <p>It has no trace of its own: the cause has one. A deep stack is left by one of these for each
 * frame that cleans up, and to write down a thousand frames each time took two seconds of a
 * processor for a stack of 20,000.
 */
public final class Stop extends Error {
    private static final long serialVersionUID = 1;

    public Stop(Throwable cause) {
        super(cause.getMessage(), cause, true, false);
    }
}
