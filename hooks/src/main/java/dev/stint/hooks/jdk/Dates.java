package dev.stint.hooks.jdk;

import java.time.LocalDate;
import java.time.Period;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.FormatStyle;
import java.time.temporal.TemporalField;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/** Dates as text, and as streams. */
public final class Dates {
    private static final int STEPS = 64; // fields of a date, each with its rule
    private static final int LENGTH = 128;
    private static final int READING = 512; // bytes of what collects the fields
    private static final int LONGEST_PATTERN = 256;

    private Dates() {}

    /** A text is read as far as it goes, by a pattern of bounded length. */
    public static CharSequence read(CharSequence text) {
        return paid(text);
    }

    private static CharSequence paid(CharSequence text) {
        CharSequence plain = Strings.plainly(text);
        Charges.pay(STEPS + 4L * plain.length(), 2L * plain.length());
        return plain;
    }

    public static void read(CharSequence text, Object by) {
        long length = Strings.isPlain(text) ? text.length() : LENGTH;
        int parts = by instanceof DateTimeFormatter known ? DateParts.of(known) : 1;
        Charges.pay(STEPS + 4 * length + 16L * parts, READING + 2 * length + 32L * parts);
    }

    public static CharSequence read(DateTimeFormatter self, CharSequence text) {
        CharSequence plain = Strings.plainly(text);
        read(plain, self);
        return plain;
    }

    public static void formatted(DateTimeFormatter by) {
        int parts = DateParts.of(by);
        Charges.pay(STEPS + 16L * parts, 4 * LENGTH + 32L * parts);
    }

    public static void formatted(DateTimeFormatter self, Object date) {
        formatted(self);
    }

    public static void formatted(DateTimeFormatter self, Object date, Object to) {
        formatted(self);
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

    public static void pattern(String pattern, Locale locale) {
        pattern(pattern);
        Locales.data(locale);
    }

    // ---- formatters in the language that a tenant has, whatever the host's is

    public static DateTimeFormatter ofPattern(String pattern) {
        pattern(pattern);
        return DateTimeFormatter.ofPattern(pattern, Strings.locale());
    }

    public static DateTimeFormatter ofLocalizedDate(FormatStyle date) {
        return own(DateTimeFormatter.ofLocalizedDate(date));
    }

    public static DateTimeFormatter ofLocalizedTime(FormatStyle time) {
        return own(DateTimeFormatter.ofLocalizedTime(time));
    }

    public static DateTimeFormatter ofLocalizedDateTime(FormatStyle both) {
        return own(DateTimeFormatter.ofLocalizedDateTime(both));
    }

    public static DateTimeFormatter ofLocalizedDateTime(FormatStyle date, FormatStyle time) {
        return own(DateTimeFormatter.ofLocalizedDateTime(date, time));
    }

    private static DateTimeFormatter own(DateTimeFormatter made) {
        Locales.data(Strings.locale());
        return made.withLocale(Strings.locale());
    }

    public static DateTimeFormatter toFormatter(DateTimeFormatterBuilder self) {
        built(self);
        return self.toFormatter(Strings.locale());
    }

    // ---- formatters that are put together

    /** A text that is to stand in each date. */
    public static void literal(String text) {
        pattern(text);
    }

    public static void padded(int width) {
        if (width > LONGEST_PATTERN) {
            throw new IllegalArgumentException(
                    "a field " + width + " wide; " + LONGEST_PATTERN + " are allowed.");
        }
        Charges.pay(4, 64);
    }

    public static void padded(int width, char by) {
        padded(width);
    }

    public static void added(DateTimeFormatter part) {
        Charges.pay(DateParts.of(part), 64);
    }

    private static void built(DateTimeFormatterBuilder self) {
        int parts = DateParts.of(self);
        Charges.pay(64 + 8L * parts, 256 + 64L * parts);
    }

    public static void built(DateTimeFormatterBuilder self, Locale locale) {
        built(self);
        Locales.data(locale);
    }

    /** What a field is called, from a list of the program's, of which a copy is taken. */
    public static DateTimeFormatterBuilder appendText(
            DateTimeFormatterBuilder self, TemporalField field, Map<Long, String> texts) {
        var copy = new HashMap<Long, String>();
        for (var each : texts.entrySet()) {
            literal(each.getValue());
            copy.put(each.getKey(), each.getValue());
            if (copy.size() > LONGEST_PATTERN) {
                throw new IllegalArgumentException(
                        "a field with more than " + LONGEST_PATTERN + " texts.");
            }
        }
        return self.appendText(field, copy);
    }

    public static Stream<LocalDate> until(LocalDate from, LocalDate end) {
        Charges.pay(0, 256);
        return Streams.metered(from.datesUntil(end));
    }

    public static Stream<LocalDate> until(LocalDate from, LocalDate end, Period step) {
        Charges.pay(0, 256);
        return Streams.metered(from.datesUntil(end, step));
    }
}
