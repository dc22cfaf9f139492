package dev.stint.weave.points;

import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.Opcode;
import java.lang.classfile.TypeKind;
import java.lang.classfile.attribute.StackMapFrameInfo;
import java.lang.classfile.attribute.StackMapFrameInfo.ObjectVerificationTypeInfo;
import java.lang.classfile.attribute.StackMapFrameInfo.SimpleVerificationTypeInfo;
import java.lang.classfile.attribute.StackMapFrameInfo.VerificationTypeInfo;
import java.lang.classfile.attribute.StackMapTableAttribute;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Static methods that are added to a class. Each makes one call of the JDK, with a point before it.
 * So calls and method references are woven alike, whatever the arguments are.
 */
final class AnnouncedCalls {
    /** What the names of all that is added begin with. */
    static final String PREFIX = "stint$";

    private static final int FLAGS =
            ClassFile.ACC_PRIVATE | ClassFile.ACC_STATIC | ClassFile.ACC_SYNTHETIC;
    private static final MethodTypeDesc CALLING =
            MethodTypeDesc.of(
                    ConstantDescs.CD_void,
                    ConstantDescs.CD_Object,
                    ConstantDescs.CD_String,
                    ConstantDescs.CD_boolean);
    private static final MethodTypeDesc BEGIN = CALLING.changeReturnType(ConstantDescs.CD_boolean);
    private static final MethodTypeDesc END =
            MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_boolean);

    private final Map<Target, Added> all = new LinkedHashMap<>();

    /** A method that is called. */
    record Target(
            Opcode opcode, ClassDesc owner, String name, MethodTypeDesc type, boolean isInterface) {
        /** With the receiver, if there is one, as the first parameter. */
        MethodTypeDesc staticType() {
            return opcode == Opcode.INVOKESTATIC ? type : type.insertParameterTypes(0, owner);
        }
    }

    /** A method that is added. */
    record Added(
            String name,
            MethodTypeDesc type,
            Target target,
            VisibleCall step,
            @Nullable Redirect instead) {}

    Added to(Target target, VisibleCall step, @Nullable Redirect instead) {
        return all.computeIfAbsent(
                target, t -> new Added(PREFIX + all.size(), t.staticType(), t, step, instead));
    }

    boolean isEmpty() {
        return all.isEmpty();
    }

    void addTo(ClassBuilder type) {
        for (Added added : all.values()) {
            type.withMethodBody(added.name(), added.type(), FLAGS, code -> emit(code, added));
        }
    }

    private static void emit(CodeBuilder code, Added added) {
        if (added.step().maySelfLock()) {
            emitQuiet(code, added);
            return;
        }
        if (added.step() == VisibleCall.DRAWS) {
            code.invokestatic(Redirects.CHANCE, "reseed", MethodTypeDesc.of(ConstantDescs.CD_void));
        } else {
            announce(code, added);
            code.invokestatic(PointWeaver.HOOK, "calling", CALLING);
        }
        call(code, added);
        code.return_(TypeKind.from(added.type().returnType()));
    }

    private static void emitQuiet(CodeBuilder code, Added added) {
        Label begin = code.newLabel();
        Label end = code.newLabel();
        Label handler = code.newLabel();
        List<VerificationTypeInfo> locals = localsOf(added.type());
        int quiet = slotsOf(added.type());
        locals.add(SimpleVerificationTypeInfo.INTEGER);
        announce(code, added);
        code.invokestatic(PointWeaver.HOOK, "beginCall", BEGIN).istore(quiet);
        code.labelBinding(begin);
        call(code, added);
        code.labelBinding(end);
        code.iload(quiet).invokestatic(PointWeaver.HOOK, "endCall", END);
        code.return_(TypeKind.from(added.type().returnType()));
        code.labelBinding(handler);
        code.iload(quiet).invokestatic(PointWeaver.HOOK, "endCall", END).athrow();
        code.exceptionCatchAll(begin, end, handler);
        code.with(
                StackMapTableAttribute.of(
                        List.of(
                                StackMapFrameInfo.of(
                                        handler,
                                        locals,
                                        List.of(
                                                ObjectVerificationTypeInfo.of(
                                                        ConstantDescs.CD_Throwable))))));
    }

    /** Pushes what the hook is told. */
    private static void announce(CodeBuilder code, Added added) {
        VisibleCall step = added.step();
        if (step.on() < 0) {
            code.aconst_null();
        } else {
            int slot = 0;
            for (int i = 0; i < step.on(); i++) {
                slot += TypeKind.from(added.type().parameterType(i)).slotSize();
            }
            code.aload(slot);
        }
        code.loadConstant(step.what()).loadConstant(step.writes() ? 1 : 0);
    }

    private static void call(CodeBuilder code, Added added) {
        int slot = 0;
        for (ClassDesc parameter : added.type().parameterList()) {
            TypeKind kind = TypeKind.from(parameter);
            code.loadLocal(kind, slot);
            slot += kind.slotSize();
        }
        Redirect instead = added.instead();
        if (instead != null) {
            code.invokestatic(instead.owner(), instead.name(), instead.type());
        } else {
            Target target = added.target();
            code.invoke(
                    target.opcode(),
                    target.owner(),
                    target.name(),
                    target.type(),
                    target.isInterface());
        }
    }

    private static int slotsOf(MethodTypeDesc type) {
        return type.parameterList().stream().mapToInt(p -> TypeKind.from(p).slotSize()).sum();
    }

    private static List<VerificationTypeInfo> localsOf(MethodTypeDesc type) {
        List<VerificationTypeInfo> locals = new ArrayList<>();
        for (ClassDesc parameter : type.parameterList()) {
            locals.add(
                    switch (TypeKind.from(parameter)) {
                        case LONG -> SimpleVerificationTypeInfo.LONG;
                        case DOUBLE -> SimpleVerificationTypeInfo.DOUBLE;
                        case FLOAT -> SimpleVerificationTypeInfo.FLOAT;
                        case REFERENCE -> ObjectVerificationTypeInfo.of(parameter);
                        default -> SimpleVerificationTypeInfo.INTEGER;
                    });
        }
        return locals;
    }
}
