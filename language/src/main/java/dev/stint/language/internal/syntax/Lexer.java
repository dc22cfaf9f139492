package dev.stint.language.internal.syntax;

import dev.stint.language.internal.tree.Span;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Cuts a text, or a stretch of it, into tokens. Every text has some: what is wrong is reported. */
final class Lexer {
    private static final int LONGEST_SIGN = 3;

    private final String text;
    private final Reports reports;
    private final int limit;
    private final List<Token> tokens = new ArrayList<>();
    private int at;
    private boolean first = true;
    private boolean inPragma;

    private Lexer(Reports reports, int from, int limit) {
        this.text = reports.source().text();
        this.reports = reports;
        this.at = from;
        this.limit = limit;
    }

    /** The tokens of a stretch of text; the last is the end of the file. */
    static List<Token> tokens(Reports reports, int from, int limit) {
        var lexer = new Lexer(reports, from, limit);
        lexer.run();
        return lexer.tokens;
    }

    private void run() {
        skipBlanks();
        while (at < limit) {
            token();
            skipBlanks();
        }
        add(TokenKind.END_OF_FILE, limit, "");
    }

    private void add(TokenKind kind, int start, String value) {
        tokens.add(new Token(kind, start, Math.max(at, start), value, first));
        first = false;
    }

    private char peek(int ahead) {
        return at + ahead < limit ? text.charAt(at + ahead) : '\0';
    }

    private boolean startsWith(String sign) {
        return at + sign.length() <= limit && text.startsWith(sign, at);
    }

    // ---- blanks and comments

    private void skipBlanks() {
        while (at < limit) {
            char c = text.charAt(at);
            if (c == '\n') {
                first = true;
                at++;
            } else if (c == ' ' || c == '\t' || c == '\r' || (c == '\uFEFF' && at == 0)) {
                at++;
            } else if (startsWith("//")) {
                int end = text.indexOf('\n', at);
                at = end < 0 || end > limit ? limit : end;
            } else if (startsWith("/*")) {
                skipBlockComment();
            } else {
                return;
            }
        }
    }

    private void skipBlockComment() {
        int end = text.indexOf("*/", at + 2);
        if (end < 0 || end + 2 > limit) {
            reports.error(
                    "L0006",
                    new Span(at, at + 2),
                    "this comment is never closed",
                    "write '*/' where it ends");
            at = limit;
            return;
        }
        first |= text.substring(at, end).indexOf('\n') >= 0;
        at = end + 2;
    }

    // ---- tokens

    private void token() {
        char c = text.charAt(at);
        if (isLetter(c)) {
            word();
        } else if (isDigit(c)) {
            number();
        } else if (c == '"') {
            text();
        } else if (c == '$' && peek(1) == '"') {
            interpolated();
        } else if (c == '\'') {
            character();
        } else {
            sign();
        }
    }

