package dev.stint.hooks;

/**
 * The static methods that compiled scripts pay through, beside those of {@link Hook}. What a loop
 * counts in a variable is here never more than what is lent to its task: so a script that runs out
 * of money has spent what it was given, to the unit, wherever it stands.
 */
public final class Toll {
    private Toll() {}

    /**
     * Books what was counted in a variable, and pays for what comes next.
     *
     * @param done operations that were counted, at most what the last call allowed
     * @param next operations that are not done yet: they are paid, or the task ends
     * @return how many may be counted from now on, until something else is paid
     */
    public static int pay(int done, int next) {
        Meter m = Meter.current();
        if (m == null) {
            return Meter.LAP;
        }
        m.rounds += done;
        return paid(m, done, next);
    }

    /** As {@link #pay}, of what was counted beside the loops. */
    public static int buy(int done, int next) {
        Meter m = Meter.current();
        return m == null ? Meter.LAP : paid(m, done, next);
    }

    private static int paid(Meter m, int done, int next) {
        if ((m.ops -= done + next) >= 0) {
            return m.ops;
        }
        m.ranOut(next, 0);
        Meter now = Meter.current(); // it may have been suspended, and be elsewhere
        return now == null ? Meter.LAP : Math.max(0, now.ops);
    }

    /** Books what was counted in a variable. */
    public static void book(int done) {
        Meter m = Meter.current();
        if (m != null) {
            m.rounds += done;
            m.ops -= done;
        }
    }

    /** Books what was counted beside the loops. */
    public static void bookBought(int done) {
        Meter m = Meter.current();
        if (m != null) {
            m.ops -= done;
        }
    }

    /** What was thrown; of a {@link Stop}, why. */
    public static Throwable plain(Throwable thrown) {
        Throwable cause = thrown instanceof Stop ? thrown.getCause() : null;
        return cause == null ? thrown : cause;
    }
}
