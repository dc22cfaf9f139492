package dev.stint.language.internal.lower;

import dev.stint.language.internal.qtjir.Opcode;
import dev.stint.language.internal.qtjir.Payload;
import dev.stint.language.internal.type.Type;
import java.util.HashMap;
import java.util.Map;

/**
 * What has been done and nobody has paid for. An operation pays for work that weighs 64, so that a
 * long straight piece of code costs something, too. Behind a label stands the most that came to it
 * forwards; a way back has paid for its round, and brings nothing. What was unpaid before a loop is
 * paid behind it, or else every round would pay for it again.
 */
final class Work {
    private static final int PAID = 64; // by one operation
    private static final int HEAVY = 4;
    private static final int HEAVIEST = 64;

    private final Map<Integer, Integer> atLabels = new HashMap<>();
    private int unpaid;

    /** True if something is to be paid before this is done. */
    boolean isDue(Opcode opcode) {
        return unpaid >= PAID
                && opcode != Opcode.Phi
                && opcode != Opcode.Label
                && opcode != Opcode.Budget_Decrement;
    }

    void add(Opcode opcode, Payload payload, Type type, int... inputs) {
        if (payload instanceof Payload.OfCost(long ops, _)) {
            unpaid = ops >= unpaid ? 0 : Math.max(0, unpaid - (int) ops * PAID);
            return;
        }
        unpaid += weight(opcode, type);
        if (opcode.isTerminator()) {
            for (int input : inputs) {
                if (input < 0) {
                    atLabels.merge(input, unpaid, Math::max);
                }
            }
        }
    }

    /** Goes on behind a label, at which what led to it forwards has been seen. */
    void place(int label) {
        unpaid = atLabels.getOrDefault(label, 0);
    }

    /** Goes into a loop, whose rounds pay for themselves; gives what is unpaid until then. */
    int enterLoop() {
        int before = unpaid;
        unpaid = 0;
        return before;
    }

    /** Behind a loop what was unpaid before it is still unpaid. */
    void leaveLoop(int before) {
        unpaid += before;
    }

    private static int weight(Opcode opcode, Type type) {
        return switch (opcode) {
            case Label, Budget_Check -> 0;
            case Div, Mod -> type instanceof Type.Real && opcode == Opcode.Mod ? HEAVIEST : HEAVY;
            case Pow -> HEAVIEST;
            case Convert,
                    Std_Call,
                    Index,
                    Index_Store,
                    Slice,
                    SliceLen,
                    Field_Access,
                    Field_Store,
                    Optional_Some,
                    Optional_Unwrap,
                    Union_Tag_Check,
                    Union_Payload_Extract ->
                    HEAVY;
            default -> 1;
        };
    }
}
