package dev.stint.weave.internal.plan;

import dev.stint.weave.Ruling;
import dev.stint.weave.internal.classes.KnownClasses;
import dev.stint.weave.internal.classes.ObjectSizes;
import dev.stint.weave.internal.flow.InstructionCosts;
import java.lang.classfile.Instruction;
import java.lang.classfile.TypeKind;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.NewObjectInstruction;
import java.lang.constant.ClassDesc;

/**
 * The costs of instructions that refer to other classes: sizes of objects, and calls that run woven
 * code.
 */
public final class ReferenceCosts implements InstructionCosts {
    private final KnownClasses classes;
    private final ObjectSizes sizes;
    private final ReferenceRules references;

    public ReferenceCosts(KnownClasses classes, ObjectSizes sizes, ReferenceRules references) {
        this.classes = classes;
        this.sizes = sizes;
        this.references = references;
    }

    @Override
    public int bytes(Instruction instruction) {
        return switch (instruction) {
            case NewObjectInstruction made -> sizes.of(made.className().asInternalName());
            case InvokeDynamicInstruction call when isLambda(call) -> bytesOfLambda(call);
            default -> 0;
        };
    }

    @Override
    public boolean callsWovenCode(Instruction instruction) {
        return instruction instanceof InvokeInstruction call
                && (!isOfJdk(call.owner().asInternalName()) || isReplaced(call));
    }

    /** True if something else is called instead, which may do anything, also wait. */
    private boolean isReplaced(InvokeInstruction call) {
        return references.of(call.method()).ruling() instanceof Ruling.Replaced;
    }

    private static boolean isLambda(InvokeDynamicInstruction call) {
        return Bootstrap.of(call.invokedynamic()) == Bootstrap.LAMBDA;
    }

    private static int bytesOfLambda(InvokeDynamicInstruction call) {
        int captured = 0;
        for (ClassDesc parameter : call.typeSymbol().parameterList()) {
            captured += ObjectSizes.of(TypeKind.from(parameter));
        }
        return captured == 0 ? 0 : ObjectSizes.ofObject(captured);
    }

    private boolean isOfJdk(String name) {
        boolean named =
                name.startsWith("java/")
                        || name.startsWith("javax/")
                        || name.startsWith("jdk/")
                        || name.startsWith("[");
        return named && !classes.isOwn(name);
    }
}
