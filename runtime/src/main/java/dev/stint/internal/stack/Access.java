package dev.stint.internal.stack;

import java.util.ArrayList;
import java.util.List;

/**
 * What the runtime needs of the JDK beyond its public face, and the message for when that is
 * missing.
 *
 * <p>Uses only public API, so that the check itself can run without the flags.
 */
public final class Access {
    private Access() {}

    /** Throws, naming the exact flags to add, unless the JDK is opened as the runtime needs it. */
    public static void ensureOpen() {
        Module base = Object.class.getModule();
        Module me = Access.class.getModule();
        String target = me.isNamed() ? me.getName() : "ALL-UNNAMED";
        List<String> missing = new ArrayList<>();
        for (String pkg : List.of("jdk.internal.vm", "jdk.internal.access")) {
            if (!base.isExported(pkg, me)) {
                missing.add("--add-exports=java.base/" + pkg + "=" + target);
            }
        }
        if (!base.isOpen("java.lang", me)) {
            missing.add("--add-opens=java.base/java.lang=" + target);
        }
        if (!missing.isEmpty()) {
            throw new IllegalStateException(
                    "Stint cannot open a scheduler: this JVM does not let it schedule virtual"
                            + " threads. Start java with: "
                            + String.join(" ", missing));
        }
        int feature = Runtime.version().feature();
        if (feature != 25) {
            throw new IllegalStateException(
                    "Stint runs on JDK 25, not on "
                            + feature
                            + ": it schedules virtual threads through internals of that release.");
        }
    }
}
