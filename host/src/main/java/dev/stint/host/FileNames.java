package dev.stint.host;

import static dev.stint.host.BadArguments.quoted;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/** Reads the names of files that the user types. */
final class FileNames {
    private FileNames() {}

    /** A file that is there. */
    static Path toRead(String what, String typed) {
        Path path = path(typed);
        if (Files.isDirectory(path)) {
            throw new BadArguments(what + " " + quoted(typed) + " is a folder");
        }
        if (!Files.exists(path)) {
            throw new BadArguments("there is no " + what + " " + quoted(typed));
        }
        if (!Files.isReadable(path)) {
            throw new BadArguments(what + " " + quoted(typed) + " cannot be read");
        }
        return path;
    }

    /** A file that is there, or can be made. */
    static Path toWrite(String option, String typed, String example) {
        var problem = "a name it does not allow";
        try {
            var path = Path.of(typed).toAbsolutePath();
            var folder = path.getParent();
            if (Files.isDirectory(path)) {
                problem = "that is a folder";
            } else if (folder == null || !Files.isDirectory(folder)) {
                problem = "its folder does not exist";
            } else if (!Files.isWritable(Files.exists(path) ? path : folder)) {
                problem = "it cannot be written";
            } else {
                return path;
            }
        } catch (InvalidPathException e) {
            problem = "that is no file name";
        }
        throw new BadArguments(
                option
                        + " takes a file to write, not "
                        + quoted(typed)
                        + " ("
                        + problem
                        + "); for example: "
                        + example);
    }

    static Path path(String typed) {
        try {
            return Path.of(typed);
        } catch (InvalidPathException e) {
            throw new BadArguments(quoted(typed) + " is no file name");
        }
    }
}
