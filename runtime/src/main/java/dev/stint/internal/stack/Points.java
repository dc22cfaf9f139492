package dev.stint.internal.stack;

/**
 * The points at which a simulation may go on with another task: before each operation that other
 * tasks can notice.
 *
 * <p>Off, and of no cost but a look at a number, while no simulation of this JVM is open.
 */
public final class Points {
    /**
     * How many simulations are open. Written under the lock, read plainly: a simulated task runs on
     * the thread that has counted its simulation, or was started by it. Whatever else it may see
     * was written while its own was counted, and is not 0.
     */
    private static int simulations;

    private Points() {}

    /** A simulation is opened. */
    public static synchronized void begin() {
        simulations++;
    }

    /** A simulation is closed. */
    public static synchronized void end() {
        simulations--;
    }

    /** What brings a task to a point. */
    public enum Why {
        /** It yields, of its own will. */
        YIELDS,
        /** It is about to do something that may fail. */
        MAY_FAIL,
        /** It is about to do something that cannot fail, such as a release. */
        CANNOT_FAIL
    }

    public static boolean areOn() {
        return simulations != 0;
    }

    /**
     * The calling task, if there is one, is about to do something that others can notice, and that
     * cannot fail.
     */
    public static void pass() {
        if (simulations != 0) {
            look(Why.CANNOT_FAIL);
        }
    }

    /** The same for something that may fail: a simulation may have it do so here. */
    public static void passOrFail() {
        if (simulations != 0) {
            look(Why.MAY_FAIL);
        }
    }

    /** The calling task, if there is one, lets others run, and does not learn that it is to end. */
    public static void giveWay() {
        if (simulations != 0) {
            look(Why.YIELDS);
        }
    }

    private static void look(Why why) {
        Job me = Processor.currentJobOrNull();
        if (me != null) {
            me.pass(why);
        }
    }
}
