package dev.stint.hooks.jdk;

import java.util.Map;
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
                    "java.vendor", "Stint",
                    "os.name", "Linux",
                    "file.encoding", "UTF-8");

    private SystemSettings() {}

    public static @Nullable String property(String name) {
        return PROPERTIES.get(name);
    }

    public static @Nullable String property(String name, @Nullable String otherwise) {
        String found = PROPERTIES.get(name);
        return found == null ? otherwise : found;
    }

    /** There is none. */
    public static @Nullable String environment(String name) {
        return null;
    }

    public static String lineSeparator() {
        return "\n";
    }

    /** One: what a task does, it does alone. */
    public static int processors(Runtime runtime) {
        return 1;
    }
}
