package dev.stint.language.internal.syntax;

import dev.stint.language.internal.tree.Block;
import dev.stint.language.internal.tree.Expr;
import dev.stint.language.internal.tree.Span;
import dev.stint.language.internal.tree.Stmt;
import dev.stint.language.internal.tree.Stmt.Case.Kind;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads the cases of a select. */
final class SelectParser {
    private static final String[] HELP = {
        "cases are case m = ch.recv() do, case ch.send(v) do, timeout(ms) do and default do"
    };

    private final Parser in;

    SelectParser(Parser in) {
        this.in = in;
    }

    Stmt select(Span start) {
        in.enter();
        TokenKind close = in.is(TokenKind.LEFT_BRACE) ? TokenKind.RIGHT_BRACE : TokenKind.END;
        if (!in.accept(TokenKind.LEFT_BRACE)) {
            in.expect(TokenKind.DO, "to open the select");
        }
        var cases = new ArrayList<Stmt.Case>();
        while (!in.is(close) && !in.is(TokenKind.END_OF_FILE)) {
            int before = in.position();
            Stmt.Case one = oneCase();
            if (one != null) {
                cases.add(one);
            }
            in.skipToStatement();
            if (in.position() == before) {
                in.next();
            }
        }
        in.expect(close, "after the cases of the select");
        in.leave();
        return new Stmt.Select(List.copyOf(cases), in.from(start));
    }

    private Stmt.@Nullable Case oneCase() {
        Span start = in.current().span();
        boolean isCase = in.accept(TokenKind.CASE);
        if (in.accept(TokenKind.DEFAULT)) {
            return new Stmt.Case(
                    Kind.DEFAULT, null, null, null, in.blockOf("default"), in.from(start));
        }
        if (in.accept(TokenKind.TIMEOUT)) {
            List<Expr> arguments = in.arguments();
            Expr after = arguments.size() == 1 ? arguments.getFirst() : null;
            if (after == null) {
                in.fail("P0001", in.from(start), "a timeout has one argument", "timeout(100) do");
            }
            Block body = in.blockOf("timeout");
            return new Stmt.Case(Kind.TIMEOUT, null, null, after, body, in.from(start));
        }
        if (!isCase) {
            in.unexpected("P0001", "'case'", "", HELP);
            return null;
        }
        return onChannel(start);
    }

    private Stmt.@Nullable Case onChannel(Span start) {
        String binding = null;
        TokenKind after = in.ahead(1).kind();
        if (in.is(TokenKind.NAME) && (after == TokenKind.ASSIGN || after == TokenKind.DEFINE)) {
            binding = in.next().text();
            in.next();
        }
        Expr operation = in.condition();
        Block body = in.blockOf("case");
        if (operation instanceof Expr.Call call && call.callee() instanceof Expr.Field field) {
            int count = call.arguments().size();
            if (field.name().equals("recv") && count == 0) {
                return new Stmt.Case(
                        Kind.RECEIVE, binding, field.target(), null, body, in.from(start));
            }
            if (field.name().equals("send") && count == 1 && binding == null) {
                Expr value = call.arguments().getFirst();
                return new Stmt.Case(Kind.SEND, null, field.target(), value, body, in.from(start));
            }
        }
        in.fail("P0001", operation.span(), "a case receives or sends", HELP);
        return null;
    }
}
