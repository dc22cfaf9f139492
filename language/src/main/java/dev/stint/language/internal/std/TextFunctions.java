package dev.stint.language.internal.std;

import dev.stint.language.internal.run.Prices;
import dev.stint.language.internal.type.PanicException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Texts. Each pays for the characters that it looks at and for those that it makes. */
public final class TextFunctions {
    private static final long MOST = 1L << 28;
    private static final int MOST_DIGITS = 1_000; // of a number in a text
    private static final int MOST_DECIMALS = 100;

    private TextFunctions() {}

    public static String upper(String text) throws InterruptedException {
        Prices.text(2L * text.length());
        return text.toUpperCase(Locale.ROOT);
    }

    public static String lower(String text) throws InterruptedException {
        Prices.text(2L * text.length());
        return text.toLowerCase(Locale.ROOT);
    }

    public static String trim(String text) throws InterruptedException {
        Prices.text(text.length());
        return text.strip();
    }

    public static String reverse(String text) throws InterruptedException {
        Prices.text(text.length());
        return new StringBuilder(text).reverse().toString();
    }

    public static String replace(String text, String wanted, String by)
            throws InterruptedException {
        if (wanted.isEmpty()) {
            throw new PanicException(PanicException.BOUNDS, "an empty text cannot be replaced");
        }
        long found = count(text, wanted);
        Prices.search(text.length(), wanted.length());
        Prices.text(fitting(text.length() + found * (by.length() - wanted.length())));
        return text.replace(wanted, by);
    }

    public static String repeat(String text, long times) throws InterruptedException {
        if (times < 0) {
            throw new PanicException(PanicException.BOUNDS, times + " times is no number of times");
        }
        if (text.isEmpty()) {
            return text;
        }
        Prices.text(fitting(times > MOST ? MOST + 1 : times * text.length()));
        return text.repeat((int) times);
    }

    public static String pad_left(String text, long width) throws InterruptedException {
        return repeat(" ", Math.max(0, width - text.length())) + joined(text, width);
    }

    public static String pad_right(String text, long width) throws InterruptedException {
        return joined(text, width) + repeat(" ", Math.max(0, width - text.length()));
    }

    private static String joined(String text, long width) throws InterruptedException {
        Prices.text(fitting(Math.max(text.length(), width)));
        return text;
    }

    private static long fitting(long length) {
        if (length > MOST) {
            throw new PanicException(
                    PanicException.MEMORY, "a text of " + length + " characters is too long");
        }
        return length;
    }

    // ---- parts

    /** What stands between the separators; empty parts are kept. */
    public static ListValue split(String text, String separator) throws InterruptedException {
        if (separator.isEmpty()) {
            throw new PanicException(PanicException.BOUNDS, "an empty text separates nothing");
        }
        Prices.search(text.length(), separator.length());
        List<Object> parts = new ArrayList<>();
        int from = 0;
        for (int at = text.indexOf(separator); at >= 0; at = text.indexOf(separator, from)) {
            add(parts, text, from, at);
            from = at + separator.length();
        }
        add(parts, text, from, text.length());
        return list(parts);
    }

    /** What stands between blanks. */
    public static ListValue words(String text) throws InterruptedException {
        Prices.read(text.length());
        List<Object> parts = new ArrayList<>();
        int from = -1;
        for (int i = 0; i <= text.length(); i++) {
            boolean isBlank = i == text.length() || Character.isWhitespace(text.charAt(i));
            if (!isBlank && from < 0) {
                from = i;
            } else if (isBlank && from >= 0) {
                add(parts, text, from, i);
                from = -1;
            }
        }
        return list(parts);
    }

    public static ListValue lines(String text) throws InterruptedException {
        Prices.read(text.length());
        List<Object> parts = new ArrayList<>();
        int from = 0;
        for (int at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', from)) {
            boolean hasReturn = at > from && text.charAt(at - 1) == '\r';
            add(parts, text, from, hasReturn ? at - 1 : at);
            from = at + 1;
        }
        if (from < text.length()) {
            add(parts, text, from, text.length());
        }
        return list(parts);
    }

    /** Pays for a part, and for its place in the list that grows. */
    private static void add(List<Object> parts, String text, int from, int to)
            throws InterruptedException {
        Prices.text(to - from);
        parts.add(text.substring(from, to));
    }

