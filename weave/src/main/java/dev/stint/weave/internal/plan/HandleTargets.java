package dev.stint.weave.internal.plan;

import dev.stint.weave.Refusal;
import dev.stint.weave.Ruling;
import dev.stint.weave.WeaveRefusedException;
import dev.stint.weave.internal.emit.HookCalls;
import dev.stint.weave.internal.surface.Signatures;
import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.MethodModel;
import java.lang.classfile.TypeKind;
import java.lang.classfile.constantpool.ConstantPoolBuilder;
import java.lang.classfile.constantpool.InterfaceMethodRefEntry;
import java.lang.classfile.constantpool.MemberRefEntry;
import java.lang.classfile.constantpool.MethodHandleEntry;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodHandleInfo;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Static methods that are added to a class for its method handles to point to. Each charges for
 * what the handle's own target would do for free, and then calls that target.
 */
public final class HandleTargets {
    private static final String PREFIX = "stint$ref$";

    private final ClassDesc owner;
    private final boolean inInterface;
    private final Set<String> taken = new HashSet<>();
    private final Map<Target, String> names = new LinkedHashMap<>();

    public HandleTargets(ClassModel model) {
        this.owner = model.thisClass().asSymbol();
        this.inInterface = (model.flags().flagsMask() & ClassFile.ACC_INTERFACE) != 0;
        for (MethodModel method : model.methods()) {
            taken.add(method.methodName().stringValue());
        }
    }

    /**
     * One of them.
     *
     * @param receiver the type of the receiver, if the method has one: often a subclass of the
     *     owner
     * @param ops the operations that are charged before the call
     * @param bytes the bytes that are charged with them
     * @param results the price functions that the result is passed through
     */
    record Target(
            int kind,
            ClassDesc owner,
            ClassDesc receiver,
            String name,
            MethodTypeDesc type,
            boolean toInterface,
            int ops,
            int bytes,
            Ruling ruling,
            List<Ruling.Priced> results) {

        static Target of(
                MethodHandleEntry handle,
                ClassDesc owner,
                ClassDesc receiver,
                int ops,
                int bytes,
                Ruling ruling,
                List<Ruling.Priced> results) {
            MemberRefEntry to = handle.reference();
            return new Target(
                    handle.kind(),
                    owner,
                    receiver,
                    to.name().stringValue(),
                    MethodTypeDesc.ofDescriptor(to.type().stringValue()),
                    to instanceof InterfaceMethodRefEntry,
                    ops,
                    bytes,
                    ruling,
                    results);
        }
    }

    /** The handle that is to be used instead. */
    MethodHandleEntry handle(ConstantPoolBuilder pool, Target target) {
        String name = name(target);
        MethodTypeDesc type = typeOf(target);
        MemberRefEntry to =
                inInterface
                        ? pool.interfaceMethodRefEntry(owner, name, type)
                        : pool.methodRefEntry(owner, name, type);
        return pool.methodHandleEntry(MethodHandleInfo.REF_invokeStatic, to);
    }

    private String name(Target target) {
        String name = names.get(target);
        if (name == null) {
            int number = names.size();
            while (!taken.add(PREFIX + number)) {
                number++;
            }
            name = PREFIX + number;
            names.put(target, name);
        }
        return name;
    }

    /**
     * The type of the method, as the handle is called: the receiver first, and a constructor
     * returns what it made.
     */
    private MethodTypeDesc typeOf(Target target) {
        return switch (target.kind) {
            case MethodHandleInfo.REF_invokeStatic -> target.type;
            case MethodHandleInfo.REF_newInvokeSpecial ->
                    target.type.changeReturnType(target.owner);
            default -> target.type.insertParameterTypes(0, target.receiver);
        };
    }

    /** Adds the methods to the class, at its end. */
    public void writeTo(ClassBuilder builder) {
        names.forEach(
                (target, name) ->
                        builder.withMethodBody(
                                name,
                                typeOf(target),
                                ClassFile.ACC_PRIVATE
                                        | ClassFile.ACC_STATIC
                                        | ClassFile.ACC_SYNTHETIC,
                                code -> write(code, target)));
    }

    private void write(CodeBuilder code, Target target) {
        MethodTypeDesc type = typeOf(target);
        if (target.ops > 0) {
            HookCalls.OF_CODE.opsAndBytes(code, target.ops, target.bytes);
        }
        if (target.ruling instanceof Ruling.Refused refused) {
            String member =
                    ReferenceRules.named(target.owner)
                            + '.'
                            + Signatures.of(target.name, target.type.descriptorString());
            RefusalTime.refuse(code, Refusal.of("calls", member, refused));
            code.aconst_null().athrow();
            return;
        }
        if (target.kind == MethodHandleInfo.REF_newInvokeSpecial) {
            code.new_(target.owner).dup();
        }
        int slot = 0;
        for (ClassDesc parameter : type.parameterList()) {
            TypeKind kind = TypeKind.from(parameter);
            code.loadLocal(kind, slot);
            slot += kind.slotSize();
        }
        var call = new OutsideCall(target.owner, target.name, target.type, isStatic(target));
        if (!call.replace(code, target.ruling, owner)) {
            call.price(code, target.ruling, slot);
            MethodTypeDesc called = call.withMoreArguments(code, target.ruling);
            invoke(code, target, called);
        }
        ResultPrices.write(code, target.results, type.returnType());
        code.return_(TypeKind.from(type.returnType()));
    }

    private static boolean isStatic(Target target) {
        return target.kind == MethodHandleInfo.REF_invokeStatic;
    }

    private static void invoke(CodeBuilder code, Target target, MethodTypeDesc type) {
        ClassDesc to = target.owner;
        String name = target.name;
        switch (target.kind) {
            case MethodHandleInfo.REF_invokeStatic ->
                    code.invokestatic(to, name, type, target.toInterface);
            case MethodHandleInfo.REF_invokeVirtual -> code.invokevirtual(to, name, type);
            case MethodHandleInfo.REF_invokeInterface -> code.invokeinterface(to, name, type);
            case MethodHandleInfo.REF_invokeSpecial, MethodHandleInfo.REF_newInvokeSpecial ->
                    code.invokespecial(to, name, type, target.toInterface);
            default ->
                    throw new WeaveRefusedException(
                            Refusal.because("has a method handle of kind " + target.kind));
        }
    }
}
