package dev.stint.bench;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the user asked for, checked.
 *
 * @param shapes in the order of the command line; all if none was named
 * @param json where to write the rows
 * @param save below which folder to keep the result
 */
record Arguments(
        List<Shape> shapes,
        boolean quick,
        boolean list,
        boolean help,
        @Nullable Path json,
        @Nullable Path save) {
    static final String USAGE =
            "./stint bench [NAME...] [--quick] [--json FILE] [--save FOLDER] [--list]";

    /** The arguments are wrong; the message is one line that says what is wrong and right. */
    static final class Wrong extends Exception {
        private static final long serialVersionUID = 1L;

        Wrong(String message) {
            super(message);
        }
    }

    static Arguments parse(List<String> typed) throws Wrong {
        var shapes = new LinkedHashSet<Shape>();
        boolean quick = false;
        boolean list = false;
        boolean help = false;
        Path json = null;
        Path save = null;
        for (var words = typed.iterator(); words.hasNext(); ) {
            var word = words.next();
            switch (word) {
                case "--quick" -> quick = true;
                case "--list" -> list = true;
                case "--help", "-h" -> help = true;
                case "--json" -> json = file(value(word, "FILE", words));
                case "--save" -> save = folder(value(word, "FOLDER", words));
                default -> shapes.add(shape(word));
            }
        }
        var asked = shapes.isEmpty() ? Arrays.asList(Shape.values()) : new ArrayList<>(shapes);
        return new Arguments(List.copyOf(asked), quick, list, help, json, save);
    }

    private static Shape shape(String word) throws Wrong {
        if (word.startsWith("-")) {
            throw new Wrong("unknown option " + quoted(word) + "; right is: " + USAGE);
        }
        return Shape.find(word)
                .orElseThrow(
                        () ->
                                new Wrong(
                                        "unknown benchmark "
                                                + quoted(word)
                                                + "; there are: "
                                                + String.join(", ", Shape.labels())));
    }

    private static String value(String option, String what, Iterator<String> words) throws Wrong {
        if (!words.hasNext()) {
            throw new Wrong(option + " " + what + " is incomplete; right is: " + USAGE);
        }
        return words.next();
    }

    private static Path file(String word) throws Wrong {
        var path = path("--json", "a file to write", word);
        var folder = path.getParent();
        if (Files.isDirectory(path)) {
            throw wrongPath("--json", "a file to write", word, "that is a folder");
        }
        if (folder == null || !Files.isDirectory(folder)) {
            throw wrongPath("--json", "a file to write", word, "its folder does not exist");
        }
        if (!Files.isWritable(Files.exists(path) ? path : folder)) {
            throw wrongPath("--json", "a file to write", word, "it cannot be written");
        }
        return path;
    }

    private static Path folder(String word) throws Wrong {
        var path = path("--save", "a folder to write to", word);
        if (!Files.isDirectory(path)) {
            throw wrongPath("--save", "a folder to write to", word, "there is none of that name");
        }
        if (!Files.isWritable(path)) {
            throw wrongPath("--save", "a folder to write to", word, "it cannot be written");
        }
        return path;
    }

    private static Path path(String option, String what, String word) throws Wrong {
        try {
            if (!word.isEmpty()) {
                return Path.of(word).toAbsolutePath();
            }
        } catch (InvalidPathException e) {
            // As good as empty.
        }
        throw wrongPath(option, what, word, "that is no name");
    }

    private static Wrong wrongPath(String option, String what, String word, String why) {
        return new Wrong(
                option
                        + " takes "
                        + what
                        + ", not "
                        + quoted(word)
                        + " ("
                        + why
                        + "); right is: "
                        + USAGE);
    }

    private static String quoted(String typed) {
        return "'" + typed.replaceAll("\\p{Cntrl}", "?") + "'";
    }
}
