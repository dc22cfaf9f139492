package dev.stint.weave.internal.plan;

import dev.stint.weave.internal.classes.MemberKey;
import dev.stint.weave.internal.flow.Body;
import dev.stint.weave.internal.flow.Flow;
import dev.stint.weave.internal.flow.InstructionCosts;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.Instruction;
import java.lang.classfile.MethodModel;
import java.lang.classfile.Opcode;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The methods of a class that are <em>shallow</em>: they call only what cannot lead back to metered
 * code, and other shallow methods of the class, a few deep. Most small methods that are called
 * often are shallow. Recursion never consists of them alone.
 *
 * <p>They take nothing of the modelled stack. A loop that calls them may count in a variable,
 * unless they loop themselves: what they book comes without a check, and the loop would not see how
 * much that is.
 */
public final class ShallowMethods implements InstructionCosts {
    /** The words that the interpreter keeps beside variables and operands. */
    private static final int FRAME = 14;

    private static final int WORD = 8;

    /** The bytes that a method takes more if the JDK calls it, for the frames in between. */
    private static final int OUTSIDE = 128;

    /** The largest shallow method, in bytes. */
    private static final int LARGEST_SHALLOW = 1024;

    /** How deep shallow methods may call each other. */
    private static final int DEEPEST_SHALLOW = 8;

    /** Types of the JDK whose objects lead nowhere. */
    private static final Set<String> PLAIN =
            Set.of(
                    "Ljava/lang/String;",
                    "Ljava/lang/StringBuilder;",
                    "Ljava/lang/StringBuffer;",
                    "Ljava/lang/Boolean;",
                    "Ljava/lang/Byte;",
                    "Ljava/lang/Character;",
                    "Ljava/lang/Short;",
                    "Ljava/lang/Integer;",
                    "Ljava/lang/Long;",
                    "Ljava/lang/Float;",
                    "Ljava/lang/Double;");

    private final ClassModel model;
    private final ClassPlan plan;
    private final ReferenceCosts costs;
    private final Map<MemberKey, MethodModel> methods = new HashMap<>();
    private final Set<MethodModel> shallow = new HashSet<>();
    private final Set<MethodModel> straight = new HashSet<>(); // of those, what never goes round

    private ShallowMethods(ClassModel model, ClassPlan plan, ReferenceCosts costs) {
        this.model = model;
        this.plan = plan;
        this.costs = costs;
        for (MethodModel method : model.methods()) {
            methods.put(MemberKey.of(method), method);
        }
    }

    public static ShallowMethods of(ClassModel model, ClassPlan plan, ReferenceCosts costs) {
        var methods = new ShallowMethods(model, plan, costs);
        methods.find();
        return methods;
    }

    /** What the other methods take of the modelled stack, in bytes. */
    public Map<MethodModel, Integer> roomsOfOthers() {
        var rooms = new HashMap<MethodModel, Integer>();
        for (MethodModel method : model.methods()) {
            Body body = plan.body(method);
            if (body != null && !shallow.contains(method)) {
                rooms.put(method, size(body) + (plan.isCalledFromOutside(method) ? OUTSIDE : 0));
            }
        }
        return rooms;
    }

    @Override
    public int bytes(Instruction instruction) {
        return costs.bytes(instruction);
    }

    @Override
    public boolean callsWovenCode(Instruction instruction) {
        return costs.callsWovenCode(instruction)
                && !(instruction instanceof InvokeInstruction call
                        && straight.contains(ownMethod(call)));
    }

    private static int size(Body body) {
        return (body.maxLocals() + body.maxStack() + FRAME) * WORD;
    }

