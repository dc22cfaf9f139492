package dev.stint.weave.internal.classes;

import java.lang.classfile.FieldModel;
import java.lang.classfile.MethodModel;
import java.lang.classfile.constantpool.MemberRefEntry;

/**
 * What a member is known by within its class: its name and its descriptor. The two are kept apart,
 * as either may contain nearly any character, and what they look like in a row may be two things.
 */
public record MemberKey(String name, String descriptor) {
    public static MemberKey of(MethodModel method) {
        return new MemberKey(method.methodName().stringValue(), method.methodType().stringValue());
    }

    public static MemberKey of(FieldModel field) {
        return new MemberKey(field.fieldName().stringValue(), field.fieldType().stringValue());
    }

    public static MemberKey of(MemberRefEntry reference) {
        return new MemberKey(reference.name().stringValue(), reference.type().stringValue());
    }

    /** True for constructors and initialisers. */
    boolean isInitialiser() {
        return name.startsWith("<");
    }
}
