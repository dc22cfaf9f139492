package dev.stint.verify.inside;

import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassElement;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeModel;
import java.lang.classfile.MethodModel;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;

/**
 * One method of a production class, to be replaced by a copy that is weaker in one thing: a static
 * method that is handed the receiver first.
 *
 * @param owner the class whose method it is
 * @param method its name, which no other method of that class has with as many parameters
 * @param by the weaker one
 */
record Weakening(String owner, String method, Method by) {

    /** The one public method of a class, in place of that of the same name. */
    static Weakening of(String owner, Class<?> weaker) {
        Method by =
                Arrays.stream(weaker.getDeclaredMethods())
                        .filter(m -> Modifier.isPublic(m.getModifiers()))
                        .findFirst()
                        .orElseThrow();
        return new Weakening(owner, by.getName(), by);
    }

    ClassTransform transform() {
        return ClassTransform.ofStateful(Replacing::new);
    }

    private boolean isMeant(MethodModel candidate) {
        int receiver = isStatic(candidate) ? 0 : 1;
        return candidate.methodName().equalsString(method)
                && candidate.methodTypeSymbol().parameterCount() + receiver
                        == by.getParameterCount();
    }

    private static boolean isStatic(MethodModel method) {
        return (method.flags().flagsMask() & ClassFile.ACC_STATIC) != 0;
    }

    /** A method that is gone must not make a twin that is none. */
    private final class Replacing implements ClassTransform {
        private int replaced;

        @Override
        public void accept(ClassBuilder type, ClassElement element) {
            if (element instanceof MethodModel candidate && isMeant(candidate)) {
                replaced++;
                type.transformMethod(
                        candidate,
                        (into, part) -> {
                            if (part instanceof CodeModel) {
                                into.withCode(code -> call(code, candidate));
                            } else {
                                into.with(part);
                            }
                        });
            } else {
                type.with(element);
            }
        }

        @Override
        public void atEnd(ClassBuilder type) {
            if (replaced != 1) {
                throw new LinkageError(
                        "there is not one method " + owner + "." + method + ", but " + replaced);
            }
        }
    }

    private void call(CodeBuilder code, MethodModel replaced) {
        int slot = 0;
        if (!isStatic(replaced)) {
            code.aload(slot++);
        }
        MethodTypeDesc type = replaced.methodTypeSymbol();
        for (ClassDesc parameter : type.parameterList()) {
            TypeKind kind = TypeKind.from(parameter);
            code.loadLocal(kind, slot);
            slot += kind.slotSize();
        }
        MethodTypeDesc called =
                MethodTypeDesc.ofDescriptor(
                        MethodType.methodType(by.getReturnType(), by.getParameterTypes())
                                .toMethodDescriptorString());
        code.invokestatic(ClassDesc.of(by.getDeclaringClass().getName()), by.getName(), called);
        ClassDesc returns = type.returnType();
        if (!returns.isPrimitive() && !returns.equals(ConstantDescs.CD_Object)) {
            code.checkcast(returns);
        }
        code.return_(TypeKind.from(returns));
    }
}
