package dev.stint.language.internal.syntax;

import dev.stint.language.internal.tree.Expr;
import dev.stint.language.internal.tree.Span;
import java.util.ArrayList;
import java.util.List;

/** Takes {@code $"sum {a + b}"} apart. */
final class Interpolations {
    /** Reads the expression in a stretch of the text. */
    @FunctionalInterface
    interface Inside {
        Expr read(int from, int to);
    }

    private final Reports reports;
    private final Token token;
    private final List<Expr> parts = new ArrayList<>();
    private final StringBuilder literal = new StringBuilder();
    private int literalStart;

    Interpolations(Reports reports, Token token) {
        this.reports = reports;
        this.token = token;
    }

    Expr parts(Inside inside) {
        String text = token.text();
        int base = token.start() + 2;
        int i = 0;
        while (i < text.length()) {
            char c = text.charAt(i);
            if (c == '{') {
                int close = closing(text, i);
                if (close < 0) {
                    var at = new Span(base + i, base + i + 1);
                    reports.error(
                            "P0008", at, "this brace is never closed", "for a brace write \\{");
                    break;
                }
                endLiteral(base + i);
                parts.add(inside.read(base + i + 1, base + close));
                i = close + 1;
                literalStart = i;
            } else if (c == '\\' && i + 1 < text.length()) {
                appendEscape(text.charAt(i + 1), base + i);
                i += 2;
            } else {
                literal.append(c);
                i++;
            }
        }
        endLiteral(base + text.length());
        return new Expr.Interpolation(List.copyOf(parts), token.span());
    }

    private void appendEscape(char c, int at) {
        Character escaped = Lexer.escape(c);
        if (escaped == null) {
            reports.error("L0004", new Span(at, at + 2), "there is no such escape");
        } else {
            literal.append(escaped.charValue());
        }
    }

    private static int closing(String text, int open) {
        int braces = 0;
        for (int i = open; i < text.length(); i++) {
            char c = text.charAt(i);
            braces += c == '{' ? 1 : c == '}' ? -1 : 0;
            if (braces == 0) {
                return i;
            }
        }
        return -1;
    }

    private void endLiteral(int end) {
        if (!literal.isEmpty()) {
            int start = Math.min(token.start() + 2 + literalStart, end);
            parts.add(new Expr.TextLiteral(literal.toString(), new Span(start, end)));
            literal.setLength(0);
        }
    }
}
