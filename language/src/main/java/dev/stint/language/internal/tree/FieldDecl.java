package dev.stint.language.internal.tree;

/** A field of a struct, or of a variant of a union. */
public record FieldDecl(String name, TypeTree type, Span span) implements Node.Part {}
