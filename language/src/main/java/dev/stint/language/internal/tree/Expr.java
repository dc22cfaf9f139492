package dev.stint.language.internal.tree;

import java.math.BigInteger;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Something that has a value. */
public sealed interface Expr extends Node {
    record IntLiteral(BigInteger value, Span span) implements Expr {}

    record FloatLiteral(double value, Span span) implements Expr {}

    record BoolLiteral(boolean value, Span span) implements Expr {}

    record TextLiteral(String value, Span span) implements Expr {}

    record NullLiteral(Span span) implements Expr {}

    /** {@code $"sum {a + b}"}: texts and expressions in turn. */
    record Interpolation(List<Expr> parts, Span span) implements Expr {}

    record Name(String name, Span span) implements Expr {}

    /** {@code Channel[i64]}, where a value could stand. */
    record TypeName(TypeTree type, Span span) implements Expr {}

    /** {@code p.x}; {@code p?.x} if it is optional. */
    record Field(Expr target, String name, boolean isOptional, Span nameSpan, Span span)
            implements Expr {}

    /** {@code .Red}, whose type the context tells. */
    record ShortVariant(String variant, Span span) implements Expr {}

    record Call(Expr callee, List<Expr> arguments, Span span) implements Expr {}

    record Index(Expr target, Expr index, Span span) implements Expr {}

    /** {@code a[1..2]}. A bound that is left out is that of the array. */
    record Slice(Expr target, @Nullable Expr from, @Nullable Expr to, boolean isClosed, Span span)
            implements Expr {}

    record ArrayLiteral(List<Expr> elements, Span span) implements Expr {}

    /** {@code Point { x: 1 }}, {@code Shape.Circle { r: 2 }}. */
    record StructLiteral(String type, @Nullable String variant, List<FieldValue> fields, Span span)
            implements Expr {}

    record FieldValue(String name, Expr value, Span span) implements Node.Part {}

    record Unary(Op op, Expr operand, Span span) implements Expr {}

    record Binary(Op op, Expr left, Expr right, Span opSpan, Span span) implements Expr {}

    record Range(Expr from, Expr to, boolean isClosed, Span span) implements Expr {}

    /** {@code func(x: i64) -> i64 do ... end}, {@code { |x| x + 1 }}. */
    record Closure(List<Param> params, @Nullable TypeTree result, Block body, Span span)
            implements Expr {}

    record Match(Expr subject, List<Arm> arms, Span span) implements Expr {}

    /** An arm of a match. Its body is a block whose last expression is the value. */
    record Arm(Pattern pattern, @Nullable Expr guard, Block body, Span span) implements Node.Part {}

    /**
     * {@code spawn f(x)}, {@code spawn with c f(x)}, {@code async f(x)}.
     *
     * @param word the one that was written
     */
    record Spawn(String word, @Nullable Expr right, Call call, Span span) implements Expr {}

    /** {@code spawn do ... end}. */
    record SpawnBlock(@Nullable Expr right, Block body, Span span) implements Expr {}

    record Await(Expr task, Span span) implements Expr {}

    /** {@code e?} or {@code try e}. */
    record Propagate(Expr value, Span span) implements Expr {}

    /** {@code e catch 0}, {@code e catch |x| do ... end}. */
    record Catch(Expr value, @Nullable String name, Block handler, Span span) implements Expr {}

    /** Something that could not be read; already reported. */
    record Bad(Span span) implements Expr {}
}
