package dev.stint.host.repl;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import org.jspecify.annotations.Nullable;

/** Where typed lines are kept from one session to the next, for nobody but the user. */
public final class HistoryFile {
    private static final String OWNERS_FILE = "rw-------";
    private static final String OWNERS_FOLDER = "rwx------";

    private HistoryFile() {}

    /**
     * Where the history of a user is kept.
     *
     * @param state what the environment says of {@code XDG_STATE_HOME}; only whole paths count
     */
    public static Path of(@Nullable String state, Path home) {
        Path folder =
                state == null || !state.startsWith("/")
                        ? home.resolve(".local").resolve("state")
                        : Path.of(state);
        return folder.resolve("stint").resolve("jan-history");
    }

    /**
     * Makes the file if it is not there, and takes it from others if it is.
     *
     * @throws IOException if it cannot be read and written
     */
    static void prepare(Path file) throws IOException {
        Path folder = file.toAbsolutePath().getParent();
        if (folder != null) {
            Files.createDirectories(folder, only(file, OWNERS_FOLDER));
        }
        try {
            Files.createFile(file, only(file, OWNERS_FILE));
        } catch (FileAlreadyExistsException e) {
            if (isPosix(file)) {
                Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(OWNERS_FILE));
            }
        }
        if (!Files.isRegularFile(file) || !Files.isWritable(file) || !Files.isReadable(file)) {
            throw new IOException("it cannot be read and written");
        }
    }

    private static FileAttribute<?>[] only(Path file, String rights) {
        return isPosix(file)
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(rights))
                }
                : new FileAttribute<?>[0];
    }

    private static boolean isPosix(Path file) {
        return file.getFileSystem().supportedFileAttributeViews().contains("posix");
    }
}
