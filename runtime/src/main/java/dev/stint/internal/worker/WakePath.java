package dev.stint.internal.worker;

import java.util.List;

/**
 * Loads what a thread of the JDK needs to wake a task, before there is one. Loading takes the lock
 * of a jar; a task that holds it may wait for that very thread, and neither would ever go on.
 */
final class WakePath {
    private static final List<String> CLASSES =
            List.of(
                    "dev.stint.internal.stack.ControlWord$Next",
                    "dev.stint.internal.queue.Inbox$Node",
                    "dev.stint.event.Event$TaskWoken");

    static {
        for (String name : CLASSES) {
            try {
                Class.forName(name, true, WakePath.class.getClassLoader());
            } catch (ClassNotFoundException e) {
                throw new ExceptionInInitializerError(e);
            }
        }
    }

    private WakePath() {}

    /** Once is enough: the initialiser of this class does it. */
    static void load() {}
}
