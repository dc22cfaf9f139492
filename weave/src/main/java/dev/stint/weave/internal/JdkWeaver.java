package dev.stint.weave.internal;

import dev.stint.weave.ClassSource;
import dev.stint.weave.Refusal;
import dev.stint.weave.Surface;
import dev.stint.weave.WeaveRefusedException;
import dev.stint.weave.internal.classes.KnownClasses;
import dev.stint.weave.internal.classes.MemberLookup;
import dev.stint.weave.internal.classes.ObjectSizes;
import dev.stint.weave.internal.emit.HookCalls;
import dev.stint.weave.internal.emit.MethodWriter;
import dev.stint.weave.internal.emit.Rewriter;
import dev.stint.weave.internal.files.ClassFileHeader;
import dev.stint.weave.internal.flow.Body;
import dev.stint.weave.internal.flow.Charges;
import dev.stint.weave.internal.flow.Flow;
import dev.stint.weave.internal.flow.Handlers;
import dev.stint.weave.internal.flow.Regions;
import dev.stint.weave.internal.plan.ReferenceCosts;
import dev.stint.weave.internal.plan.ReferenceRules;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeModel;
import java.lang.classfile.Instruction;
import java.lang.classfile.MethodBuilder;
import java.lang.classfile.MethodElement;
import java.lang.classfile.MethodModel;
import java.lang.classfile.attribute.CodeAttribute;
import java.lang.classfile.instruction.NewObjectInstruction;
import java.util.Optional;

/**
 * A weaver for classes of the JDK, which are loaded already. It adds charges, and nothing else:
 * members stay what they are, and nothing is refused or priced. Costs are those of the charging
 * rule, without what it says about being called from outside.
 */
public final class JdkWeaver {
    /** A method of this many bytes or more is never compiled by the JVM. */
    private static final int TOO_LONG_TO_COMPILE = 8000;

    private static final ClassFile FILES =
            ClassFile.of(
                    ClassFile.StackMapsOption.DROP_STACK_MAPS,
                    ClassFile.ShortJumpsOption.FAIL_ON_SHORT_JUMPS,
                    ClassFile.DeadCodeOption.KEEP_DEAD_CODE,
                    ClassFile.DeadLabelsOption.DROP_DEAD_LABELS);

    private final ReferenceCosts costs;

    private JdkWeaver(ReferenceCosts costs) {
        this.costs = costs;
    }

    public static JdkWeaver create() {
        var classes = new KnownClasses(_ -> Optional.empty(), ClassSource.ofJdk());
        var references = new ReferenceRules(classes, new MemberLookup(classes), Surface.open());
        return new JdkWeaver(new ReferenceCosts(classes, new ObjectSizes(classes), references));
    }

    /**
     * Weaves a class.
     *
     * @throws WeaveRefusedException if it is of a form that cannot be woven
     */
    public byte[] weave(byte[] file) {
        ClassModel model = FILES.parse(file);
        try {
            return FILES.transformClass(
                    model,
                    (builder, element) -> {
                        if (element instanceof MethodModel method && method.code().isPresent()) {
                            builder.transformMethod(method, this::write);
                        } else {
                            builder.with(element);
                        }
                    });
        } catch (WeaveRefusedException e) {
            throw new WeaveRefusedException(e.refusal().inClass(ClassFileHeader.guess(file)));
        } catch (IllegalArgumentException e) {
            throw new WeaveRefusedException(
                    Refusal.because("cannot be written: " + e).inClass(ClassFileHeader.guess(file)),
                    e);
        }
    }

    private void write(MethodBuilder to, MethodElement part) {
        if (part instanceof CodeAttribute code
                && code.parent().isPresent()
                && code.codeLength() < TOO_LONG_TO_COMPILE / 2) {
            write(to, code.parent().get(), code);
        } else {
            to.with(part);
        }
    }

    private void write(MethodBuilder to, MethodModel method, CodeAttribute code) {
        Body body = Body.of(code);
        Flow flow = Flow.of(body);
        Handlers handlers = Handlers.of(body, flow);
        var charges = new Charges(body, flow, handlers, costs, false);
        if (charges.areNone()) {
            to.with((CodeModel) code);
            return;
        }
        boolean constructor = method.methodName().equalsString("<init>");
        Regions regions = Regions.of(body, flow, charges, handlers, costs, constructor);
        var known =
                new MethodWriter.Method(
                        body,
                        flow,
                        handlers,
                        charges,
                        MethodWeaver.parameterSlots(method),
                        0,
                        false,
                        HookCalls.OF_JDK);
        to.withCode(to2 -> MethodWriter.write(to2, known, regions, Unchanged.INSTANCE));
    }

    /** The rewriter that leaves instructions as they are. */
    private enum Unchanged implements Rewriter {
        INSTANCE;

        @Override
        public boolean rewrite(CodeBuilder code, Instruction instruction, int free) {
            return false;
        }

        @Override
        public void beforeNew(CodeBuilder code, Instruction instruction) {}

        @Override
        public void writeNew(CodeBuilder code, NewObjectInstruction instruction) {
            code.with(instruction);
        }

        @Override
        public void beforeReturn(CodeBuilder code) {}
    }
}
