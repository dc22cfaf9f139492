package dev.stint.language.internal.syntax;

import dev.stint.language.internal.tree.Span;

/**
 * A word, a number, a text or a sign.
 *
 * @param text of a name or number as it is written, of a text what it stands for, of an
 *     interpolated one what is between its quotes
 * @param isFirstInLine whether a line end comes before it
 */
record Token(TokenKind kind, int start, int end, String text, boolean isFirstInLine) {
    Span span() {
        return new Span(start, end);
    }

    /** As it stands in messages. */
    String inWords() {
        return switch (kind) {
            case NAME, INTEGER, FLOAT, RESERVED -> "'" + text + "'";
            default -> kind.inWords();
        };
    }
}
