package dev.stint.language.internal.syntax;

import dev.stint.language.internal.tree.Block;
import dev.stint.language.internal.tree.Expr;
import dev.stint.language.internal.tree.Param;
import dev.stint.language.internal.tree.Pattern;
import dev.stint.language.internal.tree.Span;
import dev.stint.language.internal.tree.Stmt;
import dev.stint.language.internal.tree.TypeTree;
import dev.stint.language.profile.LanguageProfile;
import dev.stint.language.profile.LanguageProfile.Feature;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads what expressions are made of: literals, names, closures, matches, spawns. */
abstract class PrimaryParser extends ExprParser {
    /** Types that are of others; functions that make them stand behind. */
    private static final Set<String> GENERIC = Set.of("Channel", "Task", "List", "Map");

    PrimaryParser(Reports reports, List<Token> tokens, LanguageProfile profile, int depth) {
        super(reports, tokens, profile, depth);
    }

    abstract Stmt simpleStatement();

    abstract Block statementsUntil(TokenKind close, Span start, String what);

    abstract Expr interpolated(Token token);

    @Override
    final Expr primary(boolean isStructAllowed) {
        Token token = current();
        Span start = token.span();
        return switch (token.kind()) {
            case INTEGER -> new Expr.IntLiteral(Numbers.integer(next().text()), start);
            case FLOAT -> new Expr.FloatLiteral(Numbers.real(next().text()), start);
            case TEXT -> new Expr.TextLiteral(next().text(), start);
            case INTERPOLATED -> {
                need(Feature.INTERPOLATION, start, "text with expressions in it");
                yield interpolated(next());
            }
            case TRUE, FALSE -> new Expr.BoolLiteral(next().kind() == TokenKind.TRUE, start);
            case NULL -> {
                next();
                yield new Expr.NullLiteral(start);
            }
            case NAME -> nameOrStruct(isStructAllowed);
            case DOT -> {
                next();
                Token variant = name("a variant");
                yield variant == null
                        ? new Expr.Bad(start)
                        : new Expr.ShortVariant(variant.text(), from(start));
            }
            case LEFT_PAREN -> {
                next();
                Expr inner = inBrackets();
                expect(TokenKind.RIGHT_PAREN, "to close the bracket");
                yield inner;
            }
            case LEFT_BRACKET -> {
                next();
                List<Expr> elements = listUntil(TokenKind.RIGHT_BRACKET, "after the elements");
                yield new Expr.ArrayLiteral(elements, from(start));
            }
            case FUNC -> closure();
            case MATCH -> match();
            case SPAWN, ASYNC -> spawn();
            default -> shortClosureOrBad();
        };
    }

    private Expr shortClosureOrBad() {
        Span start = current().span();
        boolean isShort = is(TokenKind.LEFT_BRACE) || is(TokenKind.DO);
        if (isShort && ahead(1).kind() == TokenKind.BAR) {
            return shortClosure();
        }
        if (is(TokenKind.ERROR)) {
            unexpected("P0002", "an expression", "", "to fail, write: fail SomeErrors.Reason");
        } else if (is(TokenKind.RESERVED)) {
            fail(
                    "P0002",
                    start,
                    "'" + current().text() + "' is reserved for later versions of the language");
        } else if (!is(TokenKind.BAD)) {
            unexpected("P0002", "an expression", "", insteadOf(kind()));
        } else {
            fail("P0002", start, "expected an expression");
        }
        return new Expr.Bad(start);
    }

    private static String[] insteadOf(TokenKind kind) {
        return kind == TokenKind.IF
                ? new String[] {"'if' has no value: write match c { true => a, false => b }"}
                : new String[0];
    }

    // ---- names and structs

