package dev.stint.language.internal.tree;

import java.util.List;

/**
 * Statements in a row, with names of their own.
 *
 * @param end where it is closed
 */
public record Block(List<Stmt> statements, Span span, Span end) implements Node.Part {}
