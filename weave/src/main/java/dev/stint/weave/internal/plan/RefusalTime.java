package dev.stint.weave.internal.plan;

import dev.stint.weave.Refusal;
import dev.stint.weave.WeaveRefusedException;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Instruction;
import java.lang.classfile.constantpool.ConstantDynamicEntry;
import java.lang.classfile.constantpool.MethodHandleEntry;
import java.lang.classfile.instruction.ConstantInstruction.LoadConstantInstruction;
import java.lang.classfile.instruction.FieldInstruction;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.NewObjectInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import org.jspecify.annotations.Nullable;

/** The time at which code that must not run is refused. */
public enum RefusalTime {
    /** When its class is woven: the class is refused. */
    EARLY,

    /**
     * When it is reached: it throws. Naming a class does no harm then, only using it does. So a
     * library can be loaded that could do more than it is asked to.
     */
    LATE;

    private static final ClassDesc HOOK = ClassDesc.of("dev.stint.hooks.Hook");
    private static final MethodTypeDesc REFUSE =
            MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_String);

    /** The longest message that fits into a class file for sure. */
    private static final int LONGEST = 20_000;

    void unlessLate(Runnable check) {
        if (this == EARLY) {
            check.run();
        }
    }

    public boolean isLate() {
        return this == LATE;
    }

    @Nullable Edit edit(CodeRules rules, Instruction instruction, ClassCounts counts) {
        try {
            return rules.edit(instruction);
        } catch (WeaveRefusedException e) {
            if (this == EARLY) {
                throw e;
            }
            if (!isUse(instruction)) {
                return null;
            }
            counts.refused(e.refusal());
            return refusing(e.refusal(), instruction);
        }
    }

    /** Writes a call that throws. What stands behind it is never reached. */
    public static void refuse(CodeBuilder code, Refusal refusal) {
        String what = "code that " + refusal.withoutCaller();
        String message = what.substring(0, Math.min(what.length(), LONGEST));
        code.ldc(code.constantPool().stringEntry(message));
        code.invokestatic(HOOK, ReferenceRules.isMissing(refusal) ? "missing" : "refuse", REFUSE);
    }

    private static boolean isUse(Instruction instruction) {
        return switch (instruction) {
            case InvokeInstruction _,
                    FieldInstruction _,
                    InvokeDynamicInstruction _,
                    NewObjectInstruction _ ->
                    true;
            // To load it is to run what computes it, or to hold what it is the key to.
            case LoadConstantInstruction constant ->
                    constant.constantEntry() instanceof ConstantDynamicEntry
                            || constant.constantEntry() instanceof MethodHandleEntry;
            default -> false;
        };
    }

    /**
     * The edit that throws. The instruction stays behind it, for the verifier, and is never
     * reached.
     */
    private static Edit refusing(Refusal refusal, Instruction instruction) {
        return (code, _) -> {
            refuse(code, refusal);
            if (!(instruction instanceof NewObjectInstruction)) {
                code.with(instruction);
            }
        };
    }
}
