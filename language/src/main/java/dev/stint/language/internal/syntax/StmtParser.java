package dev.stint.language.internal.syntax;

import dev.stint.language.internal.tree.Block;
import dev.stint.language.internal.tree.Expr;
import dev.stint.language.internal.tree.Op;
import dev.stint.language.internal.tree.Span;
import dev.stint.language.internal.tree.Stmt;
import dev.stint.language.internal.tree.TypeTree;
import dev.stint.language.profile.LanguageProfile;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads statements and blocks. */
abstract class StmtParser extends PrimaryParser {
    private int unclosedAt = -1;

    StmtParser(Reports reports, List<Token> tokens, LanguageProfile profile, int depth) {
        super(reports, tokens, profile, depth);
    }

    abstract Stmt concurrent(TokenKind word);

    // ---- blocks

    /** {@code do ... end}; braces are understood, and warned about. */
    @Override
    final Block blockOf(String what) {
        Span start = current().span();
        if (is(TokenKind.LEFT_BRACE)) {
            warnOfBraces(start, what);
            next();
            return statementsUntil(TokenKind.RIGHT_BRACE, start, what);
        }
        openBlock(what);
        return statementsUntil(TokenKind.END, start, what);
    }

    private void openBlock(String what) {
        if (isWord("then")) {
            fail("P0015", current().span(), "a block begins with 'do'", "write 'do'");
            next();
            calmDown();
        } else {
            expect(TokenKind.DO, "to open the block of '" + what + "'");
        }
    }

    private void warnOfBraces(Span at, String what) {
        reports.warn(
                "W0006",
                at,
                "the block of '" + what + "' stands in braces",
                "write do ... end around what is run; braces are for what describes");
    }

    /** The statements up to what closes the block, which is taken. */
    @Override
    final Block statementsUntil(TokenKind close, Span start, String what) {
        List<Stmt> statements = statements();
        Span end = current().span();
        close(close, start, what);
        return new Block(statements, from(start), end);
    }

    private void close(TokenKind close, Span start, String what) {
        if (accept(close)) {
            return;
        }
        if (is(TokenKind.END_OF_FILE) || startsDeclaration()) {
            if (unclosedAt == position()) {
                return; // one 'end' is missing, and it was told where
            }
            unclosedAt = position();
            fail(
                    "P0013",
                    start,
                    "this block of '" + what + "' is never closed",
                    "write " + close.inWords() + " where it ends");
        } else {
            unexpected("P0001", close.inWords(), "to close the block of '" + what + "'");
        }
    }

    private boolean startsDeclaration() {
        if (!current().isFirstInLine()) {
            return false;
        }
        TokenKind after = ahead(1).kind();
        return switch (kind()) {
            case FUNC, STRUCT, ENUM, UNION, ERROR -> after == TokenKind.NAME;
            case ASYNC -> after == TokenKind.FUNC;
            case TEST -> after == TokenKind.TEXT;
            default -> false;
        };
    }

    private List<Stmt> statements() {
        enter();
        var found = new ArrayList<Stmt>();
        while (!endsBlock(kind()) && !startsDeclaration()) {
            if (accept(TokenKind.SEMICOLON)) {
                continue;
            }
            int before = position();
            found.add(statement());
            endStatement();
            skipToStatement();
            if (position() == before) {
                next();
            }
        }
        leave();
        return List.copyOf(found);
    }

    private void endStatement() {
        if (isPanicking() || accept(TokenKind.SEMICOLON)) {
            return;
        }
        if (!current().isFirstInLine() && !endsBlock(kind())) {
            unexpected(
                    "P0003",
                    "the end of the statement",
                    "",
                    "write statements on lines of their own, or ';' between them");
        }
    }

    // ---- statements

