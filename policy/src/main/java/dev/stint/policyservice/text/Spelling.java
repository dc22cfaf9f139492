package dev.stint.policyservice.text;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/** Guesses what was meant by a name that is none. */
public final class Spelling {
    /** Two slips of the finger; further away, a guess would mislead. */
    private static final int CLOSE = 2;

    private Spelling() {}

    /** The name that was probably meant; the first one wins a tie. */
    public static Optional<String> nearest(String typed, Collection<String> names) {
        return names.stream()
                .filter(name -> Math.abs(typed.length() - name.length()) <= CLOSE)
                .filter(name -> distance(typed, name) <= CLOSE)
                .filter(name -> distance(typed, name) < name.length() - 1)
                .min(Comparator.comparingInt(name -> distance(typed, name)));
    }

    /** As the end of what is said about a wrong name: empty if there is no guess. */
    public static String hint(String typed, Collection<String> names) {
        return nearest(typed, names).map(name -> " (did you mean '" + name + "'?)").orElse("");
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
