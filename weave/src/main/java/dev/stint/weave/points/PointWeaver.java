package dev.stint.weave.points;

import dev.stint.weave.ClassSource;
import dev.stint.weave.Refusal;
import dev.stint.weave.WeaveRefusedException;
import java.lang.classfile.AccessFlags;
import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassElement;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeModel;
import java.lang.classfile.FieldBuilder;
import java.lang.classfile.FieldElement;
import java.lang.classfile.FieldModel;
import java.lang.classfile.MethodBuilder;
import java.lang.classfile.MethodElement;
import java.lang.classfile.MethodModel;
import java.lang.constant.ClassDesc;
import java.util.Objects;

/**
 * A weaver of classes for a simulation. Woven code does the same as before, and calls {@code
 * SimHook} before each access that others may see. Its monitors, its clock and its chance are those
 * of the world that is installed there.
 *
 * <p>Everything is inserted in straight lines, so that the frames of the verifier stay as they are:
 * they are copied, and no class is looked at to compute them.
 */
public final class PointWeaver {
    static final ClassDesc HOOK = ClassDesc.of("dev.stint.hooks", "SimHook");

    /** Class files before this have no constants for classes, and no frames before the next. */
    private static final int OLDEST = ClassFile.JAVA_5_VERSION;

    private static final ClassFile FILES =
            ClassFile.of(
                    ClassFile.StackMapsOption.DROP_STACK_MAPS,
                    ClassFile.ShortJumpsOption.FAIL_ON_SHORT_JUMPS,
                    ClassFile.DeadCodeOption.KEEP_DEAD_CODE,
                    ClassFile.DeadLabelsOption.DROP_DEAD_LABELS);

    private final ConstantFields fields;

    private PointWeaver(ClassSource source) {
        this.fields = new ConstantFields(source);
    }

    /**
     * A weaver.
     *
     * @param source where the classes are found whose fields the woven ones touch
     */
    public static PointWeaver of(ClassSource source) {
        return new PointWeaver(Objects.requireNonNull(source, "where other classes are found"));
    }

    /**
     * The class, woven.
     *
     * @throws WeaveRefusedException if that cannot be done; says why
     */
    public synchronized byte[] weave(byte[] classFile) {
        String name = "?";
        try {
            ClassModel model = FILES.parse(classFile);
            name = model.thisClass().asInternalName().replace('/', '.');
            if (model.majorVersion() < OLDEST) {
                throw refused(name, "is of a Java before 5, version " + model.majorVersion());
            }
            fields.know(model);
            return weave(model);
        } catch (IllegalArgumentException | IllegalStateException | IndexOutOfBoundsException e) {
            throw refused(name, "cannot be read or written: " + e.getMessage());
        }
    }

    static WeaveRefusedException refused(String className, String reason) {
        return new WeaveRefusedException(Refusal.because(reason).inClass(className));
    }

    private byte[] weave(ClassModel model) {
        var calls = new AnnouncedCalls();
        return FILES.transformClass(
                model,
                new ClassTransform() {
                    @Override
                    public void accept(ClassBuilder type, ClassElement element) {
                        if (element instanceof MethodModel method && method.code().isPresent()) {
                            type.withMethod(
                                    method.methodName(),
                                    method.methodType(),
                                    method.flags().flagsMask(),
                                    m -> weave(model, method, calls, m));
                        } else if (element instanceof FieldModel field && !isInterface(model)) {
                            type.transformField(field, PointWeaver::open);
                        } else {
                            type.with(element);
                        }
                    }

                    @Override
                    public void atEnd(ClassBuilder type) {
                        calls.addTo(type);
                    }
                });
    }

    private static boolean isInterface(ClassModel model) {
        return (model.flags().flagsMask() & ClassFile.ACC_INTERFACE) != 0;
    }

    /** Static fields are not final any more: whoever makes twins of classes may set them. */
    private static void open(FieldBuilder field, FieldElement element) {
        if (element instanceof AccessFlags flags
                && (flags.flagsMask() & ClassFile.ACC_STATIC) != 0) {
            field.withFlags(flags.flagsMask() & ~ClassFile.ACC_FINAL);
        } else {
            field.with(element);
        }
    }

    private void weave(
            ClassModel model, MethodModel method, AnnouncedCalls calls, MethodBuilder into) {
        var weave = new PointWriter(model, method, fields, calls);
        for (MethodElement element : method) {
            switch (element) {
                case CodeModel code -> into.withCode(builder -> weave.emit(code, builder));
                case AccessFlags flags ->
                        into.withFlags(flags.flagsMask() & ~ClassFile.ACC_SYNCHRONIZED);
                default -> into.with(element);
            }
        }
    }
}
