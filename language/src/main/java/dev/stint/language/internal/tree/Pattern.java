package dev.stint.language.internal.tree;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** What an arm of a match is for. */
public sealed interface Pattern extends Node {
    /** {@code else} or {@code _}. */
    record Wildcard(Span span) implements Pattern {}

    /** A number, a text, {@code true}, {@code null}. */
    record Literal(Expr value, Span span) implements Pattern {}

    /** {@code !0}: anything else. */
    record Except(Expr value, Span span) implements Pattern {}

    /** {@code 1..9}. */
    record Range(Expr from, Expr to, boolean isClosed, Span span) implements Pattern {}

    /** A name, for whatever is matched. */
    record Binding(String name, Span span) implements Pattern {}

    /** {@code Shape.Circle { r: v }} or {@code .Circle}. */
    record Variant(@Nullable String type, String variant, List<FieldBinding> fields, Span span)
            implements Pattern {}

    /** {@code 1 | 2}. */
    record Either(List<Pattern> choices, Span span) implements Pattern {}

    /** A field of a variant, and the name that its value gets. */
    record FieldBinding(String field, String name, Span span) {}
}