    private Stmt statement() {
        Span start = current().span();
        return switch (kind()) {
            case LET, VAR, CONST -> let();
            case IF -> conditional();
            case WHILE, LOOP -> loop();
            case FOR -> each();
            case DEFER -> defer();
            case USING -> using();
            case NURSERY, SELECT, YIELD -> concurrent(kind());
            case DO -> {
                if (ahead(1).kind() != TokenKind.BAR) {
                    Block block = blockOf("do");
                    yield new Stmt.Nested(block, from(start));
                }
                yield simpleStatement();
            }
            default -> simpleStatement();
        };
    }

    /** A statement without a block of its own, with a guard if there is one. */
    @Override
    final Stmt simpleStatement() {
        Span start = current().span();
        Stmt stmt =
                switch (kind()) {
                    case RETURN -> {
                        next();
                        yield new Stmt.Return(optionalValue(), from(start));
                    }
                    case FAIL -> {
                        next();
                        yield new Stmt.Fail(expression(), from(start));
                    }
                    case BREAK -> {
                        next();
                        yield new Stmt.Break(start);
                    }
                    case CONTINUE -> {
                        next();
                        yield new Stmt.Continue(start);
                    }
                    default -> assignOrEvaluate(start);
                };
        return guarded(stmt, start);
    }

    private @Nullable Expr optionalValue() {
        boolean ends =
                current().isFirstInLine()
                        || endsBlock(kind())
                        || is(TokenKind.SEMICOLON)
                        || is(TokenKind.COMMA)
                        || is(TokenKind.WHEN)
                        || is(TokenKind.UNLESS);
        return ends ? null : expression();
    }

    private Stmt assignOrEvaluate(Span start) {
        Expr target = expression();
        Token sign = current();
        boolean isAssign = sign.kind() == TokenKind.ASSIGN || assignOp(sign.kind()) != null;
        if (!isAssign || isPanicking()) {
            return new Stmt.Evaluate(target, from(start));
        }
        boolean isPlace =
                target instanceof Expr.Name
                        || target instanceof Expr.Index
                        || (target instanceof Expr.Field field && !field.isOptional());
        if (!isPlace) {
            fail(
                    "P0014",
                    target.span(),
                    "nothing can be assigned to this",
                    "the left side is a variable, a field or an element; to compare, write '=='");
        }
        next();
        Expr value = expression();
        return new Stmt.Assign(target, assignOp(sign.kind()), value, from(start));
    }

    private static @Nullable Op assignOp(TokenKind kind) {
        return switch (kind) {
            case PLUS_ASSIGN -> Op.ADD;
            case MINUS_ASSIGN -> Op.SUBTRACT;
            case STAR_ASSIGN -> Op.MULTIPLY;
            case SLASH_ASSIGN -> Op.DIVIDE;
            case PERCENT_ASSIGN -> Op.REMAINDER;
            case AND_ASSIGN -> Op.BIT_AND;
            case OR_ASSIGN -> Op.BIT_OR;
            case XOR_ASSIGN -> Op.BIT_XOR;
            case LEFT_ASSIGN -> Op.SHIFT_LEFT;
            case RIGHT_ASSIGN -> Op.SHIFT_RIGHT;
            default -> null;
        };
    }

    /** {@code stmt when c} is {@code if c do stmt end}. */
    private Stmt guarded(Stmt stmt, Span start) {
        boolean isGuarded = is(TokenKind.WHEN) || is(TokenKind.UNLESS);
        if (!isGuarded || current().isFirstInLine()) {
            return stmt;
        }
        boolean negated = next().kind() == TokenKind.UNLESS;
        Expr written = expression();
        Expr condition = negated ? new Expr.Unary(Op.NOT, written, written.span()) : written;
        var body = new Block(List.of(stmt), stmt.span(), stmt.span());
        var branch = new Stmt.Branch(condition, body, from(start));
        return new Stmt.If(List.of(branch), null, from(start));
    }

    final Stmt.Let let() {
        Token word = next();
        Token name = name(word.kind() == TokenKind.VAR ? "a variable" : "a value");
        Span at = name == null ? word.span() : name.span();
        TypeTree type = accept(TokenKind.COLON) ? type() : null;
        if (!accept(TokenKind.DEFINE)) {
            expect(
                    TokenKind.ASSIGN,
                    "after the name",
                    "everything has a value from the start: " + word.text() + " x = 0");
        }
        Expr value = isPanicking() ? new Expr.Bad(before()) : expression();
        return new Stmt.Let(
                word.kind() == TokenKind.VAR,
                name == null ? "_" : name.text(),
                type,
                value,
                at,
                from(word.span()));
    }

