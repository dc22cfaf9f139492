package dev.stint.env;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Map;
import java.util.WeakHashMap;
import org.jspecify.annotations.Nullable;

/**
 * What Linux says of threads. Java hides which of the kernel's threads one of its own is, so each
 * introduces itself; elsewhere nothing is known of any.
 */
public final class KernelThreads {
    private static final Path SELF = Path.of("/proc/thread-self");
    private static final Map<Thread, Path> STATS = Collections.synchronizedMap(new WeakHashMap<>());

    private KernelThreads() {}

    /** The calling platform thread may be asked for from now on. */
    public static void introduce() {
        try {
            Path stat = Path.of("/proc").resolve(Files.readSymbolicLink(SELF)).resolve("stat");
            STATS.put(Thread.currentThread(), stat);
        } catch (IOException | UnsupportedOperationException | SecurityException e) {
            // no Linux, or no /proc: then nothing is known of it
        }
    }

    /** True if a thread has a processor, or waits for nothing else. */
    static boolean isRunnable(Thread platform) {
        Path stat = STATS.get(platform);
        return stat != null && stateIn(stat) == 'R';
    }

    /** The state follows the name, which stands in brackets and may have anything in it. */
    private static char stateIn(Path stat) {
        String text = read(stat);
        int end = text == null ? -1 : text.lastIndexOf(')');
        return text == null || end < 0 || end + 2 >= text.length() ? '?' : text.charAt(end + 2);
    }

    private static @Nullable String read(Path stat) {
        try {
            return Files.readString(stat, StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            return null; // it has ended
        }
    }
}
