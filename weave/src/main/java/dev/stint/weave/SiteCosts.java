package dev.stint.weave;

import dev.stint.weave.internal.flow.Sites;
import java.lang.classfile.Instruction;
import java.lang.classfile.TypeKind;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.NewObjectInstruction;
import java.lang.constant.ClassDesc;

/** The charging rule for instructions that refer to other classes. */
final class SiteCosts implements Sites {
    private static final String LAMBDAS = "java/lang/invoke/LambdaMetafactory";

    private final Classes classes;
    private final Sizes sizes;

    SiteCosts(Classes classes, Sizes sizes) {
        this.classes = classes;
        this.sizes = sizes;
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
                && !isOfJdk(call.owner().asInternalName());
    }

    static boolean isLambda(InvokeDynamicInstruction call) {
        return call.invokedynamic()
                .bootstrap()
                .bootstrapMethod()
                .reference()
                .owner()
                .name()
                .equalsString(LAMBDAS);
    }

    private static int bytesOfLambda(InvokeDynamicInstruction call) {
        int captured = 0;
        for (ClassDesc parameter : call.typeSymbol().parameterList()) {
            captured += Sizes.of(TypeKind.from(parameter));
        }
        return captured == 0 ? 0 : Sizes.ofObject(captured);
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
