package dev.stint.weave.internal.reflect;

import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;

/**
 * A class with one method, whose body is one call: of a member from outside, in the way that a
 * compiler writes it. It is not woven yet.
 */
final class CallClass {
    static final String METHOD = "call";

    /** The package of such classes. A tenant has none of its own in it. */
    static final String HOME = "stint.calls.";

    private static final int LONGEST_NAME = 900;

    private CallClass() {}

    /** The name of the class: always the same for the same member. */
    static String nameOf(Class<?> declarer, String member) {
        return HOME + mangled(declarer.getName() + '-' + member);
    }

    /** Without what the name of a class must not have. */
    static String mangled(String text) {
        String plain =
                text.replace('.', '\'').replace('/', '\'').replace(';', ',').replace('[', '*');
        return plain.length() <= LONGEST_NAME
                ? plain
                : plain.substring(0, LONGEST_NAME) + '-' + plain.length() + '-' + plain.hashCode();
    }

    static byte[] file(String name, Member member) {
        ClassDesc self = ClassDesc.of(name);
        return ClassFile.of()
                .build(
                        self,
                        type ->
                                type.withFlags(ClassFile.ACC_PUBLIC | ClassFile.ACC_FINAL)
                                        .withMethodBody(
                                                METHOD,
                                                typeOf(member),
                                                ClassFile.ACC_PUBLIC | ClassFile.ACC_STATIC,
                                                code -> write(code, member)));
    }

    private static ClassDesc desc(Class<?> type) {
        return ClassDesc.ofDescriptor(type.descriptorString());
    }

    private static ClassDesc[] desc(Class<?>[] types) {
        return Arrays.stream(types).map(CallClass::desc).toArray(ClassDesc[]::new);
    }

    /** The receiver first; a constructor returns what it made. */
    private static MethodTypeDesc typeOf(Member member) {
        ClassDesc owner = desc(member.getDeclaringClass());
        MethodTypeDesc plain =
                switch (member) {
                    case Field field -> MethodTypeDesc.of(desc(field.getType()));
                    case Method method ->
                            MethodTypeDesc.of(
                                    desc(method.getReturnType()), desc(method.getParameterTypes()));
                    case Constructor<?> constructor ->
                            MethodTypeDesc.of(owner, desc(constructor.getParameterTypes()));
                    default -> throw new IllegalArgumentException("no member: " + member);
                };
        boolean hasReceiver =
                !Modifier.isStatic(member.getModifiers()) && !(member instanceof Constructor<?>);
        return hasReceiver ? plain.insertParameterTypes(0, owner) : plain;
    }

    private static void write(CodeBuilder code, Member member) {
        ClassDesc owner = desc(member.getDeclaringClass());
        boolean isStatic = Modifier.isStatic(member.getModifiers());
        boolean ofInterface = member.getDeclaringClass().isInterface();
        MethodTypeDesc type = typeOf(member);
        if (member instanceof Constructor<?>) {
            code.new_(owner).dup();
        }
        int slot = 0;
        for (ClassDesc parameter : type.parameterList()) {
            TypeKind kind = TypeKind.from(parameter);
            code.loadLocal(kind, slot);
            slot += kind.slotSize();
        }
        switch (member) {
            case Field field when isStatic ->
                    code.getstatic(owner, field.getName(), desc(field.getType()));
            case Field field -> code.getfield(owner, field.getName(), desc(field.getType()));
            case Constructor<?> constructor ->
                    code.invokespecial(
                            owner,
                            ConstantDescs.INIT_NAME,
                            type.changeReturnType(ConstantDescs.CD_void));
            case Method method when isStatic ->
                    code.invokestatic(owner, method.getName(), type, ofInterface);
            case Method method -> {
                MethodTypeDesc called = type.dropParameterTypes(0, 1);
                if (ofInterface) {
                    code.invokeinterface(owner, method.getName(), called);
                } else {
                    code.invokevirtual(owner, method.getName(), called);
                }
            }
            default -> throw new IllegalArgumentException("no member: " + member);
        }
        code.return_(TypeKind.from(type.returnType()));
    }
}
