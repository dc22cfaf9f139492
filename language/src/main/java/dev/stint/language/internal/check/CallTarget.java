package dev.stint.language.internal.check;

import dev.stint.language.internal.type.Offer;
import dev.stint.language.internal.type.StdTable;
import dev.stint.language.internal.type.Type;

/** What a call calls. */
public sealed interface CallTarget {
    record OfFunction(Signature signature) implements CallTarget {}

    /** A value that is a function. */
    record OfValue(Type.Function type) implements CallTarget {}

    record OfBuiltin(Builtin builtin) implements CallTarget {}

    /** A function of the library, for the types that it is used with. */
    record OfStd(StdTable.Function function, boolean isMethod) implements CallTarget {}

    /** A function that the host offers. */
    record OfHost(Offer offer, boolean isMethod) implements CallTarget {}

    /** {@code i64(x)}: the same number, or the text of something. */
    record Conversion(Type to) implements CallTarget {}
}
