package dev.stint.policyservice.text;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads JSON (RFC 8259): as maps, lists, strings, longs, doubles, booleans, and null. */
public final class JsonText {
    private static final int DEEPEST = 200;

    /** Says what is no JSON, and where. */
    public static final class NoJsonException extends Exception {
        private static final long serialVersionUID = 1;

        NoJsonException(String message) {
            super(message);
        }
    }

    private final String text;
    private int at;
    private int depth;

    private JsonText(String text) {
        this.text = text;
    }

    /** The object that a text is; anything else is refused. */
    public static Map<String, @Nullable Object> readObject(String text) throws NoJsonException {
        var reader = new JsonText(text);
        reader.skipBlanks();
        if (!reader.sees('{')) {
            throw reader.expected("an object");
        }
        Map<String, @Nullable Object> read = reader.object();
        reader.skipBlanks();
        if (reader.at < text.length()) {
            throw reader.expected("the end");
        }
        return read;
    }

    private NoJsonException expected(String what) {
        return new NoJsonException("expected " + what + " at character " + at);
    }

    private @Nullable Object value() throws NoJsonException {
        if (++depth > DEEPEST) {
            throw expected("less than " + DEEPEST + " levels");
        }
        skipBlanks();
        Object read;
        if (sees('{')) {
            read = object();
        } else if (sees('[')) {
            read = list();
        } else if (sees('"')) {
            read = string();
        } else {
            read = other();
        }
        depth--;
        return read;
    }

    private boolean sees(char c) {
        return at < text.length() && text.charAt(at) == c;
    }

    private boolean accept(char c) {
        skipBlanks();
        if (sees(c)) {
            at++;
            return true;
        }
        return false;
    }

    private void expect(char c) throws NoJsonException {
        if (!accept(c)) {
            throw expected("'" + c + "'");
        }
    }

    private Map<String, @Nullable Object> object() throws NoJsonException {
        expect('{');
        var members = new LinkedHashMap<String, @Nullable Object>();
        if (accept('}')) {
            return members;
        }
        do {
            skipBlanks();
            String name = string();
            expect(':');
            members.put(name, value());
        } while (accept(','));
        expect('}');
        return members;
    }

    private List<@Nullable Object> list() throws NoJsonException {
        expect('[');
        var elements = new ArrayList<@Nullable Object>();
        if (accept(']')) {
            return elements;
        }
        do {
            elements.add(value());
        } while (accept(','));
        expect(']');
        return elements;
    }

    private String string() throws NoJsonException {
        expect('"');
        var read = new StringBuilder();
        while (at < text.length()) {
            char c = text.charAt(at++);
            if (c == '"') {
                return read.toString();
            }
            if (c < ' ') {
                throw expected("no control character");
            }
            read.append(c == '\\' ? escaped() : c);
        }
        throw expected("the end of the string");
    }

    private char escaped() throws NoJsonException {
        char c = at < text.length() ? text.charAt(at++) : ' ';
        return switch (c) {
            case '"', '\\', '/' -> c;
            case 'b' -> '\b';
            case 'f' -> '\f';
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            case 'u' -> {
                int end = Math.min(at + 4, text.length());
                try {
                    char read = (char) Integer.parseUnsignedInt(text.substring(at, end), 16);
                    at = end;
                    yield read;
                } catch (NumberFormatException e) {
                    throw expected("four hexadecimal digits");
                }
            }
            default -> throw expected("an escape");
        };
    }

    private @Nullable Object other() throws NoJsonException {
        int from = at;
        while (at < text.length() && "{}[],:\" \t\r\n".indexOf(text.charAt(at)) < 0) {
            at++;
        }
        String word = text.substring(from, at);
        try {
            return switch (word) {
                case "true" -> true;
                case "false" -> false;
                case "null" -> null;
                default ->
                        word.matches("-?\\d+") ? (Object) Long.valueOf(word) : Double.valueOf(word);
            };
        } catch (NumberFormatException e) {
            at = from;
            throw expected("a value");
        }
    }

    private void skipBlanks() {
        while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
    }
}
