package dev.stint.language.internal.syntax;

import dev.stint.language.internal.tree.Span;
import dev.stint.language.profile.LanguageProfile;
import dev.stint.language.profile.LanguageProfile.Feature;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A place among the tokens, and how a parser goes on after an error: the first error of a statement
 * is reported, the rest of the statement is skipped.
 */
abstract class Cursor {
    /** How deep brackets, blocks and operators may stand in each other. */
    static final int DEEPEST = 200;

    /** Ends the reading of a text that is nested too deeply. */
    static final class TooDeep extends RuntimeException {
        private static final long serialVersionUID = 1L;

        TooDeep() {
            super("nested too deeply", null, false, false);
        }
    }

    final Reports reports;
    LanguageProfile profile;
    private final List<Token> tokens;
    private int at;
    private int depth;
    private boolean isPanicking;

    Cursor(Reports reports, List<Token> tokens, LanguageProfile profile, int depth) {
        this.reports = reports;
        this.tokens = tokens;
        this.profile = profile;
        this.depth = depth;
    }

    // ---- looking

    final Token current() {
        return tokens.get(at);
    }

    final TokenKind kind() {
        return current().kind();
    }

    final Token ahead(int steps) {
        return tokens.get(Math.min(at + steps, tokens.size() - 1));
    }

    final boolean is(TokenKind kind) {
        return kind() == kind;
    }

    final boolean isWord(String name) {
        return is(TokenKind.NAME) && current().text().equals(name);
    }

    final int position() {
        return at;
    }

    /** The end of the token before. */
    final Span before() {
        return tokens.get(Math.max(0, at - 1)).span();
    }

    final Span from(Span start) {
        Span end = before();
        return end.end() < start.start() ? start : start.to(end);
    }

    // ---- going on

    final Token next() {
        Token token = current();
        if (at < tokens.size() - 1) {
            at++;
        }
        return token;
    }

    final boolean accept(TokenKind kind) {
        if (is(kind)) {
            next();
            return true;
        }
        return false;
    }

    /** Takes this token, or reports that it is missing. */
    final boolean expect(TokenKind kind, String where, String... help) {
        if (accept(kind)) {
            return true;
        }
        unexpected(codeFor(kind), kind.inWords(), where, help);
        return false;
    }

    private static String codeFor(TokenKind kind) {
        return switch (kind) {
            case NAME -> "P0004";
            case RIGHT_PAREN -> "P0007";
            case RIGHT_BRACE -> "P0008";
            case RIGHT_BRACKET -> "P0009";
            case DO, END -> "P0015";
            default -> "P0006";
        };
    }

    /** A name; null, and reported, if there is none. */
    final @Nullable Token name(String where) {
        if (is(TokenKind.NAME)) {
            return next();
        }
        if (is(TokenKind.RESERVED) || (!current().text().isEmpty() && isKeyword())) {
            fail(
                    "P0004",
                    current().span(),
                    "'" + current().text() + "' is a word of the language and cannot name " + where,
                    "choose another name");
        } else {
            unexpected("P0004", "a name", "for " + where);
        }
        return null;
    }

    /** What stands after a dot: a name, or a word of the language, which there is one. */
    final @Nullable Token member(String where) {
        return isKeyword() ? next() : name(where);
    }

    private boolean isKeyword() {
        return kind().isWord() || is(TokenKind.RESERVED);
    }

    // ---- errors

    final void unexpected(String code, String wanted, String where, String... help) {
        String found = current().inWords();
        String place = where.isEmpty() ? "" : " " + where;
        boolean ended = is(TokenKind.END_OF_FILE);
        fail(
                ended ? "P0013" : code,
                current().span(),
                "expected " + wanted + place + ", found " + found,
                help);
    }

    /** Reports an error, unless one was reported in this statement already. */
    final void fail(String code, Span at, String message, String... help) {
        if (!isPanicking) {
            isPanicking = true;
            reports.error(code, at, message, help);
        }
    }

    final boolean isPanicking() {
        return isPanicking;
    }

    final void calmDown() {
        isPanicking = false;
    }

    /** After an error: goes on to where a statement may begin or a block may end. */
    final void skipToStatement() {
        while (isPanicking && !is(TokenKind.END_OF_FILE)) {
            if (current().isFirstInLine() || endsBlock(kind()) || accept(TokenKind.SEMICOLON)) {
                break;
            }
            next();
        }
        isPanicking = false;
    }

    static boolean endsBlock(TokenKind kind) {
        return switch (kind) {
            case END, ELSE, RIGHT_BRACE, CASE, DEFAULT, TIMEOUT, END_OF_FILE -> true;
            default -> false;
        };
    }

    // ---- depth

    final int depth() {
        return depth;
    }

    final void enter() {
        if (++depth > DEEPEST) {
            isPanicking = false;
            fail(
                    "P0016",
                    current().span(),
                    "this is nested too deeply: more than " + DEEPEST + " levels",
                    "give parts of it names, by 'let' or as functions");
            throw new TooDeep();
        }
    }

    final void leave() {
        depth--;
    }

    // ---- profiles

    /** Reports the use of something that the profile does not have. */
    final void need(Feature feature, Span at, String what) {
        if (profile.allows(feature)) {
            return;
        }
        String wanted = LanguageProfile.lowestThatAllows(feature).word();
        reports.error(
                "S0100",
                at,
                "%s is not in profile ':%s'; it needs %s"
                        .formatted(what, profile.word(), LanguageProfile.wordsFor(feature)),
                "write {.profile: %s.} as the first thing in the file".formatted(wanted),
                feature == Feature.CONCURRENCY
                        ? "E1006: profile ':" + profile.word() + "' has no concurrency"
                        : "or do without");
    }
}
