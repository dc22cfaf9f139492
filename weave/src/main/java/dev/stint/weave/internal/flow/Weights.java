package dev.stint.weave.internal.flow;

import java.lang.classfile.Instruction;
import java.lang.classfile.Opcode;
import java.lang.classfile.instruction.ArrayLoadInstruction;
import java.lang.classfile.instruction.ArrayStoreInstruction;
import java.lang.classfile.instruction.ConvertInstruction;
import java.lang.classfile.instruction.FieldInstruction;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.classfile.instruction.LookupSwitchInstruction;
import java.lang.classfile.instruction.MonitorInstruction;
import java.lang.classfile.instruction.NewMultiArrayInstruction;
import java.lang.classfile.instruction.OperatorInstruction;
import java.lang.classfile.instruction.TableSwitchInstruction;
import java.lang.classfile.instruction.ThrowInstruction;
import java.lang.classfile.instruction.TypeCheckInstruction;

/**
 * The weights of instructions. An operation pays for {@link #OF_AN_OPERATION} of them. A weight of
 * 1 stands for about eight nanoseconds at the worst: interpreted, not in the cache, with the values
 * that the processor likes least.
 */
final class Weights {
    static final int OF_AN_OPERATION = 64;

    /** The arms of a switch that weigh 1: one of the JVM's compilers tries them in a row. */
    private static final int ARMS = 16;

    private Weights() {}

    static int of(Instruction instruction) {
        return switch (instruction) {
            case OperatorInstruction _ -> ofOperator(instruction.opcode());
            case ConvertInstruction _ -> ofConversion(instruction.opcode());
            // What they read or write may not be in the cache.
            case ArrayLoadInstruction _ -> 4;
            case FieldInstruction _ -> isOfObject(instruction.opcode()) ? 4 : 1;
            // Each may look through all interfaces of a class.
            case TypeCheckInstruction _ -> 16;
            case ArrayStoreInstruction _ -> instruction.opcode() == Opcode.AASTORE ? 16 : 4;
            case MonitorInstruction _, NewMultiArrayInstruction _ -> 16;
            case LookupSwitchInstruction s -> 1 + s.cases().size() / ARMS;
            case TableSwitchInstruction s -> 1 + (s.highValue() - s.lowValue() + 1) / ARMS;
            case ThrowInstruction _ -> 64;
            case InvokeDynamicInstruction call -> 1 + 8 * call.typeSymbol().parameterCount();
            default -> 1;
        };
    }

    private static int ofOperator(Opcode opcode) {
        return switch (opcode) {
            case FREM, DREM -> 64;
            case IDIV, IREM, LDIV, LREM, FMUL, DMUL, FDIV, DDIV, ARRAYLENGTH -> 4;
            default -> 1;
        };
    }

    /** Of a number with a fraction, those to a whole one see to what does not fit. */
    private static int ofConversion(Opcode opcode) {
        return switch (opcode) {
            case F2I, F2L, D2I, D2L -> 4;
            default -> 1;
        };
    }

    private static boolean isOfObject(Opcode opcode) {
        return opcode == Opcode.GETFIELD || opcode == Opcode.PUTFIELD;
    }
}
