package dev.stint.testkit;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The files about one failure: side by side, each whole or not there. */
final class FailureFiles {
    private static final int LONGEST_NAME = 100;

    /** What this JVM has written. A later failure of the same name must not replace it. */
    private static final Set<Path> WRITTEN = new HashSet<>();

    private final Path folder;
    private final String name;
    private @Nullable String stem; // chosen with the first file
    private String problem = "";

    FailureFiles(SimConfig config, long schedule) {
        this.folder = config.files();
        this.name = safe(config.name()) + "-" + Long.toHexString(config.seed()) + "-" + schedule;
    }

    /** Letters of all kinds stay; what a file system or a shell may take amiss does not. */
    private static String safe(String name) {
        String safe = name.replaceAll("[^\\p{L}\\p{N}._-]+", "-").replaceAll("^[.-]+|[.-]+$", "");
        boolean whole = safe.equals(name.replace('#', '-')) && safe.length() <= LONGEST_NAME;
        String cut = safe.substring(0, Math.min(LONGEST_NAME, safe.length()));
        // Two names that look the same now still have to differ.
        return whole && !cut.isEmpty()
                ? cut
                : (cut.isEmpty() ? "sim" : cut) + "-" + Integer.toHexString(name.hashCode());
    }

    /** Why something could not be written; empty if everything could. */
    String problem() {
        return problem;
    }

    /** The file, or null if it could not be written. */
    @Nullable Path write(String ending, String text) {
        if (!problem.isEmpty()) {
            return null;
        }
        try {
            Files.createDirectories(folder);
            if (stem == null) {
                stem = stemFor(ending, text);
            }
            Path file = folder.resolve(stem + ending);
            Path draft = folder.resolve(stem + ending + ".draft");
            Files.write(draft, encoded(text));
            Files.move(draft, file, StandardCopyOption.REPLACE_EXISTING);
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

    /** The name, with a number if this JVM has given it to something else. */
    private String stemFor(String ending, String text) throws IOException {
        synchronized (WRITTEN) {
            for (int i = 1; ; i++) {
                String candidate = i == 1 ? name : name + "-" + i;
                Path file = folder.resolve(candidate + ending).toAbsolutePath().normalize();
                if (WRITTEN.add(file)
                        || !Files.exists(file)
                        || Arrays.equals(Files.readAllBytes(file), encoded(text))) {
                    return candidate;
                }
            }
        }
    }
}
