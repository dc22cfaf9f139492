package dev.stint.language.internal.tree;

/** A part of a script, and where it stands. */
public sealed interface Node permits Decl, Stmt, Expr, TypeTree, Pattern, Node.Part {
    Span span();

    /** A part that is neither a declaration, a statement, an expression, a type nor a pattern. */
    sealed interface Part extends Node
            permits Block,
                    Param,
                    FieldDecl,
                    VariantDecl,
                    Expr.FieldValue,
                    Expr.Arm,
                    Stmt.Branch,
                    Stmt.Case,
                    Script {}
}
