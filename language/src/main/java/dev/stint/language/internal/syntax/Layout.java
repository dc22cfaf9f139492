package dev.stint.language.internal.syntax;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * How a text should look. Lines stay lines: only what stands between the tokens of a line changes,
 * and how far lines are moved to the right. Comments are kept as they are. What comes out has the
 * same tokens in the same lines, and looks the same when it is laid out again.
 */
public final class Layout {
    private static final String STEP = "    ";
    private static final int CONTINUED = 2; // steps for a line that goes on

    private final String text;
    private final List<Token> tokens;
    private final StringBuilder out = new StringBuilder();
    private final Deque<Open> open = new ArrayDeque<>();
    private final Spacing spacing = new Spacing();
    private int line; // of what is written
    private boolean isLineEmpty = true;
    private int blankLines;

    /** Something that is open, and the line in which it was opened. */
    private record Open(TokenKind kind, int line) {}

    private Layout(String text, List<Token> tokens) {
        this.text = text;
        this.tokens = tokens;
    }

    /** The text as it should look; as it is, if it cannot be read. */
    public static String of(Source source) {
        var reports = new Reports(source);
        String text = source.ownText();
        List<Token> tokens = Lexer.tokens(reports, 0, text.length());
        if (reports.hasErrors()) {
            return text;
        }
        return new Layout(text, tokens).laidOut();
    }

    private String laidOut() {
        int end = text.startsWith("\uFEFF") ? 1 : 0;
        for (int i = 0; i < tokens.size(); i++) {
            Token token = tokens.get(i);
            between(end, token.start(), token, i);
            if (token.kind() != TokenKind.END_OF_FILE) {
                write(token, i);
            }
            end = token.end();
        }
        newLine();
        return out.toString();
    }

    // ---- what stands between tokens

    /** Comments and line ends from one token to the next. */
    private void between(int from, int to, Token next, int index) {
        int at = from;
        while (at < to) {
            char c = text.charAt(at);
            if (c == '\n') {
                blankLines += isLineEmpty ? 1 : 0;
                newLine();
                at++;
            } else if (c == '/') {
                int end = commentEnd(at, to);
                comment(text.substring(at, end), next, index);
                at = end;
            } else {
                at++;
            }
        }
    }

    private int commentEnd(int at, int limit) {
        int end =
                text.startsWith("//", at) ? text.indexOf('\n', at) : text.indexOf("*/", at + 2) + 2;
        return end < 0 || end > limit ? limit : end;
    }

    private void comment(String comment, Token next, int index) {
        if (isLineEmpty) {
            indent(isGoingOn(next, index) ? CONTINUED : 0, 0);
        } else {
            out.append(' ');
        }
        out.append(comment.stripTrailing());
        line += (int) comment.chars().filter(c -> c == '\n').count();
        isLineEmpty = false;
        spacing.comment();
    }

    private void newLine() {
        if (!isLineEmpty) {
            out.append('\n');
            line++;
        }
        isLineEmpty = true;
    }

    // ---- tokens

    private void write(Token token, int index) {
        TokenKind kind = token.kind();
        boolean isElse = kind == TokenKind.ELSE && !isArm(index);
        boolean closes = isClosing(kind) || isElse;
        if (isLineEmpty) {
            boolean goesOn = !closes && isGoingOn(token, index);
            indent(goesOn ? CONTINUED : 0, closersFrom(index));
            spacing.startOfLine(goesOn);
            if (closes) {
                close();
            }
        } else {
            if (closes) {
                close();
            }
            out.append(spacing.before(token, inside()));
        }
        String written = text.substring(token.start(), token.end());
        out.append(written);
        line += (int) written.chars().filter(c -> c == '\n').count();
        isLineEmpty = false;
        blankLines = 0;
        if (isOpening(kind) || (isElse && !opensLater(index))) {
            open.push(new Open(kind, line));
        }
        spacing.wrote(token);
    }

    /** How many are closed one after the other, in this line. */
    private int closersFrom(int index) {
        int at = index;
        while (at < tokens.size()) {
            Token token = tokens.get(at);
            boolean isElse = token.kind() == TokenKind.ELSE && !isArm(at);
            if ((at > index && token.isFirstInLine()) || !(isClosing(token.kind()) || isElse)) {
                break;
            }
            at++;
        }
        return at - index;
    }

    /** The {@code else} of a match has an arrow behind it, and closes nothing. */
    private boolean isArm(int index) {
        return tokens.get(index + 1).kind() == TokenKind.FAT_ARROW;
    }

    /** True for an {@code else} whose block is opened by a {@code do} or a brace behind it. */
    private boolean opensLater(int index) {
        Token next = tokens.get(index + 1);
        return switch (next.kind()) {
            case DO, LEFT_BRACE -> true;
            case IF -> !next.isFirstInLine();
            default -> false;
        };
    }

    private static boolean isOpening(TokenKind kind) {
        return switch (kind) {
            case DO, LEFT_PAREN, LEFT_BRACKET, LEFT_BRACE -> true;
            default -> false;
        };
    }

    private static boolean isClosing(TokenKind kind) {
        return switch (kind) {
            case END, RIGHT_PAREN, RIGHT_BRACKET, RIGHT_BRACE -> true;
            default -> false;
        };
    }

    private void close() {
        if (!open.isEmpty()) {
            open.pop();
        }
    }

    /** What the token stands in. */
    private TokenKind inside() {
        return open.isEmpty() ? TokenKind.END_OF_FILE : open.element().kind();
    }

    // ---- lines

    /** True for a line that only goes on with what the line before has begun. */
    private boolean isGoingOn(Token token, int index) {
        if (index == 0 || token.kind() == TokenKind.END_OF_FILE) {
            return false;
        }
        return switch (token.kind()) {
            case PIPE, DOT, QUESTION_DOT, AND, OR, QUESTION_QUESTION, CATCH ->
                    !startsAnew(tokens.get(index - 1).kind());
            default -> !isBracket(inside()) && Spacing.wantsMore(tokens.get(index - 1).kind());
        };
    }

    /**
     * True for what begins something: a variant by its dot, for example, does not go on with it.
     */
    private static boolean startsAnew(TokenKind before) {
        return switch (before) {
            case COMMA, SEMICOLON, LEFT_BRACE, LEFT_PAREN, LEFT_BRACKET, DO -> true;
            default -> false;
        };
    }

    private static boolean isBracket(TokenKind kind) {
        return kind == TokenKind.LEFT_PAREN || kind == TokenKind.LEFT_BRACKET;
    }

    /** Of so many closers in a row: the first, and those for what was opened in the same line. */
    private int closedBy(int closers) {
        int closed = 0;
        for (Open each : open) {
            if (closed == closers || each.line() != open.element().line()) {
                break;
            }
            closed++;
        }
        return closed;
    }

    private void indent(int more, int closers) {
        if (blankLines > 0 && !out.isEmpty()) {
            out.append('\n');
            line++;
        }
        blankLines = 0;
        Set<Integer> lines = new HashSet<>();
        open.stream().skip(closedBy(closers)).forEach(each -> lines.add(each.line()));
        int steps = lines.size() + more;
        out.append(STEP.repeat(steps));
    }
}
