package dev.stint.weave.internal.flow;

import java.lang.classfile.Instruction;
import java.lang.classfile.instruction.IncrementInstruction;
import java.lang.classfile.instruction.LoadInstruction;
import java.lang.classfile.instruction.StoreInstruction;

/** The local variables that instructions use. */
public final class Variables {
    private Variables() {}

    /**
     * The number of the first variable behind those that an instruction uses; 0 if it uses none.
     */
    public static int end(Instruction instruction) {
        return switch (instruction) {
            case LoadInstruction load -> load.slot() + load.typeKind().slotSize();
            case StoreInstruction store -> store.slot() + store.typeKind().slotSize();
            case IncrementInstruction increment -> increment.slot() + 1;
            default -> 0;
        };
    }
}
