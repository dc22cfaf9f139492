package dev.stint.weave.internal;

import dev.stint.weave.Refusal;
import dev.stint.weave.WeaveRefusedException;
import dev.stint.weave.internal.classes.ClassInfo;
import dev.stint.weave.internal.classes.KnownClasses;
import dev.stint.weave.internal.classes.MemberLookup;
import dev.stint.weave.internal.files.Complaint;
import dev.stint.weave.internal.flow.Body;
import dev.stint.weave.internal.flow.Flow;
import java.lang.classfile.AccessFlags;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassFile.ClassHierarchyResolverOption;
import java.lang.classfile.ClassFile.StackMapsOption;
import java.lang.classfile.ClassFileVersion;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassModel;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.MethodModel;
import java.lang.classfile.MethodTransform;
import java.lang.classfile.attribute.CodeAttribute;
import java.lang.classfile.attribute.StackMapTableAttribute;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A class file of a version that the JVM would verify with its old verifier, which infers what is
 * in the variables and takes time and memory for it without a bound: 5 GB for 1 KB. It is raised to
 * a version whose verifier only checks frames, and gets frames for that.
 */
final class OldVersion {
    /**
     * The first version that is left as it is. Before 50 there are no frames, and a class of 50
     * whose frames do not hold goes to the old verifier.
     */
    static final int FIRST_LEFT = ClassFile.JAVA_7_VERSION;

    /**
     * What inferring frames may take: variables and operands, times places that are branched to,
     * times bytes of code, for all methods of a class together. That is how often an instruction
     * could be looked at; a hundred million take a second. The most that was seen in 44,000 old
     * classes is 148 million.
     */
    private static final long MOST_WORK = 250_000_000;

    /** The same for all classes of a weaver. The most that was seen in a jar is 467 million. */
    private static final long MOST_IN_ALL = 2_000_000_000;

    private final KnownClasses classes;
    private final AtomicLong done;

    OldVersion(KnownClasses classes) {
        this(classes, new AtomicLong());
    }

    private OldVersion(KnownClasses classes, AtomicLong done) {
        this.classes = classes;
        this.done = done;
    }

    /** The same where other classes are known; the bound is for all. */
    OldVersion knowing(KnownClasses others) {
        return new OldVersion(others, done);
    }

    /**
     * The class as one of the first version that is left as it is.
     *
     * @throws WeaveRefusedException if its code cannot be followed, or not within the bound
     */
    byte[] raised(byte[] file, ClassModel model) {
        if (model.majorVersion() == ClassFile.JAVA_6_VERSION && hasFrames(model)) {
            byte[] raised = file.clone(); // it has what it needs; if that is wrong, it fails
            raised[4] = 0;
            raised[5] = 0;
            raised[6] = 0;
            raised[7] = FIRST_LEFT;
            return raised;
        }
        ensureBounded(model);
        try {
            ClassFile files =
                    ClassFile.of(
                            StackMapsOption.GENERATE_STACK_MAPS,
                            ClassHierarchyResolverOption.of(new Hierarchy(classes)));
            return files.transformClass(model, raising());
        } catch (IllegalArgumentException e) {
            throw new WeaveRefusedException(
                    Refusal.because(
                                    "is of version "
                                            + model.majorVersion()
                                            + ", and its code cannot be followed: "
                                            + Complaint.of(e))
                            .withRemedy("Compile it anew"));
        }
    }

    private static boolean hasFrames(ClassModel model) {
        return model.methods().stream()
                .flatMap(method -> method.code().stream())
                .anyMatch(
                        code ->
                                ((CodeAttribute) code)
                                        .findAttribute(Attributes.stackMapTable())
                                        .isPresent());
    }

