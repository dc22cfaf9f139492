package dev.stint.language.internal.syntax;

/** What stands between two tokens of one line: a blank, or nothing. */
final class Spacing {
    private TokenKind last = TokenKind.END_OF_FILE;
    private int end; // of the last token, in the text
    private boolean isPrefix; // the last one belongs to what follows
    private boolean isParams; // between the bars of a closure or a handler
    private boolean isImport; // in braces behind a dot

    void startOfLine(boolean goesOn) {
        last = goesOn ? TokenKind.COMMA : TokenKind.END_OF_FILE;
        isPrefix = false;
    }

    void comment() {
        last = TokenKind.END_OF_FILE;
        isPrefix = false;
    }

    String before(Token token, TokenKind inside) {
        return isApart(token, inside) ? " " : "";
    }

    private boolean isApart(Token token, TokenKind inside) {
        boolean wasApart = token.start() > end;
        if (last == TokenKind.END_OF_FILE) {
            return true; // behind a comment
        }
        return switch (token.kind()) {
            case COMMA, SEMICOLON, COLON, RIGHT_PAREN, RIGHT_BRACKET, QUESTION_DOT -> false;
            case PRAGMA_CLOSE -> false;
            case RIGHT_BRACE -> last != TokenKind.LEFT_BRACE && !isImport;
            case RANGE, RANGE_OPEN, RANGE_CLOSED -> false;
            case BAR -> !isParams;
            case DOT -> isOpenEnded(last) || last == TokenKind.COMMA || isWord(last);
            case QUESTION -> !isValueEnd(last) && !isTight(last, inside);
            case LEFT_PAREN -> {
                boolean calls =
                        last == TokenKind.NAME
                                || last == TokenKind.RIGHT_PAREN
                                || last == TokenKind.RIGHT_BRACKET
                                || last == TokenKind.FUNC
                                || last == TokenKind.TIMEOUT;
                yield !calls && !isTight(last, inside);
            }
            case LEFT_BRACKET -> {
                boolean indexes =
                        last == TokenKind.NAME
                                || last == TokenKind.RIGHT_PAREN
                                || last == TokenKind.RIGHT_BRACKET;
                yield !indexes && !isTight(last, inside);
            }
            case LEFT_BRACE -> last != TokenKind.DOT && !isTight(last, inside);
            default -> !isTight(last, inside) && !(last == TokenKind.RIGHT_BRACKET && !wasApart);
        };
    }

    /** True if nothing stands behind this one. */
    private boolean isTight(TokenKind kind, TokenKind inside) {
        if (isPrefix) {
            return true;
        }
        return switch (kind) {
            case LEFT_PAREN,
                    LEFT_BRACKET,
                    DOT,
                    QUESTION_DOT,
                    RANGE,
                    RANGE_OPEN,
                    RANGE_CLOSED,
                    PRAGMA_OPEN,
                    TILDE,
                    AT ->
                    true;
            case LEFT_BRACE -> isImport;
            case COLON -> inside == TokenKind.LEFT_BRACKET;
            case BAR -> isParams;
            default -> false;
        };
    }

    void wrote(Token token) {
        TokenKind kind = token.kind();
        boolean afterValue = isValueEnd(last);
        isPrefix =
                switch (kind) {
                    case MINUS, TILDE, BANG -> !afterValue;
                    case QUESTION -> !afterValue || last == TokenKind.RIGHT_BRACKET;
                    default -> false;
                };
        if (kind == TokenKind.BAR) {
            isParams = !isParams && opensParams(last);
        }
        if (kind == TokenKind.LEFT_BRACE) {
            isImport = last == TokenKind.DOT;
        } else if (kind == TokenKind.RIGHT_BRACE) {
            isImport = false;
        }
        last = kind;
        end = token.end();
    }

    private static boolean opensParams(TokenKind before) {
        return switch (before) {
            case LEFT_BRACE, DO, CATCH, NURSERY -> true;
            default -> false;
        };
    }

    /** True for what a value can end with: a minus behind it is between two values. */
    private static boolean isValueEnd(TokenKind kind) {
        return switch (kind) {
            case NAME,
                    INTEGER,
                    FLOAT,
                    TEXT,
                    INTERPOLATED,
                    TRUE,
                    FALSE,
                    NULL,
                    RIGHT_PAREN,
                    RIGHT_BRACKET,
                    RIGHT_BRACE,
                    END,
                    UNDERSCORE,
                    ERROR,
                    QUESTION ->
                    true;
            default -> false;
        };
    }

    private static boolean isWord(TokenKind kind) {
        return kind.isWord() && kind != TokenKind.END && kind != TokenKind.ERROR;
    }

    private static boolean isOpenEnded(TokenKind kind) {
        return wantsMore(kind)
                || kind == TokenKind.LEFT_BRACE
                || kind == TokenKind.BAR
                || kind == TokenKind.COLON;
    }

    /** True for a sign that cannot be the last of a statement. */
    static boolean wantsMore(TokenKind kind) {
        return switch (kind) {
            case PLUS,
                    MINUS,
                    STAR,
                    STAR_STAR,
                    SLASH,
                    PERCENT,
                    AMPERSAND,
                    CARET,
                    SHIFT_LEFT,
                    SHIFT_RIGHT,
                    EQUAL_EQUAL,
                    NOT_EQUAL,
                    LESS,
                    LESS_EQUAL,
                    GREATER,
                    GREATER_EQUAL,
                    AND,
                    OR,
                    QUESTION_QUESTION,
                    PIPE,
                    ARROW,
                    FAT_ARROW,
                    ASSIGN,
                    DEFINE,
                    PLUS_ASSIGN,
                    MINUS_ASSIGN,
                    STAR_ASSIGN,
                    SLASH_ASSIGN,
                    PERCENT_ASSIGN,
                    AND_ASSIGN,
                    OR_ASSIGN,
                    XOR_ASSIGN,
                    LEFT_ASSIGN,
                    RIGHT_ASSIGN ->
                    true;
            default -> false;
        };
    }
}
