package dev.stint.weave.internal.emit;

import dev.stint.weave.internal.flow.Block;
import dev.stint.weave.internal.flow.Body;
import java.lang.classfile.Instruction;
import java.lang.classfile.Opcode;
import java.lang.classfile.instruction.BranchInstruction;
import java.lang.classfile.instruction.ConstantInstruction;
import java.lang.classfile.instruction.ConvertInstruction;
import java.lang.classfile.instruction.IncrementInstruction;
import java.lang.classfile.instruction.LoadInstruction;
import java.lang.classfile.instruction.LookupSwitchInstruction;
import java.lang.classfile.instruction.NopInstruction;
import java.lang.classfile.instruction.OperatorInstruction;
import java.lang.classfile.instruction.StackInstruction;
import java.lang.classfile.instruction.StoreInstruction;
import java.lang.classfile.instruction.TableSwitchInstruction;

/** Tells which instructions may throw: all but those that are known not to. */
final class MayThrow {
    private MayThrow() {}

    static boolean isIn(Block block, Body body) {
        for (int i = block.start(); i < block.end(); i++) {
            if (mayThrow(body.instruction(i))) {
                return true;
            }
        }
        return false;
    }

    private static boolean mayThrow(Instruction instruction) {
        return switch (instruction) {
            case LoadInstruction _,
                    StoreInstruction _,
                    IncrementInstruction _,
                    StackInstruction _,
                    ConvertInstruction _,
                    NopInstruction _,
                    BranchInstruction _,
                    LookupSwitchInstruction _,
                    TableSwitchInstruction _,
                    ConstantInstruction.IntrinsicConstantInstruction _,
                    ConstantInstruction.ArgumentConstantInstruction _ ->
                    false;
            case OperatorInstruction operator -> mayThrow(operator.opcode());
            default -> true;
        };
    }

    private static boolean mayThrow(Opcode operator) {
        return switch (operator) {
            case IDIV, IREM, LDIV, LREM, ARRAYLENGTH -> true;
            default -> false;
        };
    }
}
