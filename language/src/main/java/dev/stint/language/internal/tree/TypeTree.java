package dev.stint.language.internal.tree;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A type as it is written. */
public sealed interface TypeTree extends Node {
    /** {@code i64}, {@code Point}. */
    record Named(String name, Span span) implements TypeTree {}

    /** {@code Channel[i64]}. */
    record Applied(String name, List<TypeTree> arguments, Span span) implements TypeTree {}

    /** {@code [3]i64}. */
    record Array(Expr size, TypeTree element, Span span) implements TypeTree {}

    /** {@code []i64}. */
    record Slice(TypeTree element, Span span) implements TypeTree {}

    /** {@code ?i64}. */
    record Optional(TypeTree value, Span span) implements TypeTree {}

    /** {@code i64 ! IoError}; without an error set, {@code !i64}, any error. */
    record Fallible(TypeTree value, @Nullable Named errors, Span span) implements TypeTree {}

    /** {@code func(i64) -> bool}. */
    record Function(List<TypeTree> params, @Nullable TypeTree result, Span span)
            implements TypeTree {}
}
