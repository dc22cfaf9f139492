package dev.stint.language.internal.run;

import dev.stint.language.internal.type.Arithmetic;
import dev.stint.language.internal.type.PanicException;
import dev.stint.language.internal.type.Type;
import dev.stint.language.internal.type.TypeTable;
import java.util.List;

/** Texts: what is done with them, and those of other values. */
public final class Texts {
    private Texts() {}

    /** A function of texts, by the name that scripts know. */
    public static Object call(String function, List<Object> arguments) throws InterruptedException {
        String text = (String) arguments.getFirst();
        return switch (function) {
            case "str_length" -> length(text);
            case "str_is_empty" -> isEmpty(text);
            case "str_at" -> at(text, (long) arguments.get(1));
            case "str_slice" -> slice(text, (long) arguments.get(1), (long) arguments.get(2));
            default -> called(function, text, (String) arguments.get(1));
        };
    }

    private static Object called(String function, String text, String other)
            throws InterruptedException {
        return switch (function) {
            case "str_contains" -> contains(text, other);
            case "str_starts_with" -> startsWith(text, other);
            case "str_ends_with" -> endsWith(text, other);
            case "str_equals" -> equal(text, other);
            case "str_compare" -> compare(text, other);
            case "str_index_of" -> indexOf(text, other);
            default -> throw new IllegalStateException("no function of texts: " + function);
        };
    }

    public static long length(String text) {
        return text.length();
    }

    public static boolean isEmpty(String text) {
        return text.isEmpty();
    }

    /** The number of a character. */
    public static long at(String text, long index) {
        return text.charAt(index(index, text.length() - 1L, text));
    }

    public static String slice(String text, long first, long end) throws InterruptedException {
        int from = index(first, text.length(), text);
        int to = index(end, text.length(), text);
        if (from > to) {
            throw bounds(from + " to " + to, text);
        }
        Prices.text(to - from);
        return text.substring(from, to);
    }

    public static boolean contains(String text, String other) throws InterruptedException {
        Prices.search(text.length(), other.length());
        return text.contains(other);
    }

    public static long indexOf(String text, String other) throws InterruptedException {
        Prices.search(text.length(), other.length());
        return text.indexOf(other);
    }

    public static boolean startsWith(String text, String other) throws InterruptedException {
        payForLooking(text, other);
        return text.startsWith(other);
    }

    public static boolean endsWith(String text, String other) throws InterruptedException {
        payForLooking(text, other);
        return text.endsWith(other);
    }

    public static boolean equal(String text, String other) throws InterruptedException {
        payForLooking(text, other);
        return text.equals(other);
    }

    /** -1, 0 or 1. */
    public static long compare(String text, String other) throws InterruptedException {
        payForLooking(text, other);
        return Integer.signum(text.compareTo(other));
    }

    private static void payForLooking(String text, String other) throws InterruptedException {
        Prices.read(Math.min(text.length(), other.length()));
    }

    private static int index(long index, long most, String text) {
        if (index < 0 || index > most) {
            throw bounds(Long.toString(index), text);
        }
        return (int) index;
    }

    private static PanicException bounds(String what, String text) {
        return new PanicException(
                PanicException.BOUNDS,
                "%s is outside of a text of %d characters".formatted(what, text.length()));
    }

    public static String join(List<Object> parts) throws InterruptedException {
        return join(parts.toArray(new String[0]));
    }

    public static String join(String[] parts) throws InterruptedException {
        long length = 0;
        for (String part : parts) {
            length += part.length();
        }
        Prices.text(fitting(length));
        var joined = new StringBuilder((int) length);
        for (String part : parts) {
            joined.append(part);
        }
        return joined.toString();
    }

    /** The length of a text, if one can be so long. */
    static long fitting(long length) {
        if (length > Integer.MAX_VALUE / 2) {
            throw new PanicException(
                    PanicException.MEMORY, "a text of " + length + " characters is too long");
        }
        return length;
    }

    /** The text of a value. */
    public static String of(Object value, Type type, TypeTable table) throws InterruptedException {
        return paid(plain(value, type, table));
    }

    public static String of(long value) throws InterruptedException {
        return paid(Long.toString(value));
    }

    public static String ofUnsigned(long value) throws InterruptedException {
        return paid(Long.toUnsignedString(value));
    }

    public static String of(double value) throws InterruptedException {
        return paid(Double.toString(value));
    }

    /** Of a number with the precision of 32 bits. */
    public static String ofShort(double value) throws InterruptedException {
        return paid(Float.toString((float) value));
    }

    public static String of(boolean value) throws InterruptedException {
        return paid(Boolean.toString(value));
    }

    /** A text that was made for this; its length is its price. */
    public static String paid(String text) throws InterruptedException {
        Prices.text(text.length());
        return text;
    }

    private static String plain(Object value, Type type, TypeTable table) {
        return switch (type) {
            case Type.Int integer -> Arithmetic.text(integer, (long) value);
            case Type.Real real when real.bits() == 32 ->
                    Float.toString(((Double) value).floatValue());
            case Type.Named named when named.kind() == Type.Named.Kind.ENUM ->
                    table.of(named).variants().stream()
                            .filter(v -> v.value() == (long) value)
                            .map(TypeTable.Variant::name)
                            .findFirst()
                            .orElse(value.toString());
            case Type.Named _ -> ((Value.Fault) value).name();
            default -> value.toString();
        };
    }
}
