package dev.stint.language.internal.std;

import dev.stint.Stint;
import dev.stint.capability.CapFiles;
import dev.stint.error.CapabilityRefusedException;
import dev.stint.hooks.AccessRefusedException;
import dev.stint.hooks.jdk.FileAccess;
import dev.stint.language.internal.run.Prices;
import dev.stint.language.internal.run.Value;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A right to files, as scripts have it. What it does is paid as metered code pays for it, and asks
 * for the right of the task, too: this one is never larger.
 */
public final class FilesValue {
    private static final String ERRORS = "FileError.";

    private final @Nullable CapFiles right; // null: the task has none

    private FilesValue(@Nullable CapFiles right) {
        this.right = right;
    }

    /** What is done with a file that the right is for. */
    private interface Access {
        Object of(Path file) throws IOException, InterruptedException;
    }

    /** That of the calling task. */
    public static FilesValue held() throws InterruptedException {
        Prices.look();
        return new FilesValue(Stint.capabilities().find(CapFiles.class).orElse(null));
    }

    private static Object failed(String reason) {
        return new Value.Failed(new Value.Fault(ERRORS + reason));
    }

    private Object access(String path, boolean isWrite, Access access) throws InterruptedException {
        CapFiles mine = right;
        if (mine == null) {
            return failed("NoRight");
        }
        try {
            Path file = mine.root().resolve(path).normalize();
            mine.ensureValid("a script");
            return mine.covers(file, isWrite) ? access.of(file) : failed("NoRight");
        } catch (CapabilityRefusedException | AccessRefusedException e) {
            return failed("NoRight");
        } catch (NoSuchFileException | NotDirectoryException | InvalidPathException e) {
            return failed("NotFound");
        } catch (ClosedByInterruptException e) {
            throw new InterruptedException();
        } catch (IOException e) {
            return failed("Failed");
        }
    }

    // ---- by a right that is a value

    public static Object read(FilesValue by, String path) throws InterruptedException {
        return by.access(path, false, FileAccess::readString);
    }

    public static Object write(FilesValue by, String path, String text)
            throws InterruptedException {
        return by.access(path, true, file -> written(file, text));
    }

    public static Object append(FilesValue by, String path, String text)
            throws InterruptedException {
        return by.access(
                path,
                true,
                file -> written(file, text, StandardOpenOption.CREATE, StandardOpenOption.APPEND));
    }

    private static Object written(Path file, String text, StandardOpenOption... how)
            throws IOException {
        FileAccess.writeString(file, text, how);
        return Value.UNIT;
    }

    /** The names in a folder, sorted. */
    public static Object list(FilesValue by, String path) throws InterruptedException {
        return by.access(path, false, FilesValue::names);
    }

    private static Object names(Path folder) throws IOException, InterruptedException {
        List<String> found;
        try (Stream<Path> files = FileAccess.list(folder)) {
            found = files.map(file -> String.valueOf(file.getFileName())).sorted().toList();
        }
        ListValue names = ListValue.make();
        for (String name : found) {
            Prices.text(name.length());
            ListValue.push(names, name);
        }
        return names;
    }

    public static Object exists(FilesValue by, String path) throws InterruptedException {
        return by.access(path, false, FileAccess::exists);
    }

    public static Object remove(FilesValue by, String path) throws InterruptedException {
        return by.access(
                path,
                true,
                file -> {
                    FileAccess.delete(file);
                    return Value.UNIT;
                });
    }

    public static Object make_folder(FilesValue by, String path) throws InterruptedException {
        return by.access(
                path,
                true,
                file -> {
                    FileAccess.createDirectories(file);
                    return Value.UNIT;
                });
    }

    // ---- narrowing

    public static Object under(FilesValue by, String path) throws InterruptedException {
        Prices.look();
        CapFiles mine = by.right;
        try {
            return mine == null ? failed("NoRight") : new FilesValue(mine.under(path));
        } catch (CapabilityRefusedException | InvalidPathException e) {
            return failed("NoRight");
        }
    }

    public static FilesValue read_only(FilesValue by) throws InterruptedException {
        Prices.look();
        return new FilesValue(by.right == null ? null : by.right.readOnly());
    }

    // ---- by the right of the task

    public static Object read(String path) throws InterruptedException {
        return read(held(), path);
    }

    public static Object write(String path, String text) throws InterruptedException {
        return write(held(), path, text);
    }

    public static Object append(String path, String text) throws InterruptedException {
        return append(held(), path, text);
    }

    public static Object list(String path) throws InterruptedException {
        return list(held(), path);
    }

    public static Object exists(String path) throws InterruptedException {
        return exists(held(), path);
    }

    public static Object remove(String path) throws InterruptedException {
        return remove(held(), path);
    }

    public static Object make_folder(String path) throws InterruptedException {
        return make_folder(held(), path);
    }
}
