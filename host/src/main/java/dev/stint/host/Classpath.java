package dev.stint.host;

import static dev.stint.host.BadArguments.quoted;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads a list of jars and folders. */
final class Classpath {
    private Classpath() {}

    /** All of them, which must be there; none if nothing was typed. */
    static List<Path> read(@Nullable String typed) {
        List<Path> paths = new ArrayList<>();
        for (String part : parts(typed)) {
            Path path = FileNames.path(part);
            if (!Files.exists(path)) {
                throw new BadArguments("--classpath: there is no " + quoted(part));
            }
            paths.add(path);
        }
        return paths;
    }

    static List<String> parts(@Nullable String typed) {
        return typed == null
                ? List.of()
                : Pattern.compile(File.pathSeparator, Pattern.LITERAL)
                        .splitAsStream(typed)
                        .filter(part -> !part.isEmpty())
                        .toList();
    }
}
