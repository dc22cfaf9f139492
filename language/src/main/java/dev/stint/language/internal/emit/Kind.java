package dev.stint.language.internal.emit;

import java.lang.classfile.TypeKind;

/** How compiled code holds the values of a type. */
enum Kind {
    /** Integers and enums, in a long. */
    LONG(TypeKind.LONG),
    REAL(TypeKind.DOUBLE),
    BOOL(TypeKind.BOOLEAN),
    REF(TypeKind.REFERENCE),
    /** No value at all. */
    NONE(TypeKind.VOID),
    /** Of an error union: the value, and beside it the name of the error, or null. */
    PAIR(TypeKind.VOID);

    private final TypeKind inJava;

    Kind(TypeKind inJava) {
        this.inJava = inJava;
    }

    TypeKind inJava() {
        return inJava;
    }
}
