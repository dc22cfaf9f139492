package dev.stint.internal;

/** A broken invariant of the scheduler itself, never the user's fault; please report it. */
public final class SchedulerBug extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    public SchedulerBug(String what) {
        super("internal error of the Stint scheduler, please report it: " + what);
    }
}