    private void find() {
        var candidates = new HashMap<MethodModel, List<MethodModel>>(); // and what they call here
        for (MethodModel method : model.methods()) {
            Body body = plan.body(method);
            if (body != null
                    && size(body) <= LARGEST_SHALLOW
                    && !method.methodName().equalsString(ConstantDescs.CLASS_INIT_NAME)) {
                var called = new ArrayList<MethodModel>(2);
                if (callsOnlyShallow(method, body, called)) {
                    candidates.put(method, called);
                }
            }
        }
        for (int depth = 0; depth < DEEPEST_SHALLOW; depth++) {
            var more = new ArrayList<MethodModel>();
            candidates.forEach(
                    (method, called) -> {
                        if (shallow.containsAll(called)) {
                            more.add(method);
                        }
                    });
            for (MethodModel method : more) {
                List<MethodModel> called = Objects.requireNonNull(candidates.remove(method));
                if (straight.containsAll(called) && !goesRound(method)) {
                    straight.add(method);
                }
            }
            shallow.addAll(more);
        }
    }

    private boolean goesRound(MethodModel method) {
        Body body = Objects.requireNonNull(plan.body(method));
        for (int i = 0; i < body.size(); i++) {
            if (Flow.goesBack(body, i)) {
                return true;
            }
        }
        return false;
    }

    /**
     * True if its calls lead nowhere, except to methods of this class, which are added to the list.
     */
    private boolean callsOnlyShallow(MethodModel method, Body body, List<MethodModel> called) {
        for (int i = 0; i < body.size(); i++) {
            Instruction instruction = body.instruction(i);
            switch (instruction) {
                case InvokeInstruction call -> {
                    MethodModel own = ownMethod(call);
                    if (own != null) {
                        called.add(own);
                    } else if (costs.callsWovenCode(call) || !leadsNowhere(call, method)) {
                        return false;
                    }
                }
                case InvokeDynamicInstruction call -> {
                    if (!leadsNowhere(call)) {
                        return false;
                    }
                }
                default -> {}
            }
        }
        return true;
    }

    /** The method of this class that is called, if it can be no other. */
    private @Nullable MethodModel ownMethod(InvokeInstruction call) {
        if (!call.owner().asInternalName().equals(model.thisClass().asInternalName())) {
            return null;
        }
        MethodModel method = methods.get(MemberKey.of(call.method()));
        if (method == null || method.code().isEmpty()) {
            return null;
        }
        int flags = method.flags().flagsMask() | model.flags().flagsMask();
        boolean fixed =
                call.opcode() == Opcode.INVOKESTATIC
                        || call.opcode() == Opcode.INVOKESPECIAL
                        || (flags & (ClassFile.ACC_PRIVATE | ClassFile.ACC_FINAL)) != 0;
        return fixed ? method : null;
    }

    private static boolean leadsNowhere(InvokeInstruction call, MethodModel from) {
        String owner = call.owner().asInternalName();
        String name = call.name().stringValue();
        if (owner.equals("java/lang/Object")) {
            return name.equals(ConstantDescs.INIT_NAME) || name.equals("getClass");
        }
        if (owner.startsWith("[")) {
            return true; // clone, or what all objects have
        }
        boolean made =
                name.equals(ConstantDescs.INIT_NAME)
                        && !from.methodName().equalsString(ConstantDescs.INIT_NAME);
        boolean onNothingElse =
                made || call.opcode() == Opcode.INVOKESTATIC || isPlain(call.owner().asSymbol());
        return onNothingElse && arePlain(call.typeSymbol());
    }

    private static boolean leadsNowhere(InvokeDynamicInstruction call) {
        return switch (Bootstrap.of(call.invokedynamic())) {
            case LAMBDA -> true;
            case CONCAT -> arePlain(call.typeSymbol());
            case OTHER -> false;
        };
    }

    private static boolean arePlain(MethodTypeDesc type) {
        return type.parameterList().stream().allMatch(ShallowMethods::isPlain);
    }

    private static boolean isPlain(ClassDesc type) {
        ClassDesc component = type.componentType();
        return type.isPrimitive()
                || (component != null && component.isPrimitive())
                || PLAIN.contains(type.descriptorString());
    }
}
