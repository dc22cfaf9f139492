package dev.stint.hooks.jdk;

import dev.stint.hooks.AccessRefused;
import dev.stint.hooks.Hook;
import org.jspecify.annotations.Nullable;

/**
 * The views that {@code Collections} makes. A view of a view of a view asks all of them each time,
 * for the price of one; so no more than three lie on each other: checked, then synchronized, then
 * unmodifiable.
 */
public final class Views {
    private static final String HOME = "java.util.Collections$";
    private static final int BYTES = 32;

    private Views() {}

    /** The JDK makes no such view of one that is such already. */
    public static void unmodifiable(@Nullable Object of) {
        made(of, "java.util.ReverseOrder");
    }

    public static void locked(@Nullable Object of) {
        made(of, "java.util.ReverseOrder", HOME + "Unmodifiable", HOME + "Synchronized");
    }

    public static void checked(@Nullable Object of, Class<?> type) {
        made(
                of,
                "java.util.ReverseOrder",
                HOME + "Unmodifiable",
                HOME + "Synchronized",
                HOME + "Checked");
    }

    public static void checked(@Nullable Object of, Class<?> keys, Class<?> values) {
        checked(of, keys);
    }

    private static void made(@Nullable Object of, String... refused) {
        Hook.bytes(BYTES);
        String inner = of == null ? "" : of.getClass().getName();
        for (String form : refused) {
            if (inner.startsWith(form)) {
                throw new AccessRefused(
                        "another view of a "
                                + inner
                                + " cannot be made: views of views, as many as one likes, would"
                                + " all be asked for the price of one. Wrap what is behind it, in"
                                + " this order: checked, synchronized, unmodifiable, reversed.");
            }
        }
    }
}