    // ---- branches and loops

    /** One {@code end} closes the whole chain. */
    private Stmt conditional() {
        Span start = current().span();
        var branches = new ArrayList<Stmt.Branch>();
        Block otherwise = null;
        boolean isOpen = false; // a block with 'do' awaits its 'end'
        do {
            Span branch = next().span();
            Expr condition = condition();
            boolean braces = is(TokenKind.LEFT_BRACE);
            Block body = braces ? blockOf("if") : chainBlock("if");
            isOpen = !braces;
            branches.add(new Stmt.Branch(condition, body, from(branch)));
        } while (isElseIf() && accept(TokenKind.ELSE));
        if (accept(TokenKind.ELSE)) {
            if (is(TokenKind.LEFT_BRACE) && !isOpen) {
                otherwise = blockOf("else");
            } else {
                Span at = current().span();
                accept(TokenKind.DO);
                otherwise = new Block(statements(), from(at), current().span());
                isOpen = true;
            }
        }
        if (isOpen) {
            close(TokenKind.END, start, "if");
        }
        return new Stmt.If(List.copyOf(branches), otherwise, from(start));
    }

    /** In the next line, {@code if} begins a statement of its own, with an end of its own. */
    private boolean isElseIf() {
        return is(TokenKind.ELSE) && ahead(1).kind() == TokenKind.IF && !ahead(1).isFirstInLine();
    }

    private Block chainBlock(String what) {
        Span at = current().span();
        openBlock(what);
        return new Block(statements(), from(at), current().span());
    }

    private Stmt loop() {
        Token word = next();
        Expr condition =
                word.kind() == TokenKind.LOOP
                        ? new Expr.BoolLiteral(true, word.span())
                        : condition();
        Block body = blockOf(word.text());
        return new Stmt.While(condition, body, from(word.span()));
    }

    private Stmt each() {
        Span start = next().span();
        if (is(TokenKind.LEFT_PAREN) || ahead(1).kind() == TokenKind.COMMA) {
            fail(
                    "P0004",
                    current().span(),
                    "a loop has one name for what goes through it",
                    "for places write for i in 0..<list.len do, for a map for k in map.keys() do");
        }
        Token name = is(TokenKind.UNDERSCORE) ? next() : name("what goes through the loop");
        expect(TokenKind.IN, "after the name", "write for i in 0..<10 do ... end");
        Expr in = condition();
        Block body = blockOf("for");
        Span at = name == null ? start : name.span();
        return new Stmt.For(name == null ? "_" : name.text(), in, body, at, from(start));
    }

    // ---- clean-up

    private Stmt defer() {
        Span start = next().span();
        if (is(TokenKind.DO) || is(TokenKind.LEFT_BRACE)) {
            return new Stmt.Defer(null, blockOf("defer"), from(start));
        }
        Expr call = expression();
        if (!(call instanceof Expr.Call)) {
            fail(
                    "P0003",
                    call.span(),
                    "after 'defer' stands a call or a block",
                    "write defer close(f), or defer do ... end");
            return new Stmt.Bad(start);
        }
        return new Stmt.Defer(call, null, from(start));
    }

    private Stmt using() {
        Span start = next().span();
        accept(TokenKind.SHARED);
        Token name = name("what is used");
        TypeTree type = accept(TokenKind.COLON) ? type() : null;
        if (!accept(TokenKind.DEFINE)) {
            expect(TokenKind.ASSIGN, "after the name", "write using f := open() do ... end");
        }
        Expr value = condition();
        Block body = blockOf("using");
        Span at = name == null ? start : name.span();
        return new Stmt.Using(name == null ? "_" : name.text(), type, value, body, at, from(start));
    }
}
