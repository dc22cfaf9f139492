package dev.stint.weave.internal.flow;

import java.lang.classfile.Instruction;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.NewMultiArrayInstruction;
import java.lang.classfile.instruction.NewObjectInstruction;
import java.lang.classfile.instruction.NewPrimitiveArrayInstruction;
import java.lang.classfile.instruction.NewReferenceArrayInstruction;

/** The costs of single instructions, as the charging rule says. */
public interface InstructionCosts {
    /** The bytes of a {@code new} or of an {@code invokedynamic}, which are known beforehand. */
    int bytes(Instruction instruction);

    /**
     * True for a call that runs woven code, or may: not one of the JDK, nor one of a method that
     * calls nothing in turn.
     */
    boolean callsWovenCode(Instruction instruction);

    /** True if it costs an operation. */
    static boolean isSite(Instruction instruction) {
        return switch (instruction) {
            case InvokeInstruction call -> !isInitOfObject(call);
            case InvokeDynamicInstruction _,
                    NewObjectInstruction _,
                    NewPrimitiveArrayInstruction _,
                    NewReferenceArrayInstruction _,
                    NewMultiArrayInstruction _ ->
                    true;
            default -> false;
        };
    }

    /** The free one: every object has it. */
    private static boolean isInitOfObject(InvokeInstruction call) {
        return call.name().equalsString("<init>")
                && call.owner().name().equalsString("java/lang/Object");
    }
}
