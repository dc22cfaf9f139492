package dev.stint.language.internal.syntax;

import dev.stint.language.internal.tree.Block;
import dev.stint.language.internal.tree.Expr;
import dev.stint.language.internal.tree.Op;
import dev.stint.language.internal.tree.Span;
import dev.stint.language.internal.tree.Stmt;
import dev.stint.language.profile.LanguageProfile;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads expressions made of operators, calls, fields and elements. */
abstract class ExprParser extends TypeParser {
    private static final int LOWEST = 1;

    private boolean isStructAllowed = true;
    private int brackets; // open ones: inside of them the ends of lines do not count

    ExprParser(Reports reports, List<Token> tokens, LanguageProfile profile, int depth) {
        super(reports, tokens, profile, depth);
    }

    abstract Expr primary(boolean isStructAllowed);

    abstract Block blockOf(String what);

    // ---- operators

    @Override
    final Expr expression() {
        return expression(true);
    }

    /** An expression before a block, where a brace opens the block. */
    final Expr condition() {
        return expression(false);
    }

    private Expr expression(boolean structs) {
        boolean outer = isStructAllowed;
        isStructAllowed = structs;
        Expr value = binary(LOWEST);
        isStructAllowed = outer;
        return value;
    }

    private Expr binary(int lowest) {
        enter();
        Expr whole = continuedFar(unary(), lowest);
        leave();
        return whole;
    }

    /** What all operators make of it that follow and bind tightly enough. */
    private Expr continuedFar(Expr left, int lowest) {
        Expr whole = left;
        while (!isPanicking()) {
            Expr longer = continued(whole, lowest);
            if (longer == null) {
                break;
            }
            whole = longer;
        }
        return whole;
    }

    /** What an operator makes of an expression; null if none follows that binds tightly enough. */
    private @Nullable Expr continued(Expr left, int lowest) {
        Token sign = current();
        if (sign.isFirstInLine() && brackets == 0 && !continuesLine(sign.kind())) {
            return null;
        }
        return switch (sign.kind()) {
            case PIPE -> lowest > LOWEST ? null : pipe(left);
            case CATCH -> lowest > LOWEST ? null : caught(left);
            case RANGE, RANGE_OPEN, RANGE_CLOSED -> {
                if (lowest > Op.RANGE_PRECEDENCE || isOpenEnd()) {
                    yield null;
                }
                next();
                Expr to = binary(Op.RANGE_PRECEDENCE + 1);
                boolean closed = sign.kind() != TokenKind.RANGE_OPEN;
                yield new Expr.Range(left, to, closed, from(left.span()));
            }
            default -> {
                refuseForeign(sign);
                Op op = binaryOp(sign.kind());
                if (op == null || op.precedence() < lowest) {
                    yield null;
                }
                next();
                Expr right = binary(op == Op.POWER ? op.precedence() : op.precedence() + 1);
                yield new Expr.Binary(op, left, right, sign.span(), from(left.span()));
            }
        };
    }

    /** A range in brackets may have no end: {@code a[1..]}. */
    private boolean isOpenEnd() {
        return ahead(1).kind() == TokenKind.RIGHT_BRACKET;
    }

    private static boolean continuesLine(TokenKind kind) {
        return switch (kind) {
            case PIPE, DOT, QUESTION_DOT, AND, OR, QUESTION_QUESTION, CATCH -> true;
            default -> false;
        };
    }

    private void refuseForeign(Token sign) {
        Token after = ahead(1);
        boolean doubled = after.kind() == sign.kind() && after.start() == sign.end();
        if (doubled && sign.kind() == TokenKind.AMPERSAND) {
            fail("P0012", sign.span(), "'&&' is not an operator", "write 'and'");
        } else if (doubled && sign.kind() == TokenKind.BAR) {
            fail("P0012", sign.span(), "'||' is not an operator", "write 'or'");
        }
    }

    static @Nullable Op binaryOp(TokenKind kind) {
        return switch (kind) {
            case QUESTION_QUESTION -> Op.COALESCE;
            case OR -> Op.OR;
            case AND -> Op.AND;
            case EQUAL_EQUAL -> Op.EQUAL;
            case NOT_EQUAL -> Op.NOT_EQUAL;
            case LESS -> Op.LESS;
            case LESS_EQUAL -> Op.LESS_EQUAL;
            case GREATER -> Op.GREATER;
            case GREATER_EQUAL -> Op.GREATER_EQUAL;
            case BAR -> Op.BIT_OR;
            case CARET -> Op.BIT_XOR;
            case AMPERSAND -> Op.BIT_AND;
            case SHIFT_LEFT -> Op.SHIFT_LEFT;
            case SHIFT_RIGHT -> Op.SHIFT_RIGHT;
            case PLUS -> Op.ADD;
            case MINUS -> Op.SUBTRACT;
            case STAR -> Op.MULTIPLY;
            case SLASH -> Op.DIVIDE;
            case PERCENT -> Op.REMAINDER;
            case STAR_STAR -> Op.POWER;
            default -> null;
        };
    }

    /** {@code x |> f(y)} is {@code f(x, y)}. */
    private Expr pipe(Expr left) {
        Token sign = next();
        Expr right = binary(LOWEST + 1);
        var arguments = new ArrayList<Expr>();
        arguments.add(left);
        Expr callee = right;
        if (right instanceof Expr.Call call) {
            callee = call.callee();
            arguments.addAll(call.arguments());
        } else if (!(right instanceof Expr.Name) && !(right instanceof Expr.Field)) {
            fail("P0012", sign.span(), "after '|>' stands a function or a call");
        }
        return new Expr.Call(callee, List.copyOf(arguments), from(left.span()));
    }

