package dev.stint.policy;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** A name, or the beginning of one and a star: how rules say for whom they are. */
final class NamePattern {
    static final int MOST_CHARACTERS = 200;

    private NamePattern() {}

    static void ensure(String what, String pattern) {
        int star = pattern.indexOf('*');
        if (pattern.isBlank() || (star >= 0 && star < pattern.length() - 1)) {
            throw new IllegalArgumentException(
                    "a rule for the "
                            + what
                            + " '"
                            + pattern
                            + "' is for nobody: write a name, or the beginning of one and a star at"
                            + " the end.");
        }
        if (pattern.length() > MOST_CHARACTERS) {
            throw new IllegalArgumentException(
                    "a rule names a "
                            + what
                            + " of "
                            + pattern.length()
                            + " characters; a name has "
                            + MOST_CHARACTERS
                            + " at most.");
        }
    }

    /** The rule for a name: its own, or else the one with the longest beginning. */
    static <T> Optional<T> find(String name, List<T> rules, Function<T, String> patternOf) {
        T best = null;
        int longest = -1;
        for (T rule : rules) {
            String pattern = patternOf.apply(rule);
            if (pattern.equals(name)) {
                return Optional.of(rule);
            }
            int beginning = pattern.length() - 1;
            if (pattern.endsWith("*")
                    && beginning > longest
                    && name.startsWith(pattern.substring(0, beginning))) {
                longest = beginning;
                best = rule;
            }
        }
        return Optional.ofNullable(best);
    }
}
