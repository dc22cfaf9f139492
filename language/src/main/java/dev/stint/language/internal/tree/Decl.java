package dev.stint.language.internal.tree;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Something that a script declares. */
public sealed interface Decl extends Node {
    /** What it declares; null if that has no name. */
    default @Nullable String declares() {
        return switch (this) {
            case Function f -> f.name();
            case Struct s -> s.name();
            case Enumeration e -> e.name();
            case Union u -> u.name();
            case Errors e -> e.name();
            case Global g -> g.let().name();
            case Test _ -> null;
            case Import _ -> null;
        };
    }

    record Function(
            String name,
            List<Param> params,
            @Nullable TypeTree result,
            boolean isAsync,
            Block body,
            Span nameSpan,
            Span span)
            implements Decl {}

    record Struct(String name, List<FieldDecl> fields, Span nameSpan, Span span) implements Decl {}

    record Enumeration(String name, List<VariantDecl> variants, Span nameSpan, Span span)
            implements Decl {}

    record Union(String name, List<VariantDecl> variants, Span nameSpan, Span span)
            implements Decl {}

    record Errors(String name, List<VariantDecl> variants, Span nameSpan, Span span)
            implements Decl {}

    record Test(String title, Block body, Span span) implements Decl {}

    /** {@code import a.b}, {@code use a.{x, y}}, {@code use a as b}. */
    record Import(List<String> path, List<String> names, @Nullable String alias, Span span)
            implements Decl {}

    /** {@code const}, {@code let} or {@code var} outside of functions. */
    record Global(Stmt.Let let, Span span) implements Decl {}
}