    private Expr nameOrStruct(boolean isStructAllowed) {
        Token name = next();
        Span start = name.span();
        if (GENERIC.contains(name.text()) && is(TokenKind.LEFT_BRACKET)) {
            next();
            var arguments = new ArrayList<TypeTree>();
            do {
                arguments.add(type());
            } while (accept(TokenKind.COMMA) && !isPanicking());
            expect(TokenKind.RIGHT_BRACKET, "after the type");
            var type = new TypeTree.Applied(name.text(), List.copyOf(arguments), from(start));
            return new Expr.TypeName(type, type.span());
        }
        if (!isStructAllowed) {
            return new Expr.Name(name.text(), start);
        }
        if (isOpenBrace(0)) {
            return new Expr.StructLiteral(name.text(), null, fieldValues(), from(start));
        }
        if (isType(0) && isOpenBrace(2)) {
            String second = next(1).text();
            return isCapital(name) // a variant, or a struct of a module
                    ? new Expr.StructLiteral(name.text(), second, fieldValues(), from(start))
                    : new Expr.StructLiteral(
                            name.text() + "." + second, null, fieldValues(), from(start));
        }
        if (!isCapital(name) && isType(0) && isType(2) && isOpenBrace(4)) {
            String type = name.text() + "." + next(1).text();
            String variant = next(1).text();
            return new Expr.StructLiteral(type, variant, fieldValues(), from(start));
        }
        return new Expr.Name(name.text(), start);
    }

    /** True for a dot and a name that could be one of a type or a variant. */
    private boolean isType(int ahead) {
        return ahead(ahead).kind() == TokenKind.DOT
                && ahead(ahead + 1).kind() == TokenKind.NAME
                && isCapital(ahead(ahead + 1));
    }

    private static boolean isCapital(Token name) {
        return Character.isUpperCase(name.text().codePointAt(0));
    }

    /** The token behind so many. */
    private Token next(int skipped) {
        for (int i = 0; i < skipped; i++) {
            next();
        }
        return next();
    }

    private boolean isOpenBrace(int ahead) {
        Token brace = ahead(ahead);
        return brace.kind() == TokenKind.LEFT_BRACE
                && !brace.isFirstInLine()
                && ahead(ahead + 1).kind() != TokenKind.BAR;
    }

    private List<Expr.FieldValue> fieldValues() {
        enter();
        next();
        var fields = new ArrayList<Expr.FieldValue>();
        int lines = openLines();
        while (!is(TokenKind.RIGHT_BRACE) && !is(TokenKind.END_OF_FILE) && !isPanicking()) {
            Token field = name("a field");
            if (field == null) {
                break;
            }
            if (is(TokenKind.ASSIGN)) {
                fail("P0006", current().span(), "fields are given with ':'", "write name: value");
            }
            expect(TokenKind.COLON, "after the name of the field");
            Expr value = expression();
            fields.add(new Expr.FieldValue(field.text(), value, from(field.span())));
            if (!accept(TokenKind.COMMA) && !current().isFirstInLine()) {
                break;
            }
        }
        closeLines(lines);
        expect(TokenKind.RIGHT_BRACE, "after the fields");
        leave();
        return List.copyOf(fields);
    }

    // ---- closures

    private Expr closure() {
        Span start = next().span();
        need(Feature.CLOSURES, start, "a closure");
        List<Param> params = params();
        TypeTree result = accept(TokenKind.ARROW) ? type() : null;
        int lines = openLines();
        Block body = blockOf("func");
        closeLines(lines);
        return new Expr.Closure(params, result, body, from(start));
    }

    private Expr shortClosure() {
        Token open = next();
        need(Feature.CLOSURES, open.span(), "a closure");
        next();
        var params = new ArrayList<Param>();
        while (!is(TokenKind.BAR) && !isPanicking()) {
            Token name = name("a parameter");
            if (name == null) {
                break;
            }
            params.add(new Param(name.text(), null, name.span()));
            if (!accept(TokenKind.COMMA)) {
                break;
            }
        }
        expect(TokenKind.BAR, "after the parameters");
        TokenKind close = open.kind() == TokenKind.DO ? TokenKind.END : TokenKind.RIGHT_BRACE;
        int lines = openLines();
        Block body = statementsUntil(close, open.span(), "closure");
        closeLines(lines);
        return new Expr.Closure(List.copyOf(params), null, body, from(open.span()));
    }

