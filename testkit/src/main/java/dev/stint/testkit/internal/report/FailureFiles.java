package dev.stint.testkit.internal.report;

import dev.stint.testkit.config.SimConfig;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** The files about one failure: side by side, each whole or not there. */
public final class FailureFiles {
    /** In bytes: a file system takes 255, and numbers and endings are still to come. */
    private static final int LONGEST_NAME = 100;

    /**
     * What this JVM has given each name to, written or about to be. Another failure of the same
     * name must not replace it.
     */
    private static final Map<Path, Content> GIVEN = new HashMap<>();

    private static final AtomicLong DRAFTS = new AtomicLong();

    /** What a file has in it, for telling it from others. */
    private record Content(int length, int hash) {
        static Content of(String text) {
            return new Content(text.length(), text.hashCode());
        }
    }

    private final Path folder;
    private final String name;
    private @Nullable String stem; // chosen with the first file
    private String problem = "";

    public FailureFiles(SimConfig config, long schedule) {
        this.folder = config.files();
        this.name = safe(config.name()) + "-" + Long.toHexString(config.seed()) + "-" + schedule;
    }

    /** Letters of all kinds stay; what a file system or a shell may take amiss does not. */
    private static String safe(String name) {
        String safe = name.replaceAll("[^\\p{L}\\p{N}._-]+", "-").replaceAll("^[.-]+|[.-]+$", "");
        String cut = cut(safe);
        boolean whole = cut.equals(name.replace('#', '-'));
        // Two names that look the same now still have to differ.
        return whole && !cut.isEmpty()
                ? cut
                : (cut.isEmpty() ? "sim" : cut) + "-" + Integer.toHexString(name.hashCode());
    }

    private static String cut(String name) {
        int bytes = 0;
        int end = 0;
        while (end < name.length()) {
            int next = name.offsetByCodePoints(end, 1); // never half a letter
            bytes += encoded(name.substring(end, next)).length;
            if (bytes > LONGEST_NAME) {
                break;
            }
            end = next;
        }
        return name.substring(0, end);
    }

    /** Why something could not be written; empty if everything could. */
    public String problem() {
        return problem;
    }

    /** The file, or null if it could not be written. */
    public @Nullable Path write(String ending, String text) {
        if (!problem.isEmpty()) {
            return null;
        }
        try {
            Files.createDirectories(folder);
            if (stem == null) {
                stem = stemFor(ending, text);
            }
            Path file = folder.resolve(stem + ending);
            Path draft = folder.resolve(stem + ending + draftEnding());
            try {
                Files.write(draft, encoded(text));
                Files.move(draft, file, StandardCopyOption.REPLACE_EXISTING);
            } finally {
                Files.deleteIfExists(draft); // if it could not be moved
            }
            return file;
        } catch (IOException | InvalidPathException | SecurityException e) {
            problem = "The files could not be written to " + folder + ": " + e;
            return null;
        }
    }

    /** What is no text becomes a question mark: half a character must not cost the whole file. */
    private static byte[] encoded(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** Its own for each: other tests, and other JVMs, may write the same file at the same time. */
    private static String draftEnding() {
        return "." + ProcessHandle.current().pid() + "-" + DRAFTS.incrementAndGet() + ".draft";
    }

    /** The name, with a number if this JVM has given it to something else. */
    private String stemFor(String ending, String text) {
        Content content = Content.of(text);
        synchronized (GIVEN) {
            for (int i = 1; ; i++) {
                String candidate = i == 1 ? name : name + "-" + i;
                Path file = folder.resolve(candidate + ending).toAbsolutePath().normalize();
                Content before = GIVEN.putIfAbsent(file, content);
                if (before == null || before.equals(content)) {
                    return candidate;
                }
            }
        }
    }
}
