package dev.stint.hooks.jdk;

import java.time.LocalDate;
import java.time.Period;
import java.util.stream.Stream;

/** Dates as text, and as streams. */
public final class Dates {
    private static final int STEPS = 64; // fields of a date, each with its rule
    private static final int LENGTH = 128;
    private static final int LONGEST_PATTERN = 256;

    private Dates() {}

    /** A text is read as far as it goes, by a pattern of bounded length. */
    public static CharSequence read(CharSequence text) {
        return paid(text);
    }

    private static CharSequence paid(CharSequence text) {
        CharSequence plain = Strings.plainly(text);
        Charges.ops(STEPS + 4L * plain.length());
        return plain;
    }

    public static void read(CharSequence text, Object by) {
        Charges.ops(STEPS + 4L * (Strings.isPlain(text) ? text.length() : LENGTH));
    }

    public static String pattern(String pattern) {
        if (pattern.length() > LONGEST_PATTERN) {
            throw new IllegalArgumentException(
                    "a pattern of "
                            + pattern.length()
                            + " characters; "
                            + LONGEST_PATTERN
                            + " are allowed.");
        }
        Charges.pay(16L * pattern.length(), 64L * pattern.length());
        return pattern;
    }

    public static void pattern(String pattern, Object locale) {
        pattern(pattern);
    }

    public static Stream<LocalDate> until(LocalDate from, LocalDate end) {
        return Streams.metered(from.datesUntil(end));
    }

    public static Stream<LocalDate> until(LocalDate from, LocalDate end, Period step) {
        return Streams.metered(from.datesUntil(end, step));
    }
}
