package dev.stint.policyservice.file;

import dev.stint.policy.Policy;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * A policy as a text in YAML; {@code docs/reference/policy.md} says what may be in it. All that is
 * wrong with one is found at once.
 */
public final class PolicyFile {
    /** No policy is as long. */
    public static final int MOST_BYTES = 4 << 20;

    private PolicyFile() {}

    /**
     * Reads a file. Its version is when the file was last changed, in milliseconds.
     *
     * @throws PolicyFileException if it is no policy
     * @throws IOException if it cannot be read
     */
    public static Policy read(Path file) throws IOException {
        String name = String.valueOf(file.getFileName());
        long size = Files.size(file);
        if (size > MOST_BYTES) {
            throw new PolicyFileException(
                    List.of(
                            new PolicyProblem(
                                    name,
                                    0,
                                    0,
                                    "",
                                    "it has "
                                            + size
                                            + " bytes; a policy has "
                                            + MOST_BYTES
                                            + " at most")));
        }
        long version = Math.max(1, Files.getLastModifiedTime(file).toMillis());
        try {
            return parse(name, Files.readString(file), version);
        } catch (CharacterCodingException e) {
            throw new PolicyFileException(
                    List.of(new PolicyProblem(name, 0, 0, "", "it is not UTF-8")));
        }
    }

    /**
     * Reads a text.
     *
     * @param name of the file, for errors; also the policy's, unless it says one
     * @throws PolicyFileException if it is no policy
     */
    public static Policy parse(String name, String text, long version) {
        return new PolicyReader(name, version).read(text);
    }
}
