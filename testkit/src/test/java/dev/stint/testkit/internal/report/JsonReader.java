package dev.stint.testkit.internal.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads one JSON value (RFC 8259) as maps, lists and strings; throws at anything else. */
final class JsonReader {
    private static final Pattern STRING =
            Pattern.compile(
                    "\"((?:[^\"\\\\\\x00-\\x1f]|\\\\[\"\\\\/bfnrt]|\\\\u[0-9a-fA-F]{4})*+)\"");
    private static final Pattern OTHER =
            Pattern.compile("true|false|null|-?(?:0|[1-9]\\d*)(?:\\.\\d+)?(?:[eE][+-]?\\d+)?");

    private final String text;
    private int at;

    private JsonReader(String text) {
        this.text = text;
    }

    static Object read(String text) {
        var reader = new JsonReader(text);
        Object value = reader.value();
        reader.blanks();
        if (reader.at != text.length()) {
            throw reader.wrong("the end");
        }
        return value;
    }

    private Object value() {
        blanks();
        if (skip('{')) {
            Map<String, Object> all = new LinkedHashMap<>();
            for (boolean more = !close('}'); more; more = next('}')) {
                blanks();
                String name = match(STRING, "a name").group(1);
                blanks();
                if (!skip(':')) {
                    throw wrong("a colon");
                }
                all.put(name, value());
            }
            return all;
        }
        if (skip('[')) {
            List<Object> all = new ArrayList<>();
            for (boolean more = !close(']'); more; more = next(']')) {
                all.add(value());
            }
            return all;
        }
        return at < text.length() && text.charAt(at) == '"'
                ? match(STRING, "a string").group(1)
                : match(OTHER, "a value").group();
    }

    private boolean close(char end) {
        blanks();
        return skip(end);
    }

    private boolean next(char end) {
        blanks();
        if (skip(',')) {
            return true;
        }
        if (skip(end)) {
            return false;
        }
        throw wrong("a comma or " + end);
    }

    private void blanks() {
        while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
    }

    private boolean skip(char c) {
        boolean there = at < text.length() && text.charAt(at) == c;
        at += there ? 1 : 0;
        return there;
    }

    private Matcher match(Pattern pattern, String what) {
        Matcher matcher = pattern.matcher(text).region(at, text.length());
        if (!matcher.lookingAt()) {
            throw wrong(what);
        }
        at = matcher.end();
        return matcher;
    }

    private AssertionError wrong(String expected) {
        int end = Math.min(text.length(), at + 40);
        return new AssertionError(
                "no JSON: " + expected + " expected at " + at + ": " + text.substring(at, end));
    }
}