    final List<Param> params() {
        var params = new ArrayList<Param>();
        if (!expect(TokenKind.LEFT_PAREN, "before the parameters")) {
            return List.of();
        }
        while (!is(TokenKind.RIGHT_PAREN) && !is(TokenKind.END_OF_FILE) && !isPanicking()) {
            Token name = name("a parameter");
            if (name == null) {
                break;
            }
            expect(TokenKind.COLON, "after the parameter", "write its type: name: i64");
            params.add(new Param(name.text(), type(), from(name.span())));
            if (!accept(TokenKind.COMMA)) {
                break;
            }
        }
        expect(TokenKind.RIGHT_PAREN, "after the parameters");
        return List.copyOf(params);
    }

    // ---- match

    private Expr match() {
        Span start = next().span();
        enter();
        Expr subject = condition();
        TokenKind close = is(TokenKind.DO) ? TokenKind.END : TokenKind.RIGHT_BRACE;
        if (!accept(TokenKind.DO)) {
            expect(TokenKind.LEFT_BRACE, "before the arms of the match");
        }
        int lines = openLines();
        var arms = new ArrayList<Expr.Arm>();
        while (!is(close) && !is(TokenKind.END_OF_FILE)) {
            int before = position();
            arms.add(arm());
            accept(TokenKind.COMMA);
            skipToStatement();
            if (position() == before) {
                next();
            }
        }
        closeLines(lines);
        expect(close, "after the arms of the match");
        leave();
        return new Expr.Match(subject, List.copyOf(arms), from(start));
    }

    private Expr.Arm arm() {
        Span start = current().span();
        Pattern pattern = pattern();
        Expr guard = null;
        if (is(TokenKind.WHEN) || is(TokenKind.IF)) {
            next();
            guard = expression();
        }
        if (is(TokenKind.ARROW)) {
            fail("P0006", current().span(), "an arm of a match has '=>'", "write '=>'");
        }
        expect(TokenKind.FAT_ARROW, "after the pattern");
        Block body;
        boolean isClosure = ahead(1).kind() == TokenKind.BAR;
        if (is(TokenKind.DO) && !isClosure) {
            body = blockOf("match arm");
        } else if (is(TokenKind.LEFT_BRACE) && !isClosure) {
            Span open = next().span();
            body = statementsUntil(TokenKind.RIGHT_BRACE, open, "match arm");
        } else {
            Stmt only = simpleStatement();
            body = new Block(List.of(only), only.span(), only.span());
        }
        return new Expr.Arm(pattern, guard, body, from(start));
    }

    private Pattern pattern() {
        Span start = current().span();
        Pattern first = onePattern();
        if (!is(TokenKind.BAR)) {
            return first;
        }
        var choices = new ArrayList<>(List.of(first));
        while (accept(TokenKind.BAR) && !isPanicking()) {
            choices.add(onePattern());
        }
        return new Pattern.Either(List.copyOf(choices), from(start));
    }

    private Pattern onePattern() {
        Span start = current().span();
        return switch (kind()) {
            case ELSE, UNDERSCORE -> {
                next();
                yield new Pattern.Wildcard(start);
            }
            case BANG -> {
                next();
                yield new Pattern.Except(literal(), from(start));
            }
            case DOT -> {
                next();
                yield variant(null, start);
            }
            case NAME -> {
                String name = next().text();
                if (is(TokenKind.DOT)
                        && ahead(1).kind() == TokenKind.NAME
                        && ahead(2).kind() == TokenKind.DOT) {
                    name = name + "." + next(1).text();
                }
                if (accept(TokenKind.DOT)) {
                    yield variant(name, start);
                }
                yield new Pattern.Binding(name, start);
            }
            default -> literalOrRange(start);
        };
    }

    private Pattern literalOrRange(Span start) {
        Expr from = literal();
        boolean isRange =
                is(TokenKind.RANGE) || is(TokenKind.RANGE_OPEN) || is(TokenKind.RANGE_CLOSED);
        if (!isRange) {
            return new Pattern.Literal(from, start);
        }
        boolean closed = next().kind() != TokenKind.RANGE_OPEN;
        return new Pattern.Range(from, literal(), closed, from(start));
    }

