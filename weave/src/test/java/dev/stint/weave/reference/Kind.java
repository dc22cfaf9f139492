package dev.stint.weave.reference;

import java.lang.classfile.TypeKind;
import java.lang.classfile.attribute.StackMapFrameInfo.ObjectVerificationTypeInfo;
import java.lang.classfile.attribute.StackMapFrameInfo.SimpleVerificationTypeInfo;
import java.lang.classfile.attribute.StackMapFrameInfo.VerificationTypeInfo;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.util.List;

/** The types of values in random programs. */
enum Kind {
    INT(ConstantDescs.CD_int),
    LONG(ConstantDescs.CD_long),
    FLOAT(ConstantDescs.CD_float),
    DOUBLE(ConstantDescs.CD_double),
    OBJECT(ConstantDescs.CD_Object),
    INTS(ConstantDescs.CD_int.arrayType()),
    THING(ClassDesc.of("fuzz.Thing")),
    THROWABLE(ConstantDescs.CD_Throwable);

    static final List<Kind> ALL = List.of(values());
    static final List<Kind> NUMBERS = List.of(INT, LONG, FLOAT, DOUBLE);

    private final String descriptor;

    Kind(ClassDesc type) {
        this.descriptor = type.descriptorString();
    }

    ClassDesc type() {
        return ClassDesc.ofDescriptor(descriptor);
    }

    TypeKind typeKind() {
        return TypeKind.from(type());
    }

    boolean isWide() {
        return this == LONG || this == DOUBLE;
    }

    boolean isReference() {
        return typeKind() == TypeKind.REFERENCE;
    }

    VerificationTypeInfo info() {
        return switch (this) {
            case INT -> SimpleVerificationTypeInfo.INTEGER;
            case LONG -> SimpleVerificationTypeInfo.LONG;
            case FLOAT -> SimpleVerificationTypeInfo.FLOAT;
            case DOUBLE -> SimpleVerificationTypeInfo.DOUBLE;
            case OBJECT, INTS, THING, THROWABLE -> ObjectVerificationTypeInfo.of(type());
        };
    }
}
