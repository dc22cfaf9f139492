package dev.stint.weave.reference;

import java.lang.classfile.TypeKind;
import org.jspecify.annotations.Nullable;

/** Between values as the interpreter holds them and values as Java holds them in an Object. */
final class Values {
    private Values() {}

    static boolean isWide(TypeKind kind) {
        return kind.slotSize() == 2;
    }

    static @Nullable Object toJava(@Nullable Object value, TypeKind kind) {
        return switch (kind) {
            case BOOLEAN -> (integer(value) & 1) != 0;
            case BYTE -> (byte) integer(value);
            case CHAR -> (char) integer(value);
            case SHORT -> (short) integer(value);
            case INT, LONG, FLOAT, DOUBLE, REFERENCE -> value;
            case VOID -> null;
        };
    }

    static @Nullable Object fromJava(@Nullable Object value, TypeKind kind) {
        return switch (value) {
            case null -> null;
            case Boolean b when kind == TypeKind.BOOLEAN -> b ? 1 : 0;
            case Byte b when kind == TypeKind.BYTE -> (int) b;
            case Character c when kind == TypeKind.CHAR -> (int) c;
            case Short s when kind == TypeKind.SHORT -> (int) s;
            default -> value;
        };
    }

    /** What an int becomes on its way through a variable or a result of a smaller type. */
    static @Nullable Object narrow(@Nullable Object value, TypeKind kind) {
        return fromJava(toJava(value, kind), kind);
    }

    static @Nullable Object zero(TypeKind kind) {
        return switch (kind) {
            case BOOLEAN, BYTE, CHAR, SHORT, INT -> 0;
            case LONG -> 0L;
            case FLOAT -> 0f;
            case DOUBLE -> 0d;
            case REFERENCE, VOID -> null;
        };
    }

    private static int integer(@Nullable Object value) {
        if (value instanceof Integer i) {
            return i;
        }
        throw new Fault("an int was expected, not " + value);
    }
}
