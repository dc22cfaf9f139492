package dev.stint.host;

import static dev.stint.host.BadArguments.quoted;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** The names a user may type after {@code ./stint}; the launcher has the same list. */
final class Commands {
    static final List<String> ALL = List.of("demo", "test", "bench", "verify", "version", "help");

    /** Those that build or run other jars, so that only the launcher can do them. */
    static final List<String> OF_THE_LAUNCHER = List.of("test", "bench", "verify");

    /** Two slips of the finger; further away, a guess would mislead. */
    private static final int CLOSE = 2;

    private Commands() {}

    static String unknown(String typed) {
        return "unknown command "
                + quoted(typed)
                + nearest(typed).map(name -> " (did you mean '" + name + "'?)").orElse("")
                + "; commands: "
                + String.join(", ", ALL);
    }

    /** The name that was probably meant; the first listed wins a tie. */
    static Optional<String> nearest(String typed) {
        return ALL.stream()
                .filter(name -> distance(typed, name) <= CLOSE)
                .filter(name -> distance(typed, name) < name.length() - 1)
                .min(Comparator.comparingInt(name -> distance(typed, name)));
    }

    /** Levenshtein's: how many letters to add, drop or change. */
    static int distance(String a, String b) {
        var row = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int change = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(change, Math.min(row[j - 1], row[j]) + 1);
            }
        }
        return row[b.length()];
    }
}
