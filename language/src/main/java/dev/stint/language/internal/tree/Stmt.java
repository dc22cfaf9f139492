package dev.stint.language.internal.tree;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Something that is done. */
public sealed interface Stmt extends Node {
    record Let(
            boolean isMutable,
            String name,
            @Nullable TypeTree type,
            Expr value,
            Span nameSpan,
            Span span)
            implements Stmt {}

    /** {@code target = value}, {@code target += value} if there is an operator. */
    record Assign(Expr target, @Nullable Op op, Expr value, Span span) implements Stmt {}

    record Evaluate(Expr value, Span span) implements Stmt {}

    record Return(@Nullable Expr value, Span span) implements Stmt {}

    record Fail(Expr error, Span span) implements Stmt {}

    record Break(Span span) implements Stmt {}

    record Continue(Span span) implements Stmt {}

    /** The branches of a chain, one after the other; the last may be for everything else. */
    record If(List<Branch> branches, @Nullable Block otherwise, Span span) implements Stmt {}

    record Branch(Expr condition, Block body, Span span) implements Node.Part {}

    record While(Expr condition, Block body, Span span) implements Stmt {}

    record For(String name, Expr in, Block body, Span nameSpan, Span span) implements Stmt {}

    record Defer(@Nullable Expr call, @Nullable Block block, Span span) implements Stmt {}

    record Using(
            String name, @Nullable TypeTree type, Expr value, Block body, Span nameSpan, Span span)
            implements Stmt {}

    /** {@code nursery |n| with c do ... end catch |e| do ... end}. */
    record Nursery(
            @Nullable String handle,
            @Nullable Expr right,
            Block body,
            @Nullable String errorName,
            @Nullable Block handler,
            Span span)
            implements Stmt {}

    record Select(List<Case> cases, Span span) implements Stmt {}

    /** A case of a select. */
    record Case(
            Kind kind,
            @Nullable String binding,
            @Nullable Expr channel,
            @Nullable Expr value,
            Block body,
            Span span)
            implements Node.Part {
        /** What it waits for. */
        public enum Kind {
            RECEIVE,
            SEND,
            TIMEOUT,
            DEFAULT
        }
    }

    record Yield(Span span) implements Stmt {}

    record Nested(Block block, Span span) implements Stmt {}

    /** Something that could not be read; already reported. */
    record Bad(Span span) implements Stmt {}
}
