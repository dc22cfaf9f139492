package dev.stint.policyservice.text;

import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Writes maps, lists, strings, numbers and truth values as JSON. */
public final class Json {
    private Json() {}

    /** On many lines, for people, too. */
    public static String write(Object value) {
        var text = new StringBuilder();
        write(value, "\n", text);
        return text.append('\n').toString();
    }

    /** On one line, which has no end. */
    public static String writeLine(Object value) {
        var text = new StringBuilder();
        write(value, "", text);
        return text.toString();
    }

    /** Empty: all on one line, without blanks. */
    private static String deeper(String indent) {
        return indent.isEmpty() ? "" : indent + "  ";
    }

    private static void write(Object value, String indent, StringBuilder to) {
        switch (value) {
            case Map<?, ?> map -> writeMap(map, indent, to);
            case List<?> list -> writeList(list, indent, to);
            case String string -> writeString(string, to);
            case Long number -> to.append(number);
            case Integer number -> to.append(number);
            case Double real when Double.isFinite(real) -> to.append(real);
            case Double none -> writeString(none.toString(), to); // JSON has no number for it
            case Boolean truth -> to.append(truth);
            default ->
                    throw new IllegalArgumentException(
                            "no JSON for "
                                    + value.getClass()
                                    + "; use a map, list, string or"
                                    + " number");
        }
    }

    private static void writeMap(Map<?, ?> map, String indent, StringBuilder to) {
        String separator = "";
        to.append('{');
        for (Map.Entry<?, ?> entry : map.entrySet()) {
            to.append(separator).append(deeper(indent));
            writeString(String.valueOf(entry.getKey()), to);
            to.append(indent.isEmpty() ? ":" : ": ");
            write(entry.getValue(), deeper(indent), to);
            separator = ",";
        }
        to.append(map.isEmpty() ? "" : indent).append('}');
    }

    private static void writeList(List<?> list, String indent, StringBuilder to) {
        String separator = "";
        to.append('[');
        for (Object element : list) {
            to.append(separator).append(deeper(indent));
            write(element, deeper(indent), to);
            separator = ",";
        }
        to.append(list.isEmpty() ? "" : indent).append(']');
    }

    private static void writeString(String string, StringBuilder to) {
        to.append('"');
        for (int i = 0; i < string.length(); i++) {
            char c = string.charAt(i);
            switch (c) {
                case '"' -> to.append("\\\"");
                case '\\' -> to.append("\\\\");
                case '\n' -> to.append("\\n");
                case '\t' -> to.append("\\t");
                default -> {
                    // Half of a pair would not survive UTF-8; the rest below must be escaped.
                    if (c < ' ' || c == 0x7f || Character.isSurrogate(c)) {
                        to.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
                    } else {
                        to.append(c);
                    }
                }
            }
        }
        to.append('"');
    }
}