    private static boolean isLetter(char c) {
        return c == '_' || Character.isLetter(c) || Character.isSurrogate(c);
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    private void word() {
        int start = at;
        while (at < limit && (isLetter(text.charAt(at)) || isDigit(text.charAt(at)))) {
            at++;
        }
        String word = text.substring(start, at);
        if (word.chars().anyMatch(c -> Character.isSurrogate((char) c))
                && !word.codePoints().allMatch(Lexer::isLetterOrDigit)) {
            reports.error("L0007", new Span(start, at), "this is no letter of any alphabet");
            add(TokenKind.BAD, start, word);
            return;
        }
        add(word.equals("_") ? TokenKind.UNDERSCORE : TokenKind.ofWord(word), start, word);
    }

    private static boolean isLetterOrDigit(int codePoint) {
        return codePoint == '_' || Character.isLetterOrDigit(codePoint);
    }

    private void number() {
        int start = at;
        boolean isFloat = false;
        if (peek(0) == '0' && "xXbBoO".indexOf(peek(1)) >= 0 && peek(1) != '\0') {
            at += 2;
            skipWordCharacters();
        } else {
            skipDigits();
            if (peek(0) == '.' && isDigit(peek(1))) {
                isFloat = true;
                at++;
                skipDigits();
            }
            if ((peek(0) == 'e' || peek(0) == 'E') && startsExponent()) {
                isFloat = true;
                at += isDigit(peek(1)) ? 1 : 2;
                skipDigits();
            }
            skipWordCharacters(); // so that 12ab is one mistake
        }
        String digits = text.substring(start, at);
        if (!Numbers.isWellFormed(digits, isFloat)) {
            reports.error(
                    "L0005",
                    new Span(start, at),
                    "'" + digits + "' is not a number",
                    "numbers look like 42, 1_000, 0xFF, 0b1010, 0o755, 2.5 or 1e9");
            digits = "0";
            isFloat = false;
        }
        add(isFloat ? TokenKind.FLOAT : TokenKind.INTEGER, start, digits);
    }

    private boolean startsExponent() {
        return isDigit(peek(1)) || ((peek(1) == '+' || peek(1) == '-') && isDigit(peek(2)));
    }

    private void skipDigits() {
        while (isDigit(peek(0)) || peek(0) == '_') {
            at++;
        }
    }

    private void skipWordCharacters() {
        while (at < limit && (isLetter(text.charAt(at)) || isDigit(text.charAt(at)))) {
            at++;
        }
    }

    // ---- texts

    private void text() {
        if (startsWith("\"\"\"")) {
            rawText();
            return;
        }
        int start = at;
        at++;
        var value = new StringBuilder();
        while (at < limit && text.charAt(at) != '"' && text.charAt(at) != '\n') {
            appendCharacter(value);
        }
        closeText(start);
        add(TokenKind.TEXT, start, value.toString());
    }

    private void closeText(int start) {
        if (peek(0) == '"') {
            at++;
        } else {
            reports.error(
                    "L0002",
                    new Span(start, at),
                    "this text is never closed",
                    "write '\"' where it ends; over several lines write \"\"\"...\"\"\"");
        }
    }

    private void rawText() {
        int start = at;
        int end = text.indexOf("\"\"\"", at + 3);
        if (end < 0 || end + 3 > limit) {
            at = limit;
            reports.error(
                    "L0002",
                    new Span(start, start + 3),
                    "this text is never closed",
                    "write '\"\"\"' where it ends");
            add(TokenKind.TEXT, start, "");
            return;
        }
        at = end + 3;
        add(TokenKind.TEXT, start, text.substring(start + 3, end));
    }

    /** Takes all to the closing quote; quotes inside of braces do not close it. */
    private void interpolated() {
        int start = at;
        at += 2;
        int braces = 0;
        while (at < limit && text.charAt(at) != '\n') {
            char c = text.charAt(at);
            if (c == '"' && braces == 0) {
                break;
            }
            braces = c == '{' ? braces + 1 : c == '}' && braces > 0 ? braces - 1 : braces;
            at += c == '\\' && braces == 0 && at + 1 < limit ? 2 : 1;
        }
        int end = Math.min(at, limit);
        at = end;
        closeText(start);
        add(TokenKind.INTERPOLATED, start, text.substring(Math.min(start + 2, end), end));
    }

    private void character() {
        int start = at;
        at++;
        var value = new StringBuilder();
        while (at < limit && text.charAt(at) != '\'' && text.charAt(at) != '\n') {
            appendCharacter(value);
        }
        if (peek(0) == '\'') {
            at++;
        } else {
            reports.error(
                    "L0003",
                    new Span(start, at),
                    "this character is never closed",
                    "write one character between two quotes: 'x'");
        }
        if (value.codePointCount(0, value.length()) != 1) {
            reports.error(
                    "L0003",
                    new Span(start, at),
                    "between single quotes stands exactly one character",
                    "write texts between double quotes");
            value.setLength(0);
            value.append('?');
        }
        add(TokenKind.INTEGER, start, Integer.toString(value.codePointAt(0)));
    }

    private void appendCharacter(StringBuilder value) {
        char c = text.charAt(at);
        if (c != '\\') {
            value.append(c);
            at++;
            return;
        }
        Character escaped = escape(peek(1));
        if (escaped == null) {
            reports.error(
                    "L0004",
                    new Span(at, Math.min(at + 2, limit)),
                    "there is no such escape",
                    "escapes are \\n \\t \\r \\0 \\\\ \\\" \\'; for a backslash write \\\\");
        } else {
            value.append(escaped.charValue());
        }
        at = Math.min(at + (peek(1) == '\n' ? 1 : 2), limit);
    }

    /** What stands for the character after a backslash; null if nothing does. */
    static @Nullable Character escape(char c) {
        return switch (c) {
            case 'n' -> '\n';
            case 't' -> '\t';
            case 'r' -> '\r';
            case '0' -> '\0';
            case '\\', '"', '\'', '{', '}' -> c;
            default -> null;
        };
    }

    // ---- signs

    /** The signs around a pragma count only there: elsewhere they are two signs side by side. */
    private boolean fits(TokenKind kind) {
        return switch (kind) {
            case PRAGMA_OPEN -> tokens.isEmpty();
            case PRAGMA_CLOSE -> inPragma;
            default -> true;
        };
    }

    private void sign() {
        int start = at;
        for (int length = Math.min(LONGEST_SIGN, limit - at); length > 0; length--) {
            TokenKind kind = TokenKind.ofSign(text.substring(at, at + length));
            if (kind != null && fits(kind)) {
                inPragma |= kind == TokenKind.PRAGMA_OPEN;
                at += length;
                add(kind, start, kind.spelling());
                return;
            }
        }
        at++;
        reports.error(
                "L0001",
                new Span(start, at),
                "the character '" + text.charAt(start) + "' has no meaning");
        add(TokenKind.BAD, start, text.substring(start, at));
    }
}