    private Expr caught(Expr value) {
        next();
        String name = null;
        if (accept(TokenKind.BAR)) {
            Token token = name("the error");
            name = token == null ? null : token.text();
            expect(TokenKind.BAR, "after the name of the error");
        } else if (is(TokenKind.NAME) && ahead(1).kind() == TokenKind.LEFT_BRACE) {
            name = next().text(); // catch e { ... }
        }
        Block handler;
        if (is(TokenKind.DO) || is(TokenKind.LEFT_BRACE)) {
            handler = blockOf("catch");
        } else {
            Expr instead = binary(LOWEST + 1);
            Stmt only = new Stmt.Evaluate(instead, instead.span());
            handler = new Block(List.of(only), instead.span(), instead.span());
        }
        return new Expr.Catch(value, name, handler, from(value.span()));
    }

    // ---- prefixes

    private Expr unary() {
        Span start = current().span();
        Op op =
                switch (kind()) {
                    case MINUS -> Op.NEGATE;
                    case TILDE -> Op.BIT_NOT;
                    case NOT -> Op.NOT;
                    default -> null;
                };
        if (is(TokenKind.BANG)) {
            fail("P0012", start, "'!' is not an operator", "write 'not'");
            next();
        }
        if (op != null || is(TokenKind.TRY)) {
            next();
            enter();
            Expr operand = unary();
            leave();
            return op == null
                    ? new Expr.Propagate(operand, from(start))
                    : new Expr.Unary(op, operand, from(start));
        }
        if (is(TokenKind.AWAIT)) {
            return awaited(start);
        }
        return postfix(primary(isStructAllowed), true);
    }

    private Expr awaited(Span start) {
        need(LanguageProfile.Feature.CONCURRENCY, start, "'await'");
        next();
        enter();
        Expr task =
                is(TokenKind.AWAIT)
                        ? awaited(current().span())
                        : postfix(primary(isStructAllowed), false);
        leave();
        Expr value = new Expr.Await(task, from(start));
        while (is(TokenKind.QUESTION) && !current().isFirstInLine()) {
            next();
            value = new Expr.Propagate(value, from(start));
        }
        return value;
    }

    // ---- what follows a primary

    private Expr postfix(Expr first, boolean propagates) {
        Expr value = first;
        while (!isPanicking()) {
            Token sign = current();
            if (sign.isFirstInLine() && brackets == 0 && !continuesLine(sign.kind())) {
                break;
            }
            switch (sign.kind()) {
                case LEFT_PAREN -> {
                    List<Expr> arguments = arguments();
                    value = new Expr.Call(value, arguments, from(first.span()));
                }
                case DOT, QUESTION_DOT -> value = field(value);
                case LEFT_BRACKET -> value = element(value);
                case QUESTION -> {
                    if (!propagates) {
                        return value;
                    }
                    next();
                    value = new Expr.Propagate(value, from(first.span()));
                }
                default -> {
                    return value;
                }
            }
        }
        return value;
    }

    final List<Expr> arguments() {
        expect(TokenKind.LEFT_PAREN, "before the arguments");
        return listUntil(TokenKind.RIGHT_PAREN, "after the arguments");
    }

    /** Expressions with commas between them, and what closes them. */
    final List<Expr> listUntil(TokenKind close, String where) {
        enter();
        brackets++;
        var found = new ArrayList<Expr>();
        while (!is(close) && !is(TokenKind.END_OF_FILE) && !isPanicking()) {
            found.add(expression());
            if (!accept(TokenKind.COMMA)) {
                break;
            }
        }
        brackets--;
        expect(close, where);
        leave();
        return List.copyOf(found);
    }

    /** What is read inside of brackets. */
    final Expr inBrackets() {
        enter();
        brackets++;
        Expr value = expression();
        brackets--;
        leave();
        return value;
    }

    /** Code inside of brackets has lines again. */
    final int openLines() {
        int outer = brackets;
        brackets = 0;
        return outer;
    }

    final void closeLines(int outer) {
        brackets = outer;
    }

    private Expr field(Expr target) {
        boolean optional = next().kind() == TokenKind.QUESTION_DOT;
        Token name = member("a field");
        if (name == null) {
            return target;
        }
        return new Expr.Field(target, name.text(), optional, name.span(), from(target.span()));
    }

    private Expr element(Expr target) {
        next();
        brackets++;
        enter();
        Expr from = null;
        if (!isRangeSign() && !is(TokenKind.COLON)) {
            from = binary(Op.RANGE_PRECEDENCE + 1);
        }
        Expr result;
        if (isRangeSign() || is(TokenKind.COLON)) {
            boolean closed = !is(TokenKind.RANGE_OPEN) && !is(TokenKind.COLON);
            next();
            Expr to = is(TokenKind.RIGHT_BRACKET) ? null : binary(Op.RANGE_PRECEDENCE + 1);
            brackets--;
            expect(TokenKind.RIGHT_BRACKET, "after the range");
            result = new Expr.Slice(target, from, to, closed, from(target.span()));
        } else {
            // No range: operators that bind less tightly than one may follow, such as '??'.
            Expr index = from == null ? new Expr.Bad(before()) : continuedFar(from, LOWEST);
            brackets--;
            expect(TokenKind.RIGHT_BRACKET, "after the index");
            result = new Expr.Index(target, index, from(target.span()));
        }
        leave();
        return result;
    }

    private boolean isRangeSign() {
        return is(TokenKind.RANGE) || is(TokenKind.RANGE_OPEN) || is(TokenKind.RANGE_CLOSED);
    }
}
