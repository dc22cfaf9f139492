package dev.stint.language.internal.std;

import dev.stint.language.internal.run.Prices;
import java.math.BigInteger;
import org.jspecify.annotations.Nullable;

/** Reads JSON. Its characters are paid for by who asks; what it makes pays when it is made. */
final class JsonReader {
    private static final int DEEPEST = 200;
    private static final int MOST_DIGITS = 1_000;

    /** It is no JSON. Thrown and caught here; has no trace, because nobody looks at it. */
    private static final class NoJsonException extends Exception {
        private static final long serialVersionUID = 1;

        NoJsonException() {
            super("no JSON", null, false, false);
        }
    }

    private final String text;
    private int at;

    JsonReader(String text) {
        this.text = text;
    }

    @Nullable JsonValue read() throws InterruptedException {
        try {
            JsonValue value = value(1);
            skipBlanks();
            return at == text.length() ? value : null;
        } catch (NoJsonException e) {
            return null;
        }
    }

    private JsonValue value(int depth) throws InterruptedException, NoJsonException {
        skipBlanks();
        if (at == text.length() || depth > DEEPEST) {
            throw new NoJsonException();
        }
        return switch (text.charAt(at)) {
            case '{' -> object(depth);
            case '[' -> list(depth);
            case '"' -> JsonValue.holding(string());
            case 't' -> word("true", true);
            case 'f' -> word("false", false);
            case 'n' -> word("null", null);
            default -> number();
        };
    }

    private JsonValue word(String word, @Nullable Object value)
            throws InterruptedException, NoJsonException {
        if (!text.startsWith(word, at)) {
            throw new NoJsonException();
        }
        at += word.length();
        return JsonValue.holding(value);
    }

    private JsonValue list(int depth) throws InterruptedException, NoJsonException {
        at++;
        JsonValue list = JsonValue.list();
        if (accept(']')) {
            return list;
        }
        do {
            JsonValue.push(list, value(depth + 1));
        } while (accept(','));
        expect(']');
        return list;
    }

    private JsonValue object(int depth) throws InterruptedException, NoJsonException {
        at++;
        JsonValue object = JsonValue.object();
        if (accept('}')) {
            return object;
        }
        do {
            skipBlanks();
            String key = string();
            expect(':');
            JsonValue.put(object, key, value(depth + 1));
        } while (accept(','));
        expect('}');
        return object;
    }

    private JsonValue number() throws InterruptedException, NoJsonException {
        int from = at;
        boolean isReal = false;
        while (at < text.length() && "0123456789+-.eE".indexOf(text.charAt(at)) >= 0) {
            isReal |= ".eE".indexOf(text.charAt(at)) >= 0;
            at++;
        }
        String digits = text.substring(from, at);
        if (digits.length() > MOST_DIGITS || !isNumber(digits)) {
            throw new NoJsonException();
        }
        Prices.read(16L * digits.length());
        if (!isReal) {
            var whole = new BigInteger(digits);
            if (whole.bitLength() < Long.SIZE) {
                return JsonValue.holding(whole.longValue());
            }
        }
        double value = Double.parseDouble(digits);
        if (!Double.isFinite(value)) {
            throw new NoJsonException();
        }
        return JsonValue.holding(value);
    }

    /** As JSON writes them: no sign before, no zero before digits, digits around a point. */
    private static boolean isNumber(String digits) {
        int i = digits.startsWith("-") ? 1 : 0;
        int whole = i;
        i = digitsFrom(digits, i);
        if (i == whole || (digits.charAt(whole) == '0' && i > whole + 1)) {
            return false;
        }
        if (i < digits.length() && digits.charAt(i) == '.') {
            int fraction = i + 1;
            i = digitsFrom(digits, fraction);
            if (i == fraction) {
                return false;
            }
        }
        if (i < digits.length() && (digits.charAt(i) == 'e' || digits.charAt(i) == 'E')) {
            int exponent = i + 1;
            if (exponent < digits.length() && "+-".indexOf(digits.charAt(exponent)) >= 0) {
                exponent++;
            }
            i = digitsFrom(digits, exponent);
            if (i == exponent) {
                return false;
            }
        }
        return i == digits.length();
    }

    private static int digitsFrom(String digits, int from) {
        int i = from;
        while (i < digits.length() && digits.charAt(i) >= '0' && digits.charAt(i) <= '9') {
            i++;
        }
        return i;
    }

    private String string() throws InterruptedException, NoJsonException {
        if (at == text.length() || text.charAt(at) != '"') {
            throw new NoJsonException();
        }
        at++;
        var value = new StringBuilder();
        while (true) {
            if (at == text.length()) {
                throw new NoJsonException();
            }
            char c = text.charAt(at++);
            if (c == '"') {
                Prices.text(value.length());
                return value.toString();
            }
            if (c < ' ') {
                throw new NoJsonException();
            }
            value.append(c == '\\' ? escaped() : c);
        }
    }

    private char escaped() throws NoJsonException {
        if (at == text.length()) {
            throw new NoJsonException();
        }
        return switch (text.charAt(at++)) {
            case '"' -> '"';
            case '\\' -> '\\';
            case '/' -> '/';
            case 'b' -> '\b';
            case 'f' -> '\f';
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            case 'u' -> unicode();
            default -> throw new NoJsonException();
        };
    }

    private char unicode() throws NoJsonException {
        int value = 0;
        for (int i = 0; i < 4; i++) {
            int digit = at < text.length() ? Character.digit(text.charAt(at++), 16) : -1;
            if (digit < 0) {
                throw new NoJsonException();
            }
            value = value * 16 + digit;
        }
        return (char) value;
    }

    private boolean accept(char wanted) {
        skipBlanks();
        if (at < text.length() && text.charAt(at) == wanted) {
            at++;
            return true;
        }
        return false;
    }

    private void expect(char wanted) throws NoJsonException {
        if (!accept(wanted)) {
            throw new NoJsonException();
        }
    }

    private void skipBlanks() {
        while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
    }
}
