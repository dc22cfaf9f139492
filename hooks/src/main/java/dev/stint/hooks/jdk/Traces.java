package dev.stint.hooks.jdk;

import dev.stint.hooks.Hook;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Throwables. Their traces are as deep as the JVM keeps them, which is 1024 frames. */
public final class Traces {
    private static final int FRAMES = 64; // on average; the deepest is sixteen times that
    private static final long PER_FRAME = 16;
    private static final int LINE = 100; // characters, when it is written

    private Traces() {}

    public static void made() {
        Hook.opsAndBytes(FRAMES, (int) (FRAMES * PER_FRAME));
    }

    /** Written, with its causes and all that was suppressed. */
    public static void shown(Throwable e, Object to) {
        Set<Throwable> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        count(e, seen);
    }

    private static void count(@Nullable Throwable e, Set<Throwable> seen) {
        for (Throwable at = e; at != null && seen.add(at); at = at.getCause()) {
            Price.both(1024, 1024 + (long) LINE * FRAMES);
            String message = at.getMessage();
            Price.text(message == null ? 0 : message.length());
            for (Throwable suppressed : at.getSuppressed()) {
                count(suppressed, seen);
            }
        }
    }

    public static void held(Throwable self) {
        Price.array(self.getSuppressed().length, 4);
    }

    public static void held(Throwable self, Throwable other) {
        Price.both(4, 24);
    }

    public static void held(StackTraceElement[] trace) {
        Price.array(trace.length, 4);
    }
}
