package dev.stint.weave.internal;

import dev.stint.weave.Refusal;
import dev.stint.weave.WeaveRefusedException;
import dev.stint.weave.internal.emit.HookCalls;
import dev.stint.weave.internal.emit.MethodWriter;
import dev.stint.weave.internal.emit.Rewriter;
import dev.stint.weave.internal.flow.Block;
import dev.stint.weave.internal.flow.Body;
import dev.stint.weave.internal.flow.Charges;
import dev.stint.weave.internal.flow.Flow;
import dev.stint.weave.internal.flow.Handlers;
import dev.stint.weave.internal.flow.InstructionCosts;
import dev.stint.weave.internal.flow.Regions;
import dev.stint.weave.internal.plan.ClassPlan;
import dev.stint.weave.internal.plan.Edit;
import dev.stint.weave.internal.plan.OutsideCall;
import dev.stint.weave.internal.plan.Overrides;
import dev.stint.weave.internal.plan.Overrides.Inherited;
import dev.stint.weave.internal.plan.RefusalTime;
import dev.stint.weave.internal.plan.ResultPrices;
import dev.stint.weave.internal.surface.Signatures;
import java.lang.classfile.AccessFlags;
import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeModel;
import java.lang.classfile.Instruction;
import java.lang.classfile.MethodBuilder;
import java.lang.classfile.MethodElement;
import java.lang.classfile.MethodModel;
import java.lang.classfile.TypeKind;
import java.lang.classfile.instruction.MonitorInstruction;
import java.lang.classfile.instruction.NewObjectInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/** Writes the methods of one class as its plan says, and those that the class gets in addition. */
final class MethodWeaver {
    private final ClassPlan plan;
    private final InstructionCosts costs;
    private final Map<MethodModel, Integer> rooms;
    private final Set<MethodModel> compact = new HashSet<>();
    private final Map<MethodModel, Analysed> analysed = new HashMap<>();

    /** A method that has been followed, and its loops that count in a variable. */
    private record Analysed(MethodWriter.Method method, Regions regions) {}

    /**
     * @param rooms what its methods take of the modelled stack, in bytes; a method that is not in
     *     it takes nothing
     */
    MethodWeaver(ClassPlan plan, InstructionCosts costs, Map<MethodModel, Integer> rooms) {
        this.plan = plan;
        this.costs = costs;
        this.rooms = rooms;
    }

    /** Has a method written as short as possible. False if it was already. */
    boolean makeCompact(MethodModel method) {
        return compact.add(method);
    }

    /** The number of blocks that are charged. */
    int blocks() {
        int blocks = 0;
        for (Analysed each : analysed.values()) {
            for (Block block : each.method.flow().blocks()) {
                blocks += each.method.charges().ops(block) > 0 ? 1 : 0;
            }
        }
        return blocks;
    }

    /** The number of loops that count in a variable. */
    int loops() {
        return analysed.values().stream().mapToInt(each -> each.regions.count()).sum();
    }

    void write(ClassBuilder builder, MethodModel method) {
        Body body = plan.body(method);
        Refusal refusal = plan.refusal(method);
        if (refusal != null) {
            writeRefused(builder, method, refusal);
        } else if (body == null) {
            copy(builder, method);
        } else if (ClassPlan.isFinalizer(method)) {
            // The JVM does not run an empty one, and nobody else may rely on it.
            write(builder, method, CodeBuilder::return_);
        } else {
            Analysed known = analysed.computeIfAbsent(method, _ -> analyse(method, body));
            if (known.method.charges().areNone() && !plan.isEdited(method)) {
                copy(builder, method);
            } else {
                Regions regions =
                        compact.contains(method)
                                ? Regions.none(known.method.flow())
                                : known.regions;
                var edits = new Edits(method);
                write(
                        builder,
                        method,
                        code -> MethodWriter.write(code, known.method, regions, edits));
            }
        }
    }

    /** Writes a method that throws. Whoever calls it from outside has not paid for that. */
    private void writeRefused(ClassBuilder builder, MethodModel method, Refusal refusal) {
        builder.withMethodBody(
                method.methodName(),
                method.methodType(),
                plan.flags(method) & ~ClassFile.ACC_NATIVE,
                code -> {
                    HookCalls.OF_CODE.ops(code, 1);
                    RefusalTime.refuse(code, refusal);
                    code.aconst_null().athrow();
                });
    }

    private void copy(ClassBuilder builder, MethodModel method) {
        int flags = plan.flags(method);
        if (flags == method.flags().flagsMask()) {
            builder.with(method);
        } else {
            builder.withMethod(
                    method.methodName(),
                    method.methodType(),
                    flags,
                    to -> {
                        for (MethodElement part : method) {
                            if (!(part instanceof AccessFlags)) {
                                to.with(part);
                            }
                        }
                    });
        }
    }

    /** Writes a method with other code. */
    private void write(ClassBuilder builder, MethodModel method, Consumer<CodeBuilder> writer) {
        builder.withMethod(
                method.methodName(),
                method.methodType(),
                plan.flags(method),
                to -> {
                    for (MethodElement part : method) {
                        switch (part) {
                            case AccessFlags _ -> {}
                            case CodeModel _ -> writeCode(to, method, writer);
                            default -> to.with(part);
                        }
                    }
                });
    }

    private static void writeCode(
            MethodBuilder to, MethodModel method, Consumer<CodeBuilder> writer) {
        try {
            to.withCode(writer);
        } catch (IllegalArgumentException e) {
            throw new TooLong(method, e);
        } catch (WeaveRefusedException e) {
            throw in(method, e);
        }
    }

