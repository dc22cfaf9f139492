package dev.stint.weave.reference;

import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A method of a random program, or one that it calls. */
record Signature(
        ClassDesc owner,
        String name,
        List<Kind> parameters,
        @Nullable Kind result,
        boolean isStatic) {
    MethodTypeDesc type() {
        return MethodTypeDesc.of(
                result == null ? ConstantDescs.CD_void : result.type(),
                parameters.stream().map(Kind::type).toList());
    }

    boolean isConstructor() {
        return name.equals("<init>");
    }
}
