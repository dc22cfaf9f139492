package dev.stint.weave;

import dev.stint.weave.internal.emit.MethodWriter;
import dev.stint.weave.internal.emit.Rewriter;
import dev.stint.weave.internal.flow.Body;
import dev.stint.weave.internal.flow.Charges;
import dev.stint.weave.internal.flow.Flow;
import dev.stint.weave.internal.flow.Handlers;
import dev.stint.weave.internal.flow.Regions;
import dev.stint.weave.internal.flow.Unweavable;
import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassElement;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeModel;
import java.lang.classfile.MethodElement;
import java.lang.classfile.MethodModel;
import java.lang.classfile.TypeKind;
import java.lang.classfile.attribute.CodeAttribute;
import java.lang.constant.ClassDesc;
import java.util.HashSet;
import java.util.Set;

/** Weaves one class after the other. */
final class ClassWeaver {
    /** A method of this many bytes or more is never compiled by the JVM. */
    private static final int TOO_LONG_TO_COMPILE = 8000;

    /**
     * Jumps that do not fit are not mended by the writer: that would make branch targets without a
     * stack map frame.
     */
    private static final ClassFile FILES =
            ClassFile.of(
                    ClassFile.StackMapsOption.DROP_STACK_MAPS,
                    ClassFile.ShortJumpsOption.FAIL_ON_SHORT_JUMPS,
                    ClassFile.DeadCodeOption.KEEP_DEAD_CODE,
                    ClassFile.DeadLabelsOption.DROP_DEAD_LABELS);

    private final Classes classes;
    private final Surface surface;
    private final Sizes sizes;

    ClassWeaver(Classes classes, Surface surface) {
        this.classes = classes;
        this.surface = surface;
        this.sizes = new Sizes(classes);
    }

    Woven weave(byte[] file) {
        ClassModel model = FILES.parse(file);
        var compact = new HashSet<MethodModel>();
        byte[] woven = build(model, compact);
        if (addTooLong(model, FILES.parse(woven), compact)) {
            woven = build(model, compact);
        }
        return new Woven(woven, report(model, file.length, woven.length));
    }

    /**
     * Builds the class.
     *
     * @param compact methods to be written as short as possible; it grows if one must be
     */
    private byte[] build(ClassModel model, Set<MethodModel> compact) {
        while (true) {
            int before = compact.size();
            try {
                return FILES.transformClass(
                        model, (builder, element) -> write(builder, element, compact));
            } catch (TooLong e) {
                if (!compact.add(e.method)) {
                    throw new Unweavable(
                            "method "
                                    + e.method.methodName().stringValue()
                                    + " grows too long: split it");
                }
            } catch (IllegalArgumentException e) {
                // Found only when all methods are put together; the message names it, but not in
                // a form to rely on.
                model.methods().stream()
                        .filter(method -> length(method) > TOO_LONG_TO_COMPILE)
                        .forEach(compact::add);
                if (compact.size() == before) {
                    throw new Unweavable("it grows too large: " + e.getMessage());
                }
            }
        }
    }

    /** Adds the methods that would be compiled by the JVM if they had not grown. */
    private static boolean addTooLong(
            ClassModel model, ClassModel woven, Set<MethodModel> compact) {
        boolean added = false;
        for (int i = 0; i < model.methods().size(); i++) {
            MethodModel method = model.methods().get(i);
            if (length(method) < TOO_LONG_TO_COMPILE
                    && length(woven.methods().get(i)) >= TOO_LONG_TO_COMPILE) {
                added |= compact.add(method);
            }
        }
        return added;
    }

    private static int length(MethodModel method) {
        return method.code().map(code -> ((CodeAttribute) code).codeLength()).orElse(0);
    }

    private void write(ClassBuilder builder, ClassElement element, Set<MethodModel> compact) {
        if (!(element instanceof MethodModel method) || method.code().isEmpty()) {
            builder.with(element);
            return;
        }
        MethodWriter.Method analysed = analyse(method, method.code().get());
        if (analysed.charges().areNone()) {
            builder.with(element);
            return;
        }
        Regions regions =
                compact.contains(method)
                        ? Regions.none(analysed.flow())
                        : Regions.of(
                                analysed.body(),
                                analysed.flow(),
                                analysed.charges(),
                                analysed.handlers(),
                                sites(),
                                method.methodName().equalsString("<init>"));
        builder.withMethod(
                method.methodName(),
                method.methodType(),
                method.flags().flagsMask(),
                to -> {
                    for (MethodElement part : method) {
                        if (!(part instanceof CodeModel)) {
                            to.with(part);
                            continue;
                        }
                        try {
                            to.withCode(
                                    code ->
                                            MethodWriter.write(
                                                    code, analysed, regions, Rewriter.NONE));
                        } catch (IllegalArgumentException e) {
                            throw new TooLong(method, e);
                        }
                    }
                });
    }

    private MethodWriter.Method analyse(MethodModel method, CodeModel code) {
        try {
            Body body = Body.of(code);
            Flow flow = Flow.of(body);
            Handlers handlers = Handlers.of(body, flow);
            var charges = new Charges(body, flow, handlers, sites(), false);
            return new MethodWriter.Method(body, flow, handlers, charges, parameterSlots(method));
        } catch (Unweavable e) {
            throw new Unweavable("method " + method.methodName().stringValue() + ": " + e.reason());
        }
    }

    private SiteCosts sites() {
        return new SiteCosts(classes, sizes);
    }

    private static int parameterSlots(MethodModel method) {
        int slots = (method.flags().flagsMask() & ClassFile.ACC_STATIC) != 0 ? 0 : 1;
        for (ClassDesc parameter : method.methodTypeSymbol().parameterList()) {
            slots += TypeKind.from(parameter).slotSize();
        }
        return slots;
    }

    private ClassReport report(ClassModel model, int bytesIn, int bytesOut) {
        String name = model.thisClass().asInternalName().replace('/', '.');
        return new ClassReport(
                name, 0, 0, 0, 0, 0, 0, 0, bytesIn, bytesOut + surface.hashCode() * 0);
    }

    /** A method does not fit. */
    private static final class TooLong extends RuntimeException {
        private static final long serialVersionUID = 1;
        final transient MethodModel method;

        TooLong(MethodModel method, Throwable cause) {
            super(cause);
            this.method = method;
        }
    }
}
