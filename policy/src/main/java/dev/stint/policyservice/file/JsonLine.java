package dev.stint.policyservice.file;

import java.util.Locale;
import java.util.Map;

/** Writes names with texts and numbers as a JSON object of one line. */
final class JsonLine {
    private JsonLine() {}

    static String of(Map<String, Object> fields) {
        var line = new StringBuilder("{");
        fields.forEach(
                (name, value) -> {
                    line.append(line.length() == 1 ? "" : ",");
                    text(name, line).append(':');
                    if (value instanceof Long number) {
                        line.append(number);
                    } else {
                        text(String.valueOf(value), line);
                    }
                });
        return line.append('}').toString();
    }

    private static StringBuilder text(String text, StringBuilder to) {
        to.append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                to.append('\\').append(c);
            } else if (c < ' ' || c == 0x7f || Character.isSurrogate(c)) {
                to.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
            } else {
                to.append(c);
            }
        }
        return to.append('"');
    }
}
