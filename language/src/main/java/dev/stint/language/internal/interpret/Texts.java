package dev.stint.language.internal.interpret;

import dev.stint.language.internal.type.Arithmetic;
import dev.stint.language.internal.type.PanicException;
import dev.stint.language.internal.type.Type;
import dev.stint.language.internal.type.TypeTable;
import java.util.List;

/** Texts: what is done with them, and those of other values. */
final class Texts {
    private Texts() {}

    static Object call(String function, List<Object> arguments) throws InterruptedException {
        String text = (String) arguments.getFirst();
        if (arguments.size() == 1) {
            return switch (function) {
                case "str_length" -> (long) text.length();
                case "str_is_empty" -> text.isEmpty();
                default -> throw new IllegalStateException("no function of texts: " + function);
            };
        }
        return switch (function) {
            case "str_at" ->
                    (long) text.charAt(index((long) arguments.get(1), text.length() - 1L, text));
            case "str_slice" -> {
                int from = index((long) arguments.get(1), text.length(), text);
                int to = index((long) arguments.get(2), text.length(), text);
                if (from > to) {
                    throw bounds(from + " to " + to, text);
                }
                Prices.text(to - from);
                yield text.substring(from, to);
            }
            default -> compared(function, text, (String) arguments.get(1));
        };
    }

    private static Object compared(String function, String text, String other)
            throws InterruptedException {
        switch (function) {
            case "str_contains", "str_index_of" -> Prices.search(text.length(), other.length());
            default -> Prices.read(Math.min(text.length(), other.length()));
        }
        return switch (function) {
            case "str_contains" -> text.contains(other);
            case "str_starts_with" -> text.startsWith(other);
            case "str_ends_with" -> text.endsWith(other);
            case "str_equals" -> text.equals(other);
            case "str_compare" -> (long) Integer.signum(text.compareTo(other));
            case "str_index_of" -> (long) text.indexOf(other);
            default -> throw new IllegalStateException("no function of texts: " + function);
        };
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

    static String join(List<Object> parts) throws InterruptedException {
        long length = 0;
        for (Object part : parts) {
            length += ((String) part).length();
        }
        if (length > Integer.MAX_VALUE / 2) {
            throw new PanicException(
                    PanicException.MEMORY, "a text of " + length + " characters is too long");
        }
        Prices.text(length);
        var joined = new StringBuilder((int) length);
        parts.forEach(joined::append);
        return joined.toString();
    }

    /** The text of a value. */
    static String of(Object value, Type type, TypeTable table) throws InterruptedException {
        String text = plain(value, type, table);
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
