package dev.stint.internal.core;

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

    /** The calling task, if there is one, is about to do something that others can notice. */
    public static void pass() {
        if (on) {
            look();
        }
    }

    private static void look() {
        TaskImpl<?> me = TaskImpl.currentOrNull();
        if (me != null) {
            me.pass();
        }
    }
}
