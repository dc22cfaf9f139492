package dev.stint.weave.internal.plan;

import dev.stint.weave.Refusal;
import dev.stint.weave.WeaveRefusedException;
import dev.stint.weave.internal.classes.ClassInfo;
import dev.stint.weave.internal.classes.MemberKey;
import dev.stint.weave.internal.flow.Body;
import dev.stint.weave.internal.plan.Overrides.Duty;
import dev.stint.weave.internal.plan.Overrides.Inherited;
import dev.stint.weave.internal.surface.Signatures;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.FieldModel;
import java.lang.classfile.Instruction;
import java.lang.classfile.MethodModel;
import java.lang.classfile.attribute.CodeAttribute;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The plan for one class: all that is decided before it is written. */
public final class ClassPlan {
    private final ClassModel model;
    private final RefusalTime refusalTime;
    private final CodeRules rules;
    private final Overrides overrides;
    private final Lambdas lambdas;
    private final ClassInfo self;
    private final ClassCounts counts;
    private final Map<MethodModel, Body> bodies = new HashMap<>();
    private final Map<MethodModel, Duty> duties = new HashMap<>();
    private final IdentityHashMap<Instruction, Edit> edits = new IdentityHashMap<>();
    private final Set<MethodModel> edited = new HashSet<>();
    private final Map<MethodModel, Refusal> refused = new HashMap<>();

    private ClassPlan(
            ClassModel model,
            ClassInfo self,
            CodeRules rules,
            Lambdas lambdas,
            Overrides overrides,
            RefusalTime refusalTime,
            ClassCounts counts) {
        this.model = model;
        this.self = self;
        this.rules = rules;
        this.lambdas = lambdas;
        this.overrides = overrides;
        this.refusalTime = refusalTime;
        this.counts = counts;
    }

    /**
     * Plans a class: looks at everything in it.
     *
     * @throws WeaveRefusedException if it must not be what it is, or do what it does, or has a form
     *     that cannot be woven
     */
    public static ClassPlan of(
            ClassModel model,
            ClassInfo self,
            CodeRules rules,
            Lambdas lambdas,
            Overrides overrides,
            RefusalTime refusalTime,
            ClassCounts counts) {
        var plan = new ClassPlan(model, self, rules, lambdas, overrides, refusalTime, counts);
        plan.checkKind();
        for (MethodModel method : model.methods()) {
            plan.look(method);
        }
        return plan;
    }

    /** Why a method must not run, so that it throws that and does nothing else; null if it may. */
    public @Nullable Refusal refusal(MethodModel method) {
        return refused.get(method);
    }

    /** The code of a method; null if it has none, or must not run. */
    public @Nullable Body body(MethodModel method) {
        return bodies.get(method);
    }

    /** True if entering it costs 1 because nobody may have paid for the call. */
    public boolean isCalledFromOutside(MethodModel method) {
        return duty(method).calledFromOutside() || lambdas.isImplementation(MemberKey.of(method));
    }

    public Duty duty(MethodModel method) {
        return duties.getOrDefault(method, Duty.NONE);
    }

    public @Nullable Edit edit(Instruction instruction) {
        return edits.get(instruction);
    }

    public boolean isEdited(MethodModel method) {
        return edited.contains(method) || !duty(method).prices().isEmpty();
    }

    public static boolean isFinalizer(MethodModel method) {
        return method.methodName().equalsString("finalize")
                && method.methodType().equalsString("()V");
    }

    /** Its flags in the woven class. */
    public int flags(MethodModel method) {
        int flags = method.flags().flagsMask();
        return Overrides.losesFinality(self, MemberKey.of(method))
                ? flags & ~ClassFile.ACC_FINAL
                : flags;
    }

    /** The class of which an object is made where the code names this one. */
    public ClassDesc made(ClassDesc named) {
        return rules.made(named);
    }

    /** The methods that the class gets in addition. */
    public List<Inherited> inherited() {
        return overrides.inherited(self);
    }

    /**
     * The methods {@code toArray} that the class gets, because those of the JDK believe its size.
     */
    public List<MethodTypeDesc> arraysToMake() {
        return overrides.arraysToMake(self);
    }

    private void checkKind() {
        String name = model.thisClass().asInternalName();
        if (name.startsWith("dev/stint/hooks/")) {
            throw new WeaveRefusedException(
                    Refusal.because("is in a package that belongs to the runtime"));
        }
        model.superclass().map(ClassEntry::asSymbol).ifPresent(this::checkParent);
        for (ClassEntry parent : model.interfaces()) {
            checkParent(parent.asSymbol());
        }
        for (FieldModel field : model.fields()) {
            ClassDesc type = field.fieldTypeSymbol();
            refusalTime.unlessLate(() -> rules.checkType("has a field of", type));
        }
    }

    private void checkParent(ClassDesc parent) {
        rules.checkType("extends", parent);
        if (!rules.made(parent).equals(parent)) {
            throw new WeaveRefusedException(
                    Refusal.of(
                                    "extends",
                                    parent.displayName(),
                                    "in whose place "
                                            + rules.made(parent).displayName()
                                            + " is made")
                            .withRemedy("Hold one instead of being one."));
        }
    }

    private void look(MethodModel method) {
        var key = MemberKey.of(method);
        int flags = method.flags().flagsMask();
        counts.enter(Signatures.of(key.name(), key.descriptor()));
        try {
            if ((flags & ClassFile.ACC_NATIVE) != 0) {
                refuse(method, Refusal.because("is native, and what it does cannot be counted"));
            }
            if (isFinalizer(method)) {
                refusalTime.unlessLate(
                        () -> {
                            throw new WeaveRefusedException(
                                    Refusal.because(
                                            "would be run by the JVM when nobody pays for it"));
                        });
            }
            overrides.ensureNotFinalAbove(self, key, flags);
            try {
                duties.put(method, overrides.of(self, key, flags));
            } catch (WeaveRefusedException e) {
                refuse(method, e.refusal());
            }
            if (method.code().isPresent() && !refused.containsKey(method)) {
                var code = (CodeAttribute) method.code().get();
                for (var table : code.findAttributes(Attributes.localVariableTable())) {
                    table.localVariables()
                            .forEach(variable -> PoolForm.checkVariable(variable.name()));
                }
                Body body = Body.of(code);
                bodies.put(method, body);
                look(method, body);
            }
        } catch (WeaveRefusedException e) {
            throw new WeaveRefusedException(
                    e.refusal().inMethod(Signatures.of(key.name(), key.descriptor())));
        }
    }

    private void refuse(MethodModel method, Refusal why) {
        if (!refusalTime.isLate()) {
            throw new WeaveRefusedException(why);
        }
        if ((method.flags().flagsMask() & ClassFile.ACC_ABSTRACT) == 0) {
            refused.put(method, why);
            counts.refused(why);
        }
    }

    private void look(MethodModel method, Body body) {
        counts.method(body);
        boolean any = false;
        for (int i = 0; i < body.size(); i++) {
            Instruction instruction = body.instruction(i);
            counts.instruction(instruction);
            Edit edit = refusalTime.edit(rules, instruction, counts);
            if (edit != null) {
                edits.put(instruction, edit);
                any = true;
            }
        }
        if (any) {
            edited.add(method);
        }
        for (Body.Range range : body.ranges()) {
            range.type()
                    .ifPresent(
                            type ->
                                    refusalTime.unlessLate(
                                            () -> rules.checkType("catches", type.asSymbol())));
        }
    }
}
