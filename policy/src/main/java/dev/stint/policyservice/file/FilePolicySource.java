package dev.stint.policyservice.file;

import dev.stint.policy.Policy;
import dev.stint.policy.PolicyQuestion;
import dev.stint.policy.PolicySource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A policy file that is read again when it has changed. When what it holds then is no policy, or it
 * is gone, that is told once, and the last good one stays. Write a new file beside it and rename
 * it, so that nobody reads half of one.
 */
public final class FilePolicySource implements PolicySource {
    private record Stamp(FileTime changed, long size, @Nullable Object key) {}

    private final Path file;
    private final Consumer<String> problems;
    private @Nullable Stamp seen;
    private @Nullable Policy good;
    private String told = "";

    /**
     * Of this file.
     *
     * @param problems is told when the file is changed to something that is no policy
     */
    public FilePolicySource(Path file, Consumer<String> problems) {
        this.file = Objects.requireNonNull(file, "policy file");
        this.problems = Objects.requireNonNull(problems, "who is told of problems");
    }

    /**
     * The policy of the file, or the last good one.
     *
     * @throws PolicyFileException if there has been no good one yet
     * @throws IOException the same, and the file cannot be read
     */
    @Override
    public synchronized Optional<Policy> policy(PolicyQuestion question) throws IOException {
        Policy now = current();
        return now.version() == question.knownVersion() ? Optional.empty() : Optional.of(now);
    }

    private Policy current() throws IOException {
        Policy last = good;
        try {
            Stamp stamp = stamp();
            if (last != null && stamp.equals(seen)) {
                return last;
            }
            Policy read = PolicyFile.read(file);
            if (!stamp.equals(stamp())) {
                throw new IOException("it is being written");
            }
            seen = stamp;
            told = "";
            good = last == null ? read : after(last, read);
            return good;
        } catch (IOException | PolicyFileException e) {
            if (last == null) {
                throw e;
            }
            tell(e);
            return last;
        }
    }

    /**
     * Versions grow, whatever the clock of the file system says; what is the same keeps its own.
     */
    private static Policy after(Policy last, Policy read) {
        return read.withVersion(last.version()).equals(last)
                ? last
                : read.withVersion(Math.max(last.version() + 1, read.version()));
    }

    private void tell(Exception e) {
        String what =
                e instanceof PolicyFileException ? String.valueOf(e.getMessage()) : file + ": " + e;
        if (!what.equals(told)) {
            told = what;
            problems.accept(what);
        }
    }

    private Stamp stamp() throws IOException {
        var attributes = Files.readAttributes(file, BasicFileAttributes.class);
        return new Stamp(attributes.lastModifiedTime(), attributes.size(), attributes.fileKey());
    }
}
