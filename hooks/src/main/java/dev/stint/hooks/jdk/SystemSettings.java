package dev.stint.hooks.jdk;

import java.security.PrivilegedAction;
import java.security.PrivilegedActionException;
import java.security.PrivilegedExceptionAction;
import java.util.Map;
import java.util.Properties;
import java.util.TimeZone;
import org.jspecify.annotations.Nullable;

/** What code asks about the process; the same answers everywhere. */
public final class SystemSettings {
    private static final Map<String, String> PROPERTIES =
            Map.of(
                    "line.separator", "\n",
                    "file.separator", "/",
                    "path.separator", ":",
                    "java.version", "25",
                    "java.specification.version", "25",
                    "java.vm.specification.version", "25",
                    "java.class.version", "69.0",
                    "java.vendor", "Stint",
                    "os.name", "Linux",
                    "file.encoding", "UTF-8");

    private static final Runtime.Version VERSION = Runtime.Version.parse("25");

    private SystemSettings() {}

    public static @Nullable String property(String name) {
        return PROPERTIES.get(name);
    }

    public static @Nullable String property(String name, @Nullable String otherwise) {
        String found = PROPERTIES.get(name);
        return found == null ? otherwise : found;
    }

    /** A copy, which the program may change: nobody sees that. */
    public static Properties properties() {
        Charges.pay(64 * (1L + PROPERTIES.size()), 256 * (1L + PROPERTIES.size()));
        var copy = new Properties();
        copy.putAll(PROPERTIES);
        return copy;
    }

    /** There is none: nobody asks for rights but at what they are for. */
    @SuppressWarnings("removal") // programs ask for it to this day
    public static @Nullable SecurityManager getSecurityManager() {
        return null;
    }

    public static boolean flag(String name) {
        return "true".equalsIgnoreCase(property(name));
    }

    public static @Nullable Integer getInteger(String name) {
        return null; // none of them is a number that anybody asks for
    }

    public static Integer getInteger(String name, int otherwise) {
        return otherwise;
    }

    public static @Nullable Integer getInteger(String name, @Nullable Integer otherwise) {
        return otherwise;
    }

    public static @Nullable Long getLong(String name) {
        return null;
    }

    public static Long getLong(String name, long otherwise) {
        return otherwise;
    }

    public static @Nullable Long getLong(String name, @Nullable Long otherwise) {
        return otherwise;
    }

    /** With the rights that it has anyway. */
    public static <T extends @Nullable Object> T doPrivileged(PrivilegedAction<T> action) {
        return action.run();
    }

    public static <T extends @Nullable Object> T doPrivileged(PrivilegedExceptionAction<T> action)
            throws PrivilegedActionException {
        try {
            return action.run();
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new PrivilegedActionException(e);
        }
    }

    /** Where it is counted from; which zone the host is in is its own affair. */
    public static TimeZone getDefault() {
        return TimeZone.getTimeZone("UTC");
    }

    /** There is none. */
    public static @Nullable String environment(String name) {
        return null;
    }

    public static Map<String, String> environment() {
        return Map.of();
    }

    /** The one whose behaviour a tenant sees. */
    public static Runtime.Version version() {
        return VERSION;
    }

    // ---- File: what stands between the parts of a name

    public static String separator() {
        return "/";
    }

    public static char separatorChar() {
        return '/';
    }

    public static String pathSeparator() {
        return ":";
    }

    public static char pathSeparatorChar() {
        return ':';
    }

    public static String lineSeparator() {
        return "\n";
    }

    /** One: what a task does, it does alone. */
    public static int processors(Runtime runtime) {
        return 1;
    }
}
