package dev.stint.host;

import static dev.stint.host.BadArguments.quoted;

import dev.stint.host.run.Reach;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;

/** The options by which a program is let out to files and to other machines. */
final class Rights {
    private static final String BAD_ALLOW =
            "--allow takes files=FOLDER (to read and write) or read=FOLDER, with commas between"
                    + " several, not ";

    @Option(
            names = "--allow",
            paramLabel = "RIGHTS",
            description = "files=FOLDER to read and write below it, read=FOLDER to read only")
    private List<String> allow = new ArrayList<>();

    @Option(
            names = "--connect",
            paramLabel = "HOST:PORT",
            description =
                    "where it may connect to, such as db.example:5432 or 10.0.0.0/8:80-443; any"
                            + " number of times")
    private List<String> connect = new ArrayList<>();

    /** One that was used; empty if none was. */
    Optional<String> option() {
        if (!allow.isEmpty()) {
            return Optional.of("--allow");
        }
        return connect.isEmpty() ? Optional.empty() : Optional.of("--connect");
    }

    /** What they say together. */
    Reach reach() {
        List<Path> readable = new ArrayList<>();
        List<Path> writable = new ArrayList<>();
        for (String rights : allow) {
            read(rights, readable, writable);
        }
        return new Reach(readable, writable, connect);
    }

    /** A part without an equals sign is one more folder of the last kind. */
    private static void read(String rights, List<Path> readable, List<Path> writable) {
        List<Path> into = null;
        for (String part : rights.split(",", -1)) {
            String folder = part;
            if (part.startsWith("files=")) {
                into = writable;
                folder = part.substring("files=".length());
            } else if (part.startsWith("read=")) {
                into = readable;
                folder = part.substring("read=".length());
            }
            if (into == null || folder.isEmpty()) {
                throw new BadArguments(BAD_ALLOW + quoted(rights));
            }
            Path path = FileNames.path(folder);
            if (!Files.isDirectory(path)) {
                throw new BadArguments("--allow: there is no folder " + quoted(folder));
            }
            into.add(path);
        }
    }
}
