package dev.stint.language.internal.tree;

import org.jspecify.annotations.Nullable;

/** A parameter; its type may be left out in the short form of a closure. */
public record Param(String name, @Nullable TypeTree type, Span span) implements Node.Part {}
