package dev.stint.verify;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;

/** What was asked for. */
record Arguments(boolean quick, Pattern only, @Nullable Path json, boolean help) {
    static final String SYNOPSIS = "./stint verify [--quick] [--only PATTERN] [--json FILE]";

    /** Wrong arguments, said in one line. */
    static final class Wrong extends Exception {
        private static final long serialVersionUID = 1L;

        Wrong(String what) {
            super(what + "; right is: " + SYNOPSIS);
        }
    }

    static Arguments parse(String... args) throws Wrong {
        boolean quick = false;
        boolean help = false;
        Pattern only = Pattern.compile("");
        Path json = null;
        for (Iterator<String> rest = List.of(args).iterator(); rest.hasNext(); ) {
            String arg = rest.next();
            switch (arg) {
                case "--quick" -> quick = true;
                case "--help", "-h" -> help = true;
                case "--only" -> only = pattern(value(rest, "--only PATTERN"));
                case "--json" -> json = file(value(rest, "--json FILE"));
                default ->
                        throw new Wrong(
                                (arg.startsWith("-") ? "unknown option " : "unexpected argument ")
                                        + quoted(arg));
            }
        }
        return new Arguments(quick, only, json, help);
    }

    private static String value(Iterator<String> rest, String option) throws Wrong {
        if (!rest.hasNext()) {
            throw new Wrong(option + " is incomplete");
        }
        return rest.next();
    }

    private static Pattern pattern(String typed) throws Wrong {
        try {
            return Pattern.compile(typed);
        } catch (PatternSyntaxException e) {
            throw new Wrong(quoted(typed) + " is no pattern: " + e.getDescription());
        }
    }

    /** Refused now if it cannot be written, and not when minutes have been spent. */
    private static Path file(String typed) throws Wrong {
        var path = Path.of(typed).toAbsolutePath();
        Path folder = path.getParent();
        if (typed.isEmpty() || Files.isDirectory(path)) {
            throw new Wrong("--json needs a file, not " + quoted(typed));
        }
        if (folder == null
                || !Files.isDirectory(folder)
                || !Files.isWritable(Files.exists(path) ? path : folder)) {
            throw new Wrong("--json cannot write " + quoted(typed));
        }
        return path;
    }

    static String quoted(String typed) {
        return "'" + typed.replaceAll("\\p{Cntrl}", "?") + "'";
    }
}
