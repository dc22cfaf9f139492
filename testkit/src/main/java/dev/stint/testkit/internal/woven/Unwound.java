package dev.stint.testkit.internal.woven;

/**
 * Ends a task of a run whose verdict is known, where it would wait for ever: for a monitor, or for
 * a notify. Nobody sees it but the code of the task on its way out.
 */
final class Unwound extends Error {
    private static final long serialVersionUID = 1L;

    Unwound() {
        super("the run of the simulation is over", null, false, false);
    }
}