    private static ListValue list(List<Object> parts) throws InterruptedException {
        Prices.fields(2);
        Prices.array(3L * parts.size()); // it has grown
        return ListValue.of(parts.toArray());
    }

    public static String join(ListValue parts, String separator) throws InterruptedException {
        long count = ListValue.len(parts);
        long length = count > 0 ? (count - 1) * separator.length() : 0;
        Prices.read(count * 16);
        String[] texts = new String[(int) count];
        for (int i = 0; i < count; i++) {
            texts[i] = (String) ListValue.get(parts, i);
            length += texts[i].length();
        }
        Prices.text(fitting(length));
        return String.join(separator, texts);
    }

    /** The first place from this one on; -1 if there is none. */
    public static long index_from(String text, String wanted, long from)
            throws InterruptedException {
        if (from < 0 || from > text.length()) {
            throw new PanicException(
                    PanicException.BOUNDS,
                    "%d is outside of a text of %d characters".formatted(from, text.length()));
        }
        Prices.search(text.length() - from, wanted.length());
        return text.indexOf(wanted, (int) from);
    }

    /** How often it stands there, not one in the other. */
    public static long count(String text, String wanted) throws InterruptedException {
        if (wanted.isEmpty()) {
            throw new PanicException(PanicException.BOUNDS, "an empty text is everywhere");
        }
        Prices.search(text.length(), wanted.length());
        long found = 0;
        for (int at = text.indexOf(wanted);
                at >= 0;
                at = text.indexOf(wanted, at + wanted.length())) {
            found++;
        }
        return found;
    }

    // ---- characters

    public static String of_char(long character) throws InterruptedException {
        Prices.text(1);
        return String.valueOf(character(character));
    }

    public static String of_chars(ListValue characters) throws InterruptedException {
        int count = (int) ListValue.len(characters);
        Prices.text(count);
        var text = new StringBuilder(count);
        for (int i = 0; i < count; i++) {
            text.append(character((long) ListValue.get(characters, i)));
        }
        return text.toString();
    }

    private static char character(long number) {
        if (number < Character.MIN_VALUE || number > Character.MAX_VALUE) {
            throw new PanicException(PanicException.BOUNDS, number + " is no character");
        }
        return (char) number;
    }

    public static ListValue chars(String text) throws InterruptedException {
        Prices.fields(2);
        Prices.array(3L * text.length()); // with the objects that hold the numbers
        Object[] characters = new Object[text.length()];
        for (int i = 0; i < characters.length; i++) {
            characters[i] = (long) text.charAt(i);
        }
        return ListValue.of(characters);
    }

    public static boolean is_letter(long character) {
        return Character.isLetter(character(character));
    }

    public static boolean is_digit(long character) {
        return character >= '0' && character <= '9';
    }

    public static boolean is_space(long character) {
        return Character.isWhitespace(character(character));
    }

    // ---- numbers

    /** Null if it is none. */
    public static @Nullable Long to_int(String text) throws InterruptedException {
        Prices.read(text.length());
        try {
            return Long.valueOf(text);
        } catch (NumberFormatException e) {
            return null;
        }
    }

    /** Null if it is none. Digits and a point, and an exponent: no words, no letters behind. */
    public static @Nullable Double to_float(String text) throws InterruptedException {
        Prices.read(16L * text.length());
        if (text.isEmpty() || text.length() > MOST_DIGITS) {
            return null;
        }
        for (int i = 0; i < text.length(); i++) {
            if ("0123456789+-.eE".indexOf(text.charAt(i)) < 0) {
                return null;
            }
        }
        try {
            return Double.valueOf(text);
        } catch (NumberFormatException e) {
            return null;
        }
    }

    /** With so many digits behind the point. */
    public static String fixed(double value, long digits) throws InterruptedException {
        if (digits < 0 || digits > MOST_DECIMALS) {
            throw new PanicException(
                    PanicException.BOUNDS,
                    "%d digits behind the point; from 0 to %d are"
                            .formatted(digits, MOST_DECIMALS));
        }
        Prices.text(512); // the longest that there is
        if (!Double.isFinite(value)) {
            return Double.toString(value);
        }
        return new BigDecimal(value).setScale((int) digits, RoundingMode.HALF_EVEN).toPlainString();
    }
}
