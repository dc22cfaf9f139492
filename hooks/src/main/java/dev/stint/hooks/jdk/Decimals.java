package dev.stint.hooks.jdk;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.text.Format;
import java.text.NumberFormat;
import java.text.SimpleDateFormat;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Numbers as text, by patterns; and whatever else is a format. */
public final class Decimals {
    /** Characters of a pattern, or of what stands around a number. */
    static final int LONGEST = 256;

    /** A double has 309 digits before its point, and as many zeros are shown behind it. */
    private static final int DIGITS = 700;

    private static final int MAKING = 1024; // operations
    private static final int BYTES = 4096;

    private Decimals() {}

    // ---- making them

    public static void made(Locale locale) {
        Locales.data(locale);
        Charges.pay(MAKING, BYTES);
    }

    public static Locale own() {
        Locale locale = Strings.locale();
        made(locale);
        return locale;
    }

    public static DecimalFormat make() {
        return new DecimalFormat("#,##0.###", DecimalFormatSymbols.getInstance(own()));
    }

    public static DecimalFormat make(String pattern) {
        pattern(pattern);
        return new DecimalFormat(pattern, DecimalFormatSymbols.getInstance(own()));
    }

    public static DecimalFormatSymbols symbols() {
        return DecimalFormatSymbols.getInstance(own());
    }

    public static NumberFormat getInstance() {
        return NumberFormat.getInstance(own());
    }

    public static NumberFormat getNumberInstance() {
        return NumberFormat.getNumberInstance(own());
    }

    public static NumberFormat getIntegerInstance() {
        return NumberFormat.getIntegerInstance(own());
    }

    public static NumberFormat getPercentInstance() {
        return NumberFormat.getPercentInstance(own());
    }

    public static NumberFormat getCurrencyInstance() {
        return NumberFormat.getCurrencyInstance(own());
    }

    // ---- patterns, and what stands around a number: all of it is written each time

    public static void pattern(String pattern) {
        ensureShort(pattern);
        Charges.pay(MAKING + 16L * pattern.length(), BYTES);
    }

    public static void pattern(String pattern, Object symbols) {
        pattern(pattern);
    }

    public static void affix(@Nullable String text) {
        ensureShort(text == null ? "" : text);
        Charges.pay(16, 64);
    }

    static void ensureShort(String text) {
        if (text.length() > LONGEST) {
            throw new IllegalArgumentException(
                    "a pattern of " + text.length() + " characters; " + LONGEST + " are allowed.");
        }
    }

    // ---- as text

    /** A number of bounded length; a format of one's own pays for itself. */
    public static void shown(NumberFormat self) {
        Charges.pay(2L * DIGITS, 8L * DIGITS);
    }

    public static void shown(Format self, @Nullable Object value) {
        switch (self) {
            case SimpleDateFormat dates -> DateTexts.shown(dates);
            case DecimalFormat numbers -> payDigits(numbers, value);
            default -> Charges.pay(2L * DIGITS, 8L * DIGITS);
        }
    }

    public static void shown(Format self, @Nullable Object value, Object to, Object at) {
        shown(self, value);
    }

    private static void payDigits(DecimalFormat format, @Nullable Object value) {
        long digits = DIGITS;
        long work = 0;
        if (value instanceof BigInteger number) {
            long words = BigNumbers.words(number);
            work = Charges.times(words, words);
            digits = Charges.plus(digits, 10 * words);
        } else if (value instanceof BigDecimal number) {
            long words = BigNumbers.words(number);
            work = Charges.times(words, words);
            digits = Charges.plus(digits, 10 * words + Math.abs((long) number.scale()));
        }
        if (work > 0) { // others have no more digits than a double has
            digits =
                    digits
                            + (long) format.getMinimumIntegerDigits()
                            + format.getMinimumFractionDigits();
        }
        Charges.pay(Charges.plus(work, Charges.times(2, digits)), Charges.times(8, digits));
    }

    // ---- from text

    public static void read(String text) {
        Charges.pay(MAKING + 16L * text.length(), BYTES + 160L * text.length());
    }

    public static void read(Format self, String text) {
        read(text);
        if (self instanceof SimpleDateFormat dates) {
            DateTexts.read(dates);
        }
    }

    public static void read(Format self, String text, Object at) {
        read(self, text);
    }
}