    private void ensureBounded(ClassModel model) {
        long work = 0;
        for (MethodModel method : model.methods()) {
            if (method.code().isPresent()) {
                work += work(method, (CodeAttribute) method.code().get());
            }
            if (work > MOST_WORK || done.get() + work > MOST_IN_ALL) {
                throw new WeaveRefusedException(
                        Refusal.because(
                                        "is of version "
                                                + model.majorVersion()
                                                + " and too large to be raised to "
                                                + FIRST_LEFT
                                                + ": its variables, branches and code multiply to"
                                                + " more than "
                                                + MOST_WORK
                                                + ", or with others to "
                                                + MOST_IN_ALL)
                                .withRemedy("Compile it anew"));
            }
        }
        done.addAndGet(work);
    }

    /** Reads the code, so that what cannot be woven anyway is refused with its reason. */
    private static long work(MethodModel method, CodeAttribute code) {
        try {
            Body body = Body.of(code);
            Set<Integer> targets = new HashSet<>();
            for (int i = 0; i < body.size(); i++) {
                Flow.targets(body.instruction(i)).forEach(to -> targets.add(body.place(to)));
            }
            body.ranges().forEach(range -> targets.add(range.handler()));
            long slots = body.maxLocals() + body.maxStack() + 1L;
            return slots * targets.size() * code.codeLength();
        } catch (WeaveRefusedException e) {
            throw new WeaveRefusedException(
                    e.refusal().inMethod(MethodWeaver.signature(method)), e);
        }
    }

    private static ClassTransform raising() {
        CodeTransform code =
                (to, element) -> {
                    if (!(element instanceof StackMapTableAttribute)) {
                        to.with(element);
                    }
                };
        MethodTransform initialiser =
                (to, element) -> {
                    if (element instanceof AccessFlags flags) {
                        to.withFlags(flags.flagsMask() | ClassFile.ACC_STATIC); // as it was taken
                    } else {
                        to.with(element);
                    }
                };
        MethodTransform each = MethodTransform.transformingCode(code);
        return (to, element) -> {
            switch (element) {
                case ClassFileVersion _ -> to.withVersion(FIRST_LEFT, 0);
                case MethodModel method
                        when method.methodName().equalsString(ConstantDescs.CLASS_INIT_NAME) ->
                        to.transformMethod(method, each.andThen(initialiser));
                case MethodModel method -> to.transformMethod(method, each);
                default -> to.with(element);
            }
        };
    }

    /** The ancestors of classes, for whoever has to find what two of them have in common. */
    private static final class Hierarchy implements ClassHierarchyResolver {
        private static final int MOST_QUESTIONS = 5_000_000;

        private final KnownClasses classes;
        private final Map<ClassDesc, ClassHierarchyInfo> answers = new HashMap<>();
        private int questions;

        Hierarchy(KnownClasses classes) {
            this.classes = classes;
        }

        @Override
        public ClassHierarchyInfo getClassInfo(ClassDesc type) {
            questions++;
            if (questions > MOST_QUESTIONS) {
                throw new IllegalArgumentException("it mixes too many classes");
            }
            return answers.computeIfAbsent(type, this::find);
        }

        /**
         * A class that is not found counts as an interface, which is assigned to without a
         * question; so does one whose line of superclasses has no end.
         */
        private ClassHierarchyInfo find(ClassDesc type) {
            String descriptor = type.descriptorString();
            ClassInfo info = classes.find(descriptor.substring(1, descriptor.length() - 1));
            if (info == null || info.isInterface() || !hasEnd(info)) {
                return ClassHierarchyInfo.ofInterface();
            }
            String parent = info.parent();
            return ClassHierarchyInfo.ofClass(
                    parent == null ? null : ClassDesc.ofInternalName(parent));
        }

        private boolean hasEnd(ClassInfo info) {
            ClassInfo next = info;
            for (int i = 0; next != null && next.parent() != null; i++) {
                if (i > MemberLookup.MOST_ANCESTORS) {
                    return false;
                }
                next = classes.find(next.parent());
            }
            return true;
        }
    }
}
