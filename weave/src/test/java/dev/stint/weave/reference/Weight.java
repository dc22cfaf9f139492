package dev.stint.weave.reference;

import java.lang.classfile.Instruction;
import java.lang.classfile.Opcode;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.classfile.instruction.LookupSwitchInstruction;
import java.lang.classfile.instruction.TableSwitchInstruction;
import java.util.EnumMap;
import java.util.Map;

/** What an instruction weighs, from the table of the charging rule. */
final class Weight {
    private static final Map<Opcode, Integer> HEAVY = new EnumMap<>(Opcode.class);

    static {
        put(4, Opcode.IDIV, Opcode.IREM, Opcode.LDIV, Opcode.LREM);
        put(4, Opcode.FMUL, Opcode.DMUL, Opcode.FDIV, Opcode.DDIV);
        put(4, Opcode.F2I, Opcode.F2L, Opcode.D2I, Opcode.D2L);
        put(4, Opcode.GETFIELD, Opcode.PUTFIELD, Opcode.ARRAYLENGTH);
        put(4, Opcode.BALOAD, Opcode.CALOAD, Opcode.SALOAD, Opcode.IALOAD);
        put(4, Opcode.LALOAD, Opcode.FALOAD, Opcode.DALOAD, Opcode.AALOAD);
        put(4, Opcode.BASTORE, Opcode.CASTORE, Opcode.SASTORE, Opcode.IASTORE);
        put(4, Opcode.LASTORE, Opcode.FASTORE, Opcode.DASTORE);
        put(16, Opcode.AASTORE, Opcode.CHECKCAST, Opcode.INSTANCEOF);
        put(16, Opcode.MONITORENTER, Opcode.MONITOREXIT, Opcode.MULTIANEWARRAY);
        put(64, Opcode.FREM, Opcode.DREM, Opcode.ATHROW);
    }

    private Weight() {}

    private static void put(int weight, Opcode... opcodes) {
        for (Opcode opcode : opcodes) {
            HEAVY.put(opcode, weight);
        }
    }

    static int of(Instruction instruction) {
        return switch (instruction) {
            case LookupSwitchInstruction s -> 1 + s.cases().size() / 16;
            case TableSwitchInstruction s -> 1 + (s.highValue() - s.lowValue() + 1) / 16;
            case InvokeDynamicInstruction call -> 1 + 8 * call.typeSymbol().parameterCount();
            default -> HEAVY.getOrDefault(instruction.opcode(), 1);
        };
    }
}
