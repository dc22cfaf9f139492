package dev.stint.nativecode.internal;

import dev.stint.internal.task.TaskImpl;
import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.Opcode;
import java.lang.classfile.instruction.FieldInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.extension.Extension;

/**
 * The class of tasks, changed in one place for a JVM of the tests: a task keeps, instead of the
 * body that it is given, what {@link Carried#carry} makes of it.
 */
public final class CarriedClasses {
    private static final ClassDesc BODY = Callable.class.describeConstable().orElseThrow();
    private static final ClassDesc CARRIED = Carried.class.describeConstable().orElseThrow();

    private CarriedClasses() {}

    /** Writes it below a folder, which is to be the first of a class path. */
    public static void writeTo(Path folder) throws IOException {
        String name = TaskImpl.class.getName().replace('.', '/') + ".class";
        byte[] plain;
        try (InputStream in = TaskImpl.class.getClassLoader().getResourceAsStream(name)) {
            plain = in.readAllBytes();
        }
        byte[] changed =
                ClassFile.of()
                        .transformClass(
                                ClassFile.of().parse(plain),
                                ClassTransform.transformingMethodBodies(
                                        method -> method.methodName().equalsString("<init>"),
                                        CarriedClasses::carryBody));
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        Files.write(file, changed);
        Path services = Files.createDirectories(folder.resolve("META-INF/services"));
        Files.writeString(
                services.resolve(Extension.class.getName()),
                CarriedRun.OnlyBare.class.getName() + "\n");
    }

    private static void carryBody(CodeBuilder to, CodeElement element) {
        if (element instanceof FieldInstruction field
                && field.opcode() == Opcode.PUTFIELD
                && field.name().equalsString("body")) {
            to.invokestatic(CARRIED, "carry", MethodTypeDesc.of(BODY, BODY));
        }
        to.with(element);
    }
}
