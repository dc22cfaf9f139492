package dev.stint.language.internal.syntax;

import dev.stint.language.internal.tree.Block;
import dev.stint.language.internal.tree.Children;
import dev.stint.language.internal.tree.Decl;
import dev.stint.language.internal.tree.Expr;
import dev.stint.language.internal.tree.Node;
import dev.stint.language.internal.tree.Script;
import dev.stint.language.internal.tree.Span;
import dev.stint.language.internal.tree.Stmt;
import dev.stint.language.profile.LanguageProfile;
import dev.stint.language.profile.LanguageProfile.Feature;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads a whole script, and what only some profiles have. */
public final class Parser extends StmtParser {
    /** How deep a tree may be, counted in nodes: a chain of operators is as deep as it is long. */
    private static final int DEEPEST_TREE = 500;

    private final Set<String> published = new HashSet<>();

    private Parser(Reports reports, List<Token> tokens, LanguageProfile profile, int depth) {
        super(reports, tokens, profile, depth);
    }

    /**
     * Reads a text. There is always a tree; what is wrong with the text is in the reports.
     *
     * @param profile the one that the host sets; null if the text may choose
     */
    public static Script parse(Reports reports, @Nullable LanguageProfile profile) {
        return parse(reports, profile, 0);
    }

    /** As {@link #parse(Reports, LanguageProfile)}, of what begins there. */
    static Script parse(Reports reports, @Nullable LanguageProfile profile, int start) {
        List<Token> tokens = Lexer.tokens(reports, start, reports.source().text().length());
        var parser = new Parser(reports, tokens, LanguageProfile.CORE, 0);
        Script script;
        try {
            script = parser.script(profile);
        } catch (TooDeep e) {
            return new Script(parser.profile, List.of(), Set.of(), new Span(start, start));
        }
        Node deep = Children.deeperThan(script, DEEPEST_TREE);
        if (deep != null) {
            reports.error(
                    "P0016",
                    deep.span(),
                    "this is nested too deeply: more than " + DEEPEST_TREE + " operators in a row",
                    "give parts of it names, by 'let' or as functions");
            return new Script(parser.profile, List.of(), Set.of(), new Span(start, start));
        }
        return script;
    }

    private Script script(@Nullable LanguageProfile given) {
        Span start = current().span();
        LanguageProfile declared = declaredProfile();
        profile = given != null ? given : declared != null ? declared : LanguageProfile.CORE;
        skipToStatement();
        var decls = new ArrayList<Decl>();
        while (!is(TokenKind.END_OF_FILE)) {
            if (accept(TokenKind.SEMICOLON)) {
                continue;
            }
            int before = position();
            Decl decl = declaration();
            if (decl != null) {
                decls.add(decl);
            }
            skipToDeclaration();
            if (position() == before) {
                next();
            }
        }
        return new Script(profile, List.copyOf(decls), Set.copyOf(published), from(start));
    }

    // ---- profiles

    private @Nullable LanguageProfile declaredProfile() {
        boolean isPragma = accept(TokenKind.PRAGMA_OPEN);
        if (!isWord("profile")) {
            if (isPragma) {
                unexpected("P0001", "'profile'", "", "write {.profile: service.}");
            }
            return null;
        }
        next();
        expect(TokenKind.COLON, "after 'profile'", "write {.profile: service.}");
        accept(TokenKind.COLON);
        Token word = current();
        Optional<LanguageProfile> found = LanguageProfile.named(word.text());
        if (found.isEmpty()) {
            fail(
                    "P0001",
                    word.span(),
                    "there is no profile '" + word.text() + "'",
                    "profiles are core, script, service, cluster, compute and sovereign");
        }
        next();
        accept(TokenKind.BANG);
        if (isPragma) {
            expect(TokenKind.PRAGMA_CLOSE, "after the profile");
        }
        return found.orElse(null);
    }

    // ---- declarations

    private void skipToDeclaration() {
        while (isPanicking() && !is(TokenKind.END_OF_FILE)) {
            if (current().isFirstInLine() && isDeclarationWord()) {
                break;
            }
            next();
        }
        calmDown();
    }

    private boolean isDeclarationWord() {
        return switch (kind()) {
            case FUNC, ASYNC, STRUCT, ENUM, UNION, ERROR, TEST, IMPORT, USE, PUB, CONST -> true;
            default -> false;
        };
    }

    private @Nullable Decl declaration() {
        Span start = current().span();
        boolean isPublic = accept(TokenKind.PUB);
        if (accept(TokenKind.PUB)) {
            fail("P0011", before(), "'pub' is written twice");
        }
        Decl decl = declarationBehindPub(start);
        String name = decl == null ? null : decl.declares();
        if (isPublic && name != null) {
            published.add(name);
        }
        return decl;
    }

