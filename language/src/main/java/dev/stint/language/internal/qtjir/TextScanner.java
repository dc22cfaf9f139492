package dev.stint.language.internal.qtjir;

import dev.stint.language.internal.qtjir.ProgramReader.UnreadableException;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Takes the text of a program apart. */
final class TextScanner {
    private static final Pattern WORD = Pattern.compile("[\\p{L}_][\\p{L}\\p{N}_]*");
    private static final Pattern DOTTED =
            Pattern.compile(WORD.pattern() + "(\\." + WORD.pattern() + ")*");
    private static final Pattern PLAIN_NAME = Pattern.compile("[A-Za-z0-9_$.]+");
    private static final Pattern NUMBER =
            Pattern.compile("-?[0-9]+(\\.[0-9]+)?([eE][+-]?[0-9]+)?|real\\((-?[A-Za-z]+)\\)");

    private final String text;
    private int at;

    TextScanner(String text) {
        this.text = text;
    }

    void rewind() {
        at = 0;
    }

    List<String> lines() {
        return text.lines().toList();
    }

    private void skipBlanks() {
        while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
            at++;
        }
    }

    boolean isAtEnd() {
        skipBlanks();
        return at >= text.length();
    }

    boolean sees(String sign) {
        skipBlanks();
        return text.startsWith(sign, at);
    }

    boolean accept(String sign) {
        if (!sees(sign)) {
            return false;
        }
        at += sign.length();
        return true;
    }

    void expect(String sign) throws UnreadableException {
        if (!accept(sign)) {
            throw expected("'" + sign + "'");
        }
    }

    UnreadableException expected(String what) {
        int place = Math.min(at, text.length());
        long line = text.substring(0, place).chars().filter(c -> c == '\n').count() + 1;
        return new UnreadableException("line " + line + ": expected " + what);
    }

    private String match(Pattern pattern, String what) throws UnreadableException {
        skipBlanks();
        Matcher matcher = pattern.matcher(text).region(at, text.length());
        if (!matcher.lookingAt()) {
            throw expected(what);
        }
        at = matcher.end();
        return matcher.group();
    }

    String word() throws UnreadableException {
        return match(WORD, "a word");
    }

    /** A word, with those of a module and dots before it if it is in one. */
    String dotted() throws UnreadableException {
        return match(DOTTED, "a word");
    }

    long integer() throws UnreadableException {
        if (number() instanceof Payload.OfInt(long value)) {
            return value;
        }
        throw expected("an integer");
    }

    Payload number() throws UnreadableException {
        String digits = match(NUMBER, "a number");
        try {
            if (digits.startsWith("real(")) {
                String word = digits.substring(5, digits.length() - 1);
                return new Payload.OfReal(Double.parseDouble(word));
            }
            boolean isReal = digits.contains(".") || digits.contains("E") || digits.contains("e");
            return isReal
                    ? new Payload.OfReal(Double.parseDouble(digits))
                    : new Payload.OfInt(Long.parseLong(digits));
        } catch (NumberFormatException e) {
            throw expected("a number of 64 bits");
        }
    }

    String name() throws UnreadableException {
        expect("@");
        return text.startsWith("\"", at) ? quoted() : match(PLAIN_NAME, "a name");
    }

    String quoted() throws UnreadableException {
        expect("\"");
        var value = new StringBuilder();
        while (at < text.length() && text.charAt(at) != '"') {
            char c = text.charAt(at++);
            if (c != '\\') {
                value.append(c);
            } else if (at < text.length() && text.charAt(at) == 'u') {
                value.append(unicode());
            } else if (at < text.length()) {
                value.append(text.charAt(at++));
            }
        }
        expect("\"");
        return value.toString();
    }

    private char unicode() throws UnreadableException {
        int end = at + 5;
        try {
            char c =
                    (char)
                            Integer.parseInt(
                                    text.substring(at + 1, Math.min(end, text.length())), 16);
            at = Math.min(end, text.length());
            return c;
        } catch (NumberFormatException e) {
            throw expected("four hexadecimal digits");
        }
    }
}
