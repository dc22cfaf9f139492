package dev.stint.internal.task;

import dev.stint.hooks.Foreign;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What is behind something that was thrown. */
public final class Causes {
    /** Causes may go in a circle, and whoever follows them must come to an end. */
    private static final int MOST = 100;

    private Causes() {}

    /** It, its cause, the cause of that, and so on; empty for null. */
    public static List<Throwable> of(@Nullable Throwable thrown) {
        List<Throwable> all = new ArrayList<>();
        Throwable at = thrown;
        while (at != null && all.size() < MOST) {
            all.add(at);
            at = Foreign.answers(at, "getCause") ? at.getCause() : null;
        }
        return all;
    }

    /**
     * The first of a type behind it; null if there is none. Looks behind what the JDK wraps things
     * in, and not further: a cause of a foreign class is what foreign code says it is.
     */
    public static <T extends Throwable> @Nullable T find(Class<T> type, Throwable thrown) {
        Throwable at = thrown;
        for (int i = 0; at != null && i < MOST; i++) {
            if (type.isInstance(at)) {
                return type.cast(at);
            }
            if (at.getClass().getClassLoader() != null) {
                return null;
            }
            at = at.getCause();
        }
        return null;
    }
}
