package dev.stint.verify.hostile.files;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/** Notices what got outside: into the oracle class, into a file, a property, a thread. */
public final class Witness {
    /** A property that code would set, and the name of a file that it would make. */
    static final String LOOT = "stint.hostile.loot";

    private static final Queue<String> SEEN = new ConcurrentLinkedQueue<>();
    private static final String NAMED_BY_NUMBER = "Thread-";

    private long threads = nextThread();

    Witness() {}

    /** Called by the oracle class, on whatever thread. */
    public static void note(String what) {
        SEEN.add(what);
    }

    /** What was noticed since it was last asked. */
    List<String> seen() {
        var found = new ArrayList<String>();
        for (@Nullable String each = SEEN.poll(); each != null; each = SEEN.poll()) {
            found.add(each);
        }
        try {
            if (Files.deleteIfExists(Path.of(LOOT))) {
                found.add("a file was made");
            }
        } catch (IOException e) {
            throw new UncheckedIOException("what was stolen cannot be taken away", e);
        }
        if (System.clearProperty(LOOT) != null) {
            found.add("a system property was set");
        }
        long now = nextThread();
        if (now != threads + 1) {
            found.add("a thread was made");
        }
        threads = now;
        return found;
    }

    /** Threads that nobody names are numbered, when they are made. */
    private static long nextThread() {
        return Long.parseLong(new Thread(() -> {}).getName().substring(NAMED_BY_NUMBER.length()));
    }
}
