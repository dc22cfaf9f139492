package dev.stint.internal.stack;

/**
 * The points at which a simulation may go on with another task: before each operation that other
 * tasks can notice.
 *
 * <p>Off, and of no cost but a look at a flag, until the first simulation of this JVM is opened.
 */
public final class Points {
    /** Plain: whoever is simulated runs on the thread that has set it, or was started by it. */
    private static boolean on;

    private Points() {}

    /** From now on somebody is simulated. */
    public static void turnOn() {
        on = true;
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
        return on;
    }

    /**
     * The calling task, if there is one, is about to do something that others can notice, and that
     * cannot fail.
     */
    public static void pass() {
        if (on) {
            look(Why.CANNOT_FAIL);
        }
    }

    /** The same for something that may fail: a simulation may have it do so here. */
    public static void passOrFail() {
        if (on) {
            look(Why.MAY_FAIL);
        }
    }

    /** The calling task, if there is one, lets others run, and does not learn that it is to end. */
    public static void giveWay() {
        if (on) {
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
