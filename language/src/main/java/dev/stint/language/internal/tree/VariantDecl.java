package dev.stint.language.internal.tree;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A variant of an enum, a union or an error set.
 *
 * @param value of an enum's, if one is written
 * @param fields of a union's
 */
public record VariantDecl(String name, @Nullable Expr value, List<FieldDecl> fields, Span span)
        implements Node.Part {}
