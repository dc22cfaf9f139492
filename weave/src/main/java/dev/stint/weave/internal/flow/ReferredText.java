package dev.stint.weave.internal.flow;

import java.lang.classfile.Instruction;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.classfile.constantpool.ConstantDynamicEntry;
import java.lang.classfile.constantpool.LoadableConstantEntry;
import java.lang.classfile.constantpool.MemberRefEntry;
import java.lang.classfile.constantpool.MethodHandleEntry;
import java.lang.classfile.constantpool.MethodTypeEntry;
import java.lang.classfile.constantpool.StringEntry;
import java.lang.classfile.instruction.ConstantInstruction.LoadConstantInstruction;
import java.lang.classfile.instruction.FieldInstruction;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.NewMultiArrayInstruction;
import java.lang.classfile.instruction.NewObjectInstruction;
import java.lang.classfile.instruction.NewReferenceArrayInstruction;
import java.lang.classfile.instruction.TypeCheckInstruction;

/**
 * How long the texts are that an instruction refers to. The JDK lists them for each instruction of
 * a method with which something is wrong: a file of 140 KB makes gigabytes of that.
 */
final class ReferredText {
    /** In a method. Those of compilers have three million characters at the most. */
    static final long MOST = 8 << 20;

    private static final int DEEPEST = 3;

    private ReferredText() {}

    static long of(Instruction instruction) {
        return switch (instruction) {
            case InvokeInstruction call -> of(call.method());
            case FieldInstruction access -> of(access.field());
            case InvokeDynamicInstruction call ->
                    call.name().length()
                            + call.type().length()
                            + call.invokedynamic().bootstrap().arguments().stream()
                                    .mapToLong(each -> of(each, 1))
                                    .sum();
            case LoadConstantInstruction constant -> of(constant.constantEntry(), 0);
            case NewObjectInstruction made -> of(made.className());
            case NewReferenceArrayInstruction made -> of(made.componentType());
            case NewMultiArrayInstruction made -> of(made.arrayType());
            case TypeCheckInstruction check -> of(check.type());
            default -> 0;
        };
    }

    private static long of(LoadableConstantEntry constant, int depth) {
        return switch (constant) {
            case StringEntry text -> text.utf8().length();
            case ClassEntry type -> of(type);
            case MethodTypeEntry type -> type.descriptor().length();
            case MethodHandleEntry handle -> of(handle.reference());
            case ConstantDynamicEntry dynamic ->
                    dynamic.name().length()
                            + dynamic.type().length()
                            + (depth == DEEPEST
                                    ? 0
                                    : dynamic.bootstrap().arguments().stream()
                                            .mapToLong(each -> of(each, depth + 1))
                                            .sum());
            default -> 0;
        };
    }

    private static long of(ClassEntry type) {
        return type.name().length();
    }

    private static long of(MemberRefEntry member) {
        return of(member.owner()) + member.name().length() + member.type().length();
    }
}
