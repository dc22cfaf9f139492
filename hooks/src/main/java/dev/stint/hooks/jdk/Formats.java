package dev.stint.hooks.jdk;

import java.math.BigDecimal;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Text by a format. */
public final class Formats {
    private static final long PER_PLACE = 64; // operations for one thing that is filled in

    private Formats() {}

    public static String format(String format, @Nullable Object @Nullable ... values) {
        return format(Locale.ROOT, format, values);
    }

    public static String format(
            @Nullable Locale locale, String format, @Nullable Object @Nullable ... values) {
        @Nullable Object[] plain = paid(format, values);
        return String.format(locale, format, plain);
    }

    public static String formatted(String format, @Nullable Object @Nullable ... values) {
        return format(Locale.ROOT, format, values);
    }

    /**
     * Pays for the text, the widths that the format asks for included, and makes text of what would
     * ask others for theirs.
     */
    static @Nullable Object[] paid(String format, @Nullable Object @Nullable [] values) {
        long widths = widths(format);
        long places = places(format);
        long count = values == null ? 0 : values.length;
        Charges.pay(count, 4 * count); // also those that no place asks for
        @Nullable Object[] plain = values == null ? new Object[] {null} : values.clone();
        long longest = 0;
        for (int i = 0; i < plain.length; i++) {
            plain[i] = plain(plain[i]);
            longest = Math.max(longest, length(plain[i]));
        }
        // Every place may show the longest value.
        long length =
                Charges.plus(widths, Charges.plus(format.length(), Charges.times(places, longest)));
        Charges.ops(Charges.plus(widths >> 2, Charges.times(places, PER_PLACE)));
        Charges.text(Charges.times(4, length)); // a builder grows, and may have to widen
        return plain;
    }

    private static @Nullable Object plain(@Nullable Object value) {
        if (value == null || value instanceof String) {
            return value;
        }
        return switch (ObjectKind.shown(value)) {
            case LEAF, COLLIDING, WIDE -> value;
            case TEXT, SIZED, LIST, SET, HEAP, MAP, ENTRY, HOLDER -> NestedObjects.toString(value);
        };
    }

    private static long length(@Nullable Object value) {
        return switch (value) {
            case null -> 4;
            case String s -> s.length();
            case BigDecimal d -> {
                BigNumbers.whole(d);
                // Not its precision, for which a power of ten as large is made.
                yield Charges.plus(d.unscaledValue().bitLength() / 3, Math.abs((long) d.scale()));
            }
            case java.math.BigInteger i -> {
                BigNumbers.shown(i);
                yield i.bitLength();
            }
            default -> 400; // a double with all its digits
        };
    }

    /** The sum of the numbers in it, which are widths and precisions. */
    private static long widths(String format) {
        long sum = 0;
        long number = 0;
        for (int i = 0; i < format.length(); i++) {
            char c = format.charAt(i);
            if (c >= '0' && c <= '9') {
                number = Math.min(Integer.MAX_VALUE, number * 10 + (c - '0'));
            } else {
                sum += number;
                number = 0;
            }
        }
        return sum + number;
    }

    private static long places(String format) {
        long count = 0;
        for (int i = 0; i < format.length(); i++) {
            if (format.charAt(i) == '%') {
                count++;
            }
        }
        return count;
    }
}
