package dev.stint.language.internal.syntax;

import dev.stint.language.internal.tree.Decl;
import dev.stint.language.internal.tree.Expr;
import dev.stint.language.internal.tree.FieldDecl;
import dev.stint.language.internal.tree.Span;
import dev.stint.language.internal.tree.VariantDecl;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads what describes: fields, variants, imports. */
final class Declarations {
    private final Parser in;

    Declarations(Parser in) {
        this.in = in;
    }

    /** The fields between braces. */
    List<FieldDecl> fields() {
        var fields = new ArrayList<FieldDecl>();
        if (!in.expect(TokenKind.LEFT_BRACE, "before the fields", "write { x: i64, y: i64 }")) {
            return List.of();
        }
        while (goesOn()) {
            Token name = in.name("a field");
            if (name == null) {
                break;
            }
            in.expect(TokenKind.COLON, "after the field", "write its type: name: i64");
            fields.add(new FieldDecl(name.text(), in.type(), in.from(name.span())));
            if (!separated()) {
                break;
            }
        }
        in.expect(TokenKind.RIGHT_BRACE, "after the fields");
        return List.copyOf(fields);
    }

    private boolean goesOn() {
        return !in.is(TokenKind.RIGHT_BRACE) && !in.is(TokenKind.END_OF_FILE) && !in.isPanicking();
    }

    private boolean separated() {
        return in.accept(TokenKind.COMMA) || in.current().isFirstInLine();
    }

    /** An enum, a union or an error set. */
    @Nullable Decl variants(TokenKind kind, Span start) {
        Token name = in.name("a type");
        if (name == null) {
            return null;
        }
        var variants = new ArrayList<VariantDecl>();
        if (in.expect(TokenKind.LEFT_BRACE, "before the variants", "write { First, Second }")) {
            while (goesOn()) {
                VariantDecl variant = variant(kind);
                if (variant == null) {
                    break;
                }
                variants.add(variant);
                if (!separated()) {
                    break;
                }
            }
            in.expect(TokenKind.RIGHT_BRACE, "after the variants");
        }
        List<VariantDecl> all = List.copyOf(variants);
        Span span = in.from(start);
        return switch (kind) {
            case ENUM -> new Decl.Enumeration(name.text(), all, name.span(), span);
            case UNION -> new Decl.Union(name.text(), all, name.span(), span);
            default -> new Decl.Errors(name.text(), all, name.span(), span);
        };
    }

    private @Nullable VariantDecl variant(TokenKind kind) {
        Token name = in.name("a variant");
        if (name == null) {
            return null;
        }
        Expr value = null;
        List<FieldDecl> fields = List.of();
        if (kind == TokenKind.ENUM && in.accept(TokenKind.ASSIGN)) {
            value = in.expression();
        } else if (kind == TokenKind.UNION && in.is(TokenKind.LEFT_BRACE)) {
            fields = fields();
        } else if (in.is(TokenKind.LEFT_PAREN) || in.is(TokenKind.LEFT_BRACE)) {
            in.fail(
                    "P0010",
                    in.current().span(),
                    "only the variants of a union carry values, in fields with names",
                    "write union " + name.text() + "s { " + name.text() + " { value: i64 } }");
        }
        return new VariantDecl(name.text(), value, fields, in.from(name.span()));
    }

    /** {@code a.b}, {@code a.{x, y}}, {@code a as b}. */
    @Nullable Decl imported(Span start) {
        var path = new ArrayList<String>();
        var names = new ArrayList<String>();
        do {
            if (in.accept(TokenKind.LEFT_BRACE)) {
                do {
                    Token name = in.name("what is used");
                    if (name == null) {
                        return null;
                    }
                    names.add(name.text());
                } while (in.accept(TokenKind.COMMA));
                in.expect(TokenKind.RIGHT_BRACE, "after the names");
                break;
            }
            Token part = in.name("a module");
            if (part == null) {
                return null;
            }
            path.add(part.text());
        } while (in.accept(TokenKind.DOT));
        String alias = null;
        if (in.isWord("as")) {
            in.next();
            Token name = in.name("the module");
            alias = name == null ? null : name.text();
        }
        return new Decl.Import(List.copyOf(path), List.copyOf(names), alias, in.from(start));
    }
}