    private static WeaveRefusedException in(MethodModel method, WeaveRefusedException refused) {
        return new WeaveRefusedException(refused.refusal().inMethod(signature(method)));
    }

    /** The method as people are told of it. */
    static String signature(MethodModel method) {
        return Signatures.of(method.methodName().stringValue(), method.methodType().stringValue());
    }

    private Analysed analyse(MethodModel method, Body body) {
        try {
            Flow flow = Flow.of(body);
            Handlers handlers = Handlers.of(body, flow);
            boolean called = plan.isCalledFromOutside(method);
            var charges = new Charges(body, flow, handlers, costs, called);
            int parameters = parameterSlots(method);
            if (parameters > body.maxLocals()) {
                throw new WeaveRefusedException(
                        Refusal.because("declares fewer variables than it has parameters"));
            }
            int room = rooms.getOrDefault(method, 0);
            boolean guarded = called && !hasMonitors(body);
            var known =
                    new MethodWriter.Method(
                            body,
                            flow,
                            handlers,
                            charges,
                            parameters,
                            room,
                            guarded,
                            HookCalls.OF_CODE);
            boolean constructor = method.methodName().equalsString("<init>");
            return new Analysed(
                    known, Regions.of(body, flow, charges, handlers, costs, constructor));
        } catch (WeaveRefusedException e) {
            throw in(method, e);
        }
    }

    /**
     * True for a method that must not be guarded: the JVM would not compile it, as it could not
     * tell whether the monitor is held in the handler.
     */
    private static boolean hasMonitors(Body body) {
        for (int i = 0; i < body.size(); i++) {
            if (body.instruction(i) instanceof MonitorInstruction) {
                return true;
            }
        }
        return false;
    }

    static int parameterSlots(MethodModel method) {
        int slots = (method.flags().flagsMask() & ClassFile.ACC_STATIC) != 0 ? 0 : 1;
        for (ClassDesc parameter : method.methodTypeSymbol().parameterList()) {
            slots += TypeKind.from(parameter).slotSize();
        }
        return slots;
    }

    /** Adds the methods that charge and then call what the class inherits. */
    void writeInherited(ClassBuilder builder) {
        for (Inherited inherited : plan.inherited()) {
            builder.withMethodBody(
                    inherited.name(),
                    MethodTypeDesc.ofDescriptor(inherited.descriptor()),
                    inherited.flags() | ClassFile.ACC_SYNTHETIC,
                    code -> write(code, inherited));
        }
        for (MethodTypeDesc type : plan.arraysToMake()) {
            builder.withMethodBody(
                    Overrides.TO_ARRAY,
                    type,
                    ClassFile.ACC_PUBLIC | ClassFile.ACC_SYNTHETIC,
                    code -> writeArray(code, type));
        }
    }

    private static void writeArray(CodeBuilder code, MethodTypeDesc type) {
        code.aload(0);
        if (type.parameterCount() > 0) {
            code.aload(1);
        }
        code.invokestatic(
                Overrides.STEPS,
                Overrides.TO_ARRAY,
                type.insertParameterTypes(0, ConstantDescs.CD_Collection));
        code.areturn();
    }

    private static void write(CodeBuilder code, Inherited inherited) {
        MethodTypeDesc type = MethodTypeDesc.ofDescriptor(inherited.descriptor());
        if (inherited.duty().calledFromOutside()) {
            HookCalls.OF_CODE.ops(code, 1);
        }
        code.aload(0);
        int slot = 1;
        for (ClassDesc parameter : type.parameterList()) {
            TypeKind kind = TypeKind.from(parameter);
            code.loadLocal(kind, slot);
            slot += kind.slotSize();
        }
        var to = ClassDesc.ofInternalName(inherited.via());
        new OutsideCall(to, inherited.name(), type, false).price(code, inherited.before(), slot);
        code.invokespecial(to, inherited.name(), type, inherited.toInterface());
        ResultPrices.write(code, inherited.duty().prices(), type.returnType());
        code.return_(TypeKind.from(type.returnType()));
    }

    /** The rewriter that puts the edits of the plan into one method. */
    private final class Edits implements Rewriter {
        private final MethodModel method;

        Edits(MethodModel method) {
            this.method = method;
        }

        @Override
        public boolean rewrite(CodeBuilder code, Instruction instruction, int free) {
            Edit edit = plan.edit(instruction);
            if (edit == null) {
                return false;
            }
            edit.write(code, free);
            return true;
        }

        @Override
        public void beforeNew(CodeBuilder code, Instruction instruction) {
            Edit edit = plan.edit(instruction);
            if (edit != null) {
                edit.write(code, 0);
            }
        }

        @Override
        public void writeNew(CodeBuilder code, NewObjectInstruction instruction) {
            code.new_(plan.made(instruction.className().asSymbol()));
        }

        @Override
        public void beforeReturn(CodeBuilder code) {
            ClassDesc type = method.methodTypeSymbol().returnType();
            ResultPrices.write(code, plan.duty(method).prices(), type);
        }
    }

    /** Thrown if a method does not fit. */
    static final class TooLong extends RuntimeException {
        private static final long serialVersionUID = 1;
        private final transient MethodModel method;

        TooLong(MethodModel method, Throwable cause) {
            super(cause);
            this.method = method;
        }

        MethodModel method() {
            return method;
        }
    }
}