    private Expr literal() {
        Span start = current().span();
        boolean isNegative = accept(TokenKind.MINUS);
        Expr value =
                switch (kind()) {
                    case INTEGER, FLOAT, TEXT, TRUE, FALSE, NULL -> primary(false);
                    default -> {
                        unexpected(
                                "P0001",
                                "a pattern",
                                "",
                                "patterns are literals, ranges, names, .Variant { field: name } and"
                                        + " else");
                        yield new Expr.Bad(start);
                    }
                };
        return switch (value) {
            case Expr.IntLiteral l when isNegative ->
                    new Expr.IntLiteral(l.value().negate(), from(start));
            case Expr.FloatLiteral l when isNegative ->
                    new Expr.FloatLiteral(-l.value(), from(start));
            default -> value;
        };
    }

    private Pattern variant(@Nullable String type, Span start) {
        Token variant = name("a variant");
        if (variant == null) {
            return new Pattern.Wildcard(start);
        }
        var fields = new ArrayList<Pattern.FieldBinding>();
        if (is(TokenKind.LEFT_BRACE) && !current().isFirstInLine()) {
            next();
            while (!is(TokenKind.RIGHT_BRACE) && !is(TokenKind.END_OF_FILE) && !isPanicking()) {
                Token field = name("a field");
                if (field == null) {
                    break;
                }
                Token bound = accept(TokenKind.COLON) ? name("the value of a field") : field;
                if (bound == null) {
                    break;
                }
                fields.add(
                        new Pattern.FieldBinding(field.text(), bound.text(), from(field.span())));
                if (!accept(TokenKind.COMMA)) {
                    break;
                }
            }
            expect(TokenKind.RIGHT_BRACE, "after the fields of the pattern");
        }
        return new Pattern.Variant(type, variant.text(), List.copyOf(fields), from(start));
    }

    // ---- spawn

    private Expr spawn() {
        Token word = next();
        need(Feature.CONCURRENCY, word.span(), word.inWords());
        enter();
        Expr right = null;
        if (is(TokenKind.WITH)) {
            need(Feature.CAPABILITIES, next().span(), "'with' and a capability");
            Token name = name("a capability");
            right = name == null ? null : new Expr.Name(name.text(), name.span());
            while (right != null && accept(TokenKind.DOT)) {
                right = afterDot(right);
            }
        }
        Expr result = spawned(word, right);
        leave();
        return result;
    }

    private Expr afterDot(Expr target) {
        Token name = member("a field");
        if (name == null) {
            return target;
        }
        var field = new Expr.Field(target, name.text(), false, name.span(), from(target.span()));
        return is(TokenKind.LEFT_PAREN)
                ? new Expr.Call(field, arguments(), from(target.span()))
                : field;
    }

    private Expr spawned(Token word, @Nullable Expr right) {
        if (word.kind() == TokenKind.SPAWN && (is(TokenKind.DO) || is(TokenKind.LEFT_BRACE))) {
            int lines = openLines();
            Block body = blockOf("spawn");
            closeLines(lines);
            return new Expr.SpawnBlock(right, body, from(word.span()));
        }
        Expr what = spawnedCall();
        return switch (what) {
            case Expr.Call call -> new Expr.Spawn(word.text(), right, call, from(word.span()));
            case Expr.Closure c when c.params().isEmpty() ->
                    new Expr.SpawnBlock(right, c.body(), from(word.span()));
            default -> {
                fail(
                        "P0002",
                        what.span(),
                        "after '" + word.text() + "' stands a call or a block",
                        "write " + word.text() + " f(x), or spawn do ... end");
                yield new Expr.Bad(what.span());
            }
        };
    }

    private Expr spawnedCall() {
        Expr callee = primary(true);
        while (accept(TokenKind.DOT)) {
            Token name = name("a function");
            if (name == null) {
                return new Expr.Bad(callee.span());
            }
            callee = new Expr.Field(callee, name.text(), false, name.span(), from(callee.span()));
        }
        return is(TokenKind.LEFT_PAREN)
                ? new Expr.Call(callee, arguments(), from(callee.span()))
                : callee;
    }
}
