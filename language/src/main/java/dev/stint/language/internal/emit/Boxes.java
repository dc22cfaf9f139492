package dev.stint.language.internal.emit;

import dev.stint.language.internal.type.Type;
import java.lang.classfile.CodeBuilder;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;

/** Values as objects, and back: in channels, optionals, and on the way out of tasks. */
final class Boxes {
    private static final ClassDesc LONG = ConstantDescs.CD_Long;
    private static final ClassDesc REAL = ConstantDescs.CD_Double;
    private static final ClassDesc BOOL = ConstantDescs.CD_Boolean;

    private final CodeBuilder code;
    private final Shapes shapes;

    Boxes(CodeBuilder code, Shapes shapes) {
        this.code = code;
        this.shapes = shapes;
    }

    /** The value on the stack, as an object; of no value, what stands for it. */
    void box(Type type) {
        switch (Shapes.kind(type)) {
            case LONG -> code.invokestatic(LONG, "valueOf", MethodTypeDesc.of(LONG, Names.LONG));
            case REAL -> code.invokestatic(REAL, "valueOf", MethodTypeDesc.of(REAL, Names.REAL));
            case BOOL -> code.invokestatic(BOOL, "valueOf", MethodTypeDesc.of(BOOL, Names.BOOL));
            case NONE -> code.getstatic(Names.VALUE, "UNIT", Names.VALUE);
            case REF -> {}
            case PAIR -> throw new IllegalArgumentException("an error union is two values");
        }
    }

    void unbox(Type type) {
        switch (Shapes.kind(type)) {
            case LONG ->
                    code.checkcast(LONG)
                            .invokevirtual(LONG, "longValue", MethodTypeDesc.of(Names.LONG));
            case REAL ->
                    code.checkcast(REAL)
                            .invokevirtual(REAL, "doubleValue", MethodTypeDesc.of(Names.REAL));
            case BOOL ->
                    code.checkcast(BOOL)
                            .invokevirtual(BOOL, "booleanValue", MethodTypeDesc.of(Names.BOOL));
            case NONE -> code.pop();
            case REF -> cast(type);
            case PAIR -> throw new IllegalArgumentException("an error union is two values");
        }
    }

    /** An object as one of its type. */
    void cast(Type type) {
        ClassDesc wanted = shapes.of(type);
        if (!wanted.equals(Names.OBJECT)) {
            code.checkcast(wanted);
        }
    }

    /** A value of any type, so that the variable that is for one has one. */
    void nothing(Type type) {
        switch (Shapes.kind(type)) {
            case LONG -> code.lconst_0();
            case REAL -> code.dconst_0();
            case BOOL -> code.iconst_0();
            case REF -> code.aconst_null();
            case NONE, PAIR -> {}
        }
    }
}
