package dev.stint.host.repl;

import dev.stint.language.diagnostic.Diagnostic;
import java.util.Set;

/** Texts that were typed, and what stands around them. */
final class Typed {
    static final String NAME = "input";
    static final String HEAD = "{.profile: service.}\n";
    private static final Set<String> PLAIN =
            Set.of("i8", "i16", "i32", "i64", "u8", "u16", "u32", "f32", "f64", "bool", "String");

    private Typed() {}

    /** True if values of the type are given back by a script, and can be written again. */
    static boolean isPlain(String type) {
        return PLAIN.contains(type);
    }

    /** A value as a script would write it. */
    static String literal(Object value) {
        if (!(value instanceof String text)) {
            return value.toString();
        }
        var literal = new StringBuilder("\"");
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '"' -> literal.append("\\\"");
                case '\\' -> literal.append("\\\\");
                case '\n' -> literal.append("\\n");
                case '\t' -> literal.append("\\t");
                case '\r' -> literal.append("\\r");
                case '\0' -> literal.append("\\0");
                default -> literal.append(c);
            }
        }
        return literal.append('"').toString();
    }

    /** A binding with its value. */
    static String bound(String word, String name, String type, Object value) {
        String written =
                switch (value) {
                    case Double real when !Double.isFinite(real) ->
                            real.isNaN() ? "0.0 / 0.0" : real > 0 ? "1.0 / 0.0" : "-1.0 / 0.0";
                    case Long least when least == Long.MIN_VALUE -> "-9223372036854775807 - 1";
                    default -> literal(value);
                };
        return "%s %s: %s = %s".formatted(word, name, type, written);
    }

    static boolean hasOpenBrackets(String text) {
        int open = 0;
        int i = 0;
        while (i < text.length()) {
            char c = text.charAt(i);
            if (text.startsWith("//", i)) {
                int end = text.indexOf('\n', i);
                i = end < 0 ? text.length() : end;
            } else if (c == '"') {
                i = behindText(text, i);
            } else {
                open += "([{".indexOf(c) >= 0 ? 1 : ")]}".indexOf(c) >= 0 ? -1 : 0;
                i++;
            }
        }
        return open > 0;
    }

    private static int behindText(String text, int start) {
        int i = start + 1;
        while (i < text.length() && text.charAt(i) != '"' && text.charAt(i) != '\n') {
            i += text.charAt(i) == '\\' ? 2 : 1;
        }
        return i + 1;
    }

    /** A message about what was typed, with its line as it was typed. */
    static String shown(Diagnostic found, String text) {
        String[] lines = text.split("\n", -1);
        int line = 1;
        for (int i = 0; i < lines.length; i++) {
            if (lines[i].equals(found.sourceLine())) {
                line = i + 1;
                break;
            }
        }
        return new Diagnostic(
                        found.severity(),
                        found.code(),
                        found.file(),
                        found.file().equals(NAME) ? line : found.line(),
                        found.column(),
                        found.width(),
                        found.sourceLine(),
                        found.message(),
                        found.help())
                .rendered();
    }
}
