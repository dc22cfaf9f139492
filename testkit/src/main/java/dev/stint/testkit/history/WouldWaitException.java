package dev.stint.testkit.history;

/**
 * Thrown by an operation of a model that cannot be done in its present state, and so waits in the
 * object under test until another operation makes it possible.
 */
public final class WouldWaitException extends Exception {
    private static final long serialVersionUID = 1L;

    public WouldWaitException() {
        super("not possible now", null, false, false);
    }
}
