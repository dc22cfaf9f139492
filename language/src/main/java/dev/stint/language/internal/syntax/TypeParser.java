package dev.stint.language.internal.syntax;

import dev.stint.language.internal.tree.Expr;
import dev.stint.language.internal.tree.Span;
import dev.stint.language.internal.tree.TypeTree;
import dev.stint.language.profile.LanguageProfile;
import java.util.ArrayList;
import java.util.List;

/** Reads types. */
abstract class TypeParser extends Cursor {
    TypeParser(Reports reports, List<Token> tokens, LanguageProfile profile, int depth) {
        super(reports, tokens, profile, depth);
    }

    abstract Expr expression();

    /** A type, with the errors of a function's result if some are written. */
    final TypeTree type() {
        enter();
        Span start = current().span();
        TypeTree type;
        if (accept(TokenKind.BANG)) {
            type = new TypeTree.Fallible(simpleType(), null, from(start));
        } else {
            type = simpleType();
            if (is(TokenKind.BANG) && !current().isFirstInLine()) {
                next();
                Span setStart = current().span();
                Token errors = name("a set of errors");
                if (errors != null) {
                    var set = new TypeTree.Named(dotted(errors.text()), from(setStart));
                    type = new TypeTree.Fallible(type, set, from(start));
                }
                if (is(TokenKind.BAR)) {
                    fail(
                            "P0001",
                            current().span(),
                            "a function declares one set of errors",
                            "for any error write '!' before the type, such as !i64");
                }
            }
        }
        leave();
        return type;
    }

    private TypeTree simpleType() {
        enter();
        Span start = current().span();
        TypeTree type =
                switch (kind()) {
                    case QUESTION -> {
                        next();
                        yield new TypeTree.Optional(simpleType(), from(start));
                    }
                    case LEFT_BRACKET -> bracketType(start);
                    case FUNC -> functionType(start);
                    case LEFT_PAREN -> {
                        next();
                        TypeTree inner = type();
                        expect(TokenKind.RIGHT_PAREN, "after the type");
                        yield inner;
                    }
                    default -> namedType(start);
                };
        leave();
        return type;
    }

    private TypeTree bracketType(Span start) {
        next();
        if (accept(TokenKind.RIGHT_BRACKET)) {
            return new TypeTree.Slice(simpleType(), from(start));
        }
        Expr size = expression();
        expect(TokenKind.RIGHT_BRACKET, "after the size of the array", "write [3]i64 or []i64");
        return new TypeTree.Array(size, simpleType(), from(start));
    }

    private TypeTree functionType(Span start) {
        next();
        var params = new ArrayList<TypeTree>();
        if (expect(TokenKind.LEFT_PAREN, "after 'func'")) {
            while (!is(TokenKind.RIGHT_PAREN) && !isPanicking()) {
                params.add(type());
                if (!accept(TokenKind.COMMA)) {
                    break;
                }
            }
            expect(TokenKind.RIGHT_PAREN, "after the types of the parameters");
        }
        TypeTree result = accept(TokenKind.ARROW) ? type() : null;
        return new TypeTree.Function(List.copyOf(params), result, from(start));
    }

    private TypeTree namedType(Span start) {
        if (!is(TokenKind.NAME)) {
            unexpected(
                    "P0005", "a type", "", "types are i64, f64, bool, String, [3]i64, []i64, ?i64");
            return new TypeTree.Named("?", start);
        }
        String name = next().text();
        if (is(TokenKind.LEFT_BRACKET) && !current().isFirstInLine()) {
            next();
            var arguments = new ArrayList<TypeTree>();
            do {
                arguments.add(type());
            } while (accept(TokenKind.COMMA) && !isPanicking());
            expect(TokenKind.RIGHT_BRACKET, "after the type");
            return new TypeTree.Applied(name, List.copyOf(arguments), from(start));
        }
        return new TypeTree.Named(dotted(name), from(start));
    }

    /** A name with that of a module before it, if there is one. */
    private String dotted(String first) {
        var name = new StringBuilder(first);
        while (is(TokenKind.DOT) && ahead(1).kind() == TokenKind.NAME) {
            next();
            name.append('.').append(next().text());
        }
        return name.toString();
    }
}
