package dev.stint.weave.internal.plan;

import java.lang.classfile.constantpool.InvokeDynamicEntry;
import java.lang.classfile.constantpool.MethodHandleEntry;
import java.lang.invoke.MethodHandleInfo;

/** The kinds of {@code invokedynamic}, by their bootstrap method. */
enum Bootstrap {
    /** Makes functional objects. */
    LAMBDA,
    /** Concatenates strings. */
    CONCAT,
    OTHER;

    static Bootstrap of(InvokeDynamicEntry call) {
        MethodHandleEntry handle = call.bootstrap().bootstrapMethod();
        if (handle.kind() != MethodHandleInfo.REF_invokeStatic) {
            return OTHER;
        }
        String owner = handle.reference().owner().asInternalName();
        String name = handle.reference().name().stringValue();
        return switch (owner + '.' + name) {
            case "java/lang/invoke/LambdaMetafactory.metafactory",
                    "java/lang/invoke/LambdaMetafactory.altMetafactory" ->
                    LAMBDA;
            case "java/lang/invoke/StringConcatFactory.makeConcat",
                    "java/lang/invoke/StringConcatFactory.makeConcatWithConstants" ->
                    CONCAT;
            default -> OTHER;
        };
    }
}
