package dev.stint.host.text;

import java.util.regex.Pattern;

/** Accepts one JSON value (RFC 8259) and throws at anything else. */
public final class JsonChecker {
    private static final Pattern STRING =
            Pattern.compile(
                    "\"(?:[^\"\\\\\\x00-\\x1f]|\\\\[\"\\\\/bfnrt]|\\\\u[0-9a-fA-F]{4})*+\"");
    private static final Pattern OTHER =
            Pattern.compile("true|false|null|-?(?:0|[1-9]\\d*)(?:\\.\\d+)?(?:[eE][+-]?\\d+)?");

    private final String text;
    private int at;

    private JsonChecker(String text) {
        this.text = text;
    }

    public static void check(String text) {
        var checker = new JsonChecker(text);
        checker.value();
        checker.blanks();
        if (checker.at != text.length()) {
            throw checker.wrong("the end");
        }
    }

    private void value() {
        blanks();
        if (skip('{')) {
            members('}', true);
        } else if (skip('[')) {
            members(']', false);
        } else if (!skip(STRING) && !skip(OTHER)) {
            throw wrong("a value");
        }
    }

    private void members(char end, boolean named) {
        blanks();
        if (skip(end)) {
            return;
        }
        do {
            if (named) {
                blanks();
                expect(skip(STRING), "a name");
                blanks();
                expect(skip(':'), "a colon");
            }
            value();
            blanks();
        } while (skip(','));
        expect(skip(end), String.valueOf(end));
    }

    private void blanks() {
        while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
    }

    private boolean skip(char c) {
        if (at < text.length() && text.charAt(at) == c) {
            at++;
            return true;
        }
        return false;
    }

    private boolean skip(Pattern pattern) {
        var matcher = pattern.matcher(text).region(at, text.length());
        if (matcher.lookingAt()) {
            at = matcher.end();
            return true;
        }
        return false;
    }

    private void expect(boolean found, String what) {
        if (!found) {
            throw wrong(what);
        }
    }

    private AssertionError wrong(String expected) {
        return new AssertionError("no JSON: " + expected + " expected at " + at + " of " + text);
    }
}
