package dev.stint.weave.internal.emit;

import dev.stint.weave.internal.flow.Body;
import dev.stint.weave.internal.flow.Flow;
import dev.stint.weave.internal.flow.Variables;
import java.lang.classfile.TypeKind;
import java.lang.classfile.instruction.LocalVariable;
import java.lang.classfile.instruction.LocalVariableType;

/**
 * The number of local variables that the instructions of a method use. A class file is written with
 * room for those and no others. Debug information may name more, which the JVM refuses, so such
 * names are left out.
 */
final class UsedLocals {
    private UsedLocals() {}

    static int used(Body body, Flow flow, int parameterSlots) {
        int used = parameterSlots;
        for (int i = 0; i < body.size(); i++) {
            if (flow.isReached(flow.blockAt(i))) {
                used = Math.max(used, Variables.end(body.instruction(i)));
            }
        }
        return used;
    }

    static boolean isBeyond(LocalVariable variable, int used) {
        TypeKind kind = TypeKind.fromDescriptor(variable.type().stringValue());
        return variable.slot() + kind.slotSize() > used;
    }

    static boolean isBeyond(LocalVariableType variable, int used) {
        return variable.slot() + 1 > used;
    }
}
