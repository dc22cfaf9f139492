package dev.stint.bench;

import java.util.Locale;

/** A result that is wrong makes the benchmark fail: there is no use in being wrong fast. */
final class Check {
    private Check() {}

    /** The text says both numbers, what was expected first. */
    static void equal(String text, long expected, long seen) {
        if (expected != seen) {
            throw new IllegalStateException(String.format(Locale.ROOT, text, expected, seen));
        }
    }

    /** The same, for what may also be more. */
    static void atLeast(String text, long expected, long seen) {
        if (seen < expected) {
            throw new IllegalStateException(String.format(Locale.ROOT, text, expected, seen));
        }
    }
}