    private @Nullable Decl declarationBehindPub(Span start) {
        return switch (kind()) {
            case ASYNC, FUNC -> function(start);
            case STRUCT -> {
                next();
                yield struct(start);
            }
            case ENUM, UNION, ERROR -> new Declarations(this).variants(next().kind(), start);
            case TEST -> test(start);
            case IMPORT, USE -> {
                next();
                yield new Declarations(this).imported(start);
            }
            case LET, VAR, CONST -> global(start);
            default -> {
                refuse();
                yield null;
            }
        };
    }

    private void refuse() {
        if (is(TokenKind.RESERVED)) {
            fail(
                    "P0010",
                    current().span(),
                    "'" + current().text() + "' is reserved for later versions of the language");
        } else {
            unexpected(
                    "P0010",
                    "a declaration",
                    "",
                    "outside of functions stand func, struct, enum, union, error, const, import and"
                            + " test");
        }
    }

    private @Nullable Decl function(Span start) {
        Span async = current().span();
        boolean isAsync = accept(TokenKind.ASYNC);
        if (isAsync) {
            need(Feature.CONCURRENCY, async, "'async'");
        }
        expect(TokenKind.FUNC, "after 'async'");
        Token name = name("a function");
        if (name == null) {
            return null;
        }
        var params = params();
        var result = accept(TokenKind.ARROW) ? type() : null;
        if (isPanicking()) {
            skipToBlock();
        }
        Block body = blockOf("func " + name.text());
        return new Decl.Function(
                name.text(), params, result, isAsync, body, name.span(), from(start));
    }

    /** After a broken head: the body is read all the same, if there is one in this line. */
    private void skipToBlock() {
        while (!is(TokenKind.DO) && !current().isFirstInLine() && !is(TokenKind.END_OF_FILE)) {
            next();
        }
        if (is(TokenKind.DO)) {
            calmDown();
        }
    }

    private @Nullable Decl struct(Span start) {
        Token name = name("a struct");
        if (name == null) {
            return null;
        }
        var fields = new Declarations(this).fields();
        return new Decl.Struct(name.text(), fields, name.span(), from(start));
    }

    private Decl test(Span start) {
        next();
        String title = is(TokenKind.TEXT) ? next().text() : "";
        if (title.isEmpty()) {
            unexpected("P0010", "a title", "after 'test'", "write test \"adds\" do ... end");
        }
        Block body = blockOf("test");
        return new Decl.Test(title, body, from(start));
    }

    private Decl global(Span start) {
        boolean isVariable = is(TokenKind.VAR);
        if (isVariable) {
            need(Feature.GLOBALS, current().span(), "a 'var' outside of functions");
        }
        Stmt.Let let = let();
        return new Decl.Global(let, from(start));
    }

    // ---- concurrency

    @Override
    Stmt concurrent(TokenKind word) {
        Span start = current().span();
        need(Feature.CONCURRENCY, start, word.inWords());
        next();
        return switch (word) {
            case NURSERY -> nursery(start);
            case SELECT -> new SelectParser(this).select(start);
            default -> {
                if (is(TokenKind.LEFT_PAREN)) {
                    next();
                    expect(TokenKind.RIGHT_PAREN, "after 'yield('");
                }
                yield new Stmt.Yield(from(start));
            }
        };
    }

    private Stmt nursery(Span start) {
        String handle = null;
        if (accept(TokenKind.BAR)) {
            Token name = name("the nursery");
            handle = name == null ? null : name.text();
            expect(TokenKind.BAR, "after the name of the nursery");
        }
        Expr right = null;
        if (is(TokenKind.WITH)) {
            need(Feature.CAPABILITIES, next().span(), "'with' and a capability");
            right = condition();
        }
        Block body = blockOf("nursery");
        String errorName = null;
        Block handler = null;
        if (is(TokenKind.CATCH) && !isPanicking()) {
            next();
            if (accept(TokenKind.BAR)) {
                Token name = name("the error");
                errorName = name == null ? null : name.text();
                expect(TokenKind.BAR, "after the name of the error");
            }
            handler = blockOf("catch");
        }
        return new Stmt.Nursery(handle, right, body, errorName, handler, from(start));
    }

    // ---- texts with expressions in them

    @Override
    Expr interpolated(Token token) {
        return new Interpolations(reports, token).parts(this::inside);
    }

    /** Reads the expression in a stretch of the text. */
    private Expr inside(int from, int to) {
        enter();
        List<Token> tokens = Lexer.tokens(reports, from, to);
        var parser = new Parser(reports, tokens, profile, depth());
        Expr value = parser.expression();
        if (!parser.is(TokenKind.END_OF_FILE)) {
            parser.unexpected("P0001", "'}'", "after the expression");
        }
        leave();
        return value;
    }
}
