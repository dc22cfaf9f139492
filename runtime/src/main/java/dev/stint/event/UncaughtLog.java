package dev.stint.event;

import dev.stint.hooks.Foreign;
import dev.stint.hooks.TenantLoader;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Writes failures to the JDK's own log, and runs none of a tenant's code for it. */
enum UncaughtLog implements UncaughtHandler {
    IT;

    private static final int MOST_CAUSES = 8;
    private static final int MOST_FRAMES = 64;

    @Override
    public void uncaught(TaskFailure failure) {
        System.Logger log = System.getLogger("dev.stint");
        if (isForeign(failure.cause())) {
            log.log(System.Logger.Level.ERROR, failure + stackOf(failure.cause()));
        } else {
            log.log(System.Logger.Level.ERROR, failure.toString(), failure.cause());
        }
    }

    /** True if it, or what came with it, is of a tenant's class: a log would call its methods. */
    static boolean isForeign(Throwable thrown) {
        Set<Throwable> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        Deque<Throwable> left = new ArrayDeque<>();
        left.add(thrown);
        while (!left.isEmpty()) {
            Throwable at = left.remove();
            if (!seen.add(at)) {
                continue;
            }
            if (at.getClass().getClassLoader() instanceof TenantLoader) {
                return true;
            }
            Throwable cause = at.getCause();
            if (cause != null) {
                left.add(cause);
            }
            Collections.addAll(left, at.getSuppressed());
        }
        return false;
    }

    /** Its frames and causes, as far as they can be had without asking a tenant. */
    private static String stackOf(Throwable thrown) {
        var text = new StringBuilder();
        @Nullable Throwable at = thrown;
        for (int i = 0; at != null && i < MOST_CAUSES; i++) {
            if (i > 0) {
                text.append("\nCaused by: ").append(Foreign.plain(Foreign.inWords(at)));
            }
            StackTraceElement[] frames =
                    Foreign.answers(at, "getStackTrace")
                            ? at.getStackTrace()
                            : new StackTraceElement[0];
            for (int f = 0; f < Math.min(frames.length, MOST_FRAMES); f++) {
                text.append("\n\tat ").append(Foreign.plain(frames[f].toString()));
            }
            at = Foreign.answers(at, "getCause") ? at.getCause() : null;
        }
        return text.toString();
    }
}
