package dev.stint.weave.agent;

import java.lang.classfile.Attribute;
import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassElement;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeModel;
import java.lang.classfile.MethodElement;
import java.lang.classfile.MethodModel;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.reflect.AccessFlag;

/** A class with the members of one that was refused, all of which throw and say why. */
final class ThrowingStub {
    private static final ClassDesc ERROR = ClassDesc.of("java.lang.LinkageError");
    private static final MethodTypeDesc OF_TEXT =
            MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_String);

    /** A constant of a class file has at most 65,535 bytes, and a character takes up to three. */
    private static final int LONGEST = 20_000;

    private final String message;

    private ThrowingStub(String message) {
        this.message = message.length() > LONGEST ? message.substring(0, LONGEST) : message;
    }

    /** {@code otherwise} if not even the shape of the class can be read. */
    static byte[] inPlaceOf(byte[] file, String message, byte[] otherwise) {
        try {
            var complaint = new ThrowingStub(message);
            ClassModel model = ClassFile.of().parse(file);
            return ClassFile.of(ClassFile.ConstantPoolSharingOption.NEW_POOL)
                    .build(
                            model.thisClass().asSymbol(),
                            builder -> complaint.write(model, builder));
        } catch (RuntimeException e) {
            return otherwise;
        }
    }

    private void write(ClassModel model, ClassBuilder builder) {
        boolean initialises = false;
        for (ClassElement element : model) {
            if (!(element instanceof MethodModel method)) {
                builder.with(element);
                continue;
            }
            initialises |= method.methodName().equalsString(ConstantDescs.CLASS_INIT_NAME);
            builder.withMethod(
                    method.methodName().stringValue(),
                    method.methodTypeSymbol(),
                    method.flags().flagsMask() & ~AccessFlag.NATIVE.mask(),
                    to -> {
                        for (MethodElement part : method) {
                            if (part instanceof Attribute<?> && !(part instanceof CodeModel)) {
                                to.with(part); // but not its flags, which are set above
                            }
                        }
                        if (!method.flags().has(AccessFlag.ABSTRACT)) {
                            to.withCode(this::complain);
                        }
                    });
        }
        if (!initialises) {
            builder.withMethodBody(
                    ConstantDescs.CLASS_INIT_NAME,
                    ConstantDescs.MTD_void,
                    ClassFile.ACC_STATIC,
                    this::complain);
        }
    }

    private void complain(CodeBuilder code) {
        code.new_(ERROR)
                .dup()
                .loadConstant(message)
                .invokespecial(ERROR, ConstantDescs.INIT_NAME, OF_TEXT)
                .athrow();
    }
}
