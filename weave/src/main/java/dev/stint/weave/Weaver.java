package dev.stint.weave;

import dev.stint.weave.internal.ClassWeaver;
import dev.stint.weave.internal.classes.KnownClasses;
import dev.stint.weave.internal.files.ClassFileHeader;
import dev.stint.weave.internal.plan.RefusalTime;
import java.lang.classfile.ClassFile;
import java.util.Objects;

/**
 * Weaves metering into class files: operations, bytes, and the prices of what they call.
 *
 * <p>Knows nothing of loading; has no state but what it has learnt about other classes. Threads may
 * share one.
 */
public final class Weaver {
    private final KnownClasses classes;
    private final Surface surface;
    private final RefusalTime refusalTime;
    private final boolean modelsStack;
    private final ClassWeaver weaver;

    private Weaver(
            KnownClasses classes, Surface surface, RefusalTime refusalTime, boolean modelsStack) {
        this.classes = classes;
        this.surface = surface;
        this.refusalTime = refusalTime;
        this.modelsStack = modelsStack;
        this.weaver = new ClassWeaver(classes, surface, refusalTime, modelsStack);
    }

    /**
     * A weaver for a set of classes that belong together and are all woven.
     *
     * @param own finds the classes of that set, and nothing else
     * @param others finds what they refer to outside of it: the JDK, and what the host lends
     * @param surface what they may refer to outside of the set
     */
    public static Weaver of(ClassSource own, ClassSource others, Surface surface) {
        Objects.requireNonNull(own, "where the classes to weave are found");
        Objects.requireNonNull(others, "where other classes are found");
        Objects.requireNonNull(surface, "what woven code may refer to");
        return new Weaver(new KnownClasses(own, others), surface, RefusalTime.EARLY, false);
    }

    /** A weaver for a set of classes that refers to the JDK and nothing else. */
    public static Weaver of(ClassSource own, Surface surface) {
        return of(own, ClassSource.ofJdk(), surface);
    }

    /**
     * This weaver, but code that must not be run does not make it refuse the class: the code throws
     * when it gets there. For libraries that could do more than they are asked to.
     */
    public Weaver refusingLate() {
        return new Weaver(classes, surface, RefusalTime.LATE, modelsStack);
    }

    /**
     * This weaver, but the stack is counted, too: of each task, in the model of the charging rule.
     * Where a {@link StackOverflowError} comes then depends on the program alone, and not on the
     * JIT. Without it the real stack is measured now and then. Costs time at every call; the
     * benchmarks say how much.
     */
    public Weaver withModelledStack() {
        return new Weaver(classes, surface, refusalTime, true);
    }

    /**
     * Weaves a class.
     *
     * @throws WeaveRefused if it cannot be woven, or refers to what it must not
     */
    public byte[] weave(byte[] classFile) {
        return weaveAndReport(classFile).bytes();
    }

    /**
     * Weaves a class, and tells what was in it.
     *
     * @throws WeaveRefused if it cannot be woven, or refers to what it must not
     */
    public WovenClass weaveAndReport(byte[] classFile) {
        Objects.requireNonNull(classFile, "the class file to weave");
        String name = ClassFileHeader.guess(classFile);
        if (classFile.length > ClassFileHeader.LARGEST) {
            throw refused(
                    name,
                    "has more bytes than the " + ClassFileHeader.LARGEST + " that are allowed");
        }
        int version = ClassFileHeader.majorVersion(classFile);
        if (version > ClassFile.latestMajorVersion()) {
            throw refused(
                    name,
                    "is of version "
                            + version
                            + ", and this JDK knows none above "
                            + ClassFile.latestMajorVersion());
        }
        try {
            return weaver.weave(classFile);
        } catch (WeaveRefused e) {
            throw new WeaveRefused(e.refusal().inClass(name));
        } catch (RuntimeException e) {
            // Whatever is wrong with the bytes shows as one of these, thrown by the reader.
            throw refused(name, "is not a class file that can be read: " + e.getMessage(), e);
        } catch (StackOverflowError | OutOfMemoryError e) {
            throw refused(name, "takes too much memory to be woven: " + e, e);
        }
    }

    private static WeaveRefused refused(String className, String reason) {
        return new WeaveRefused(Refusal.because(reason).inClass(className));
    }

    private static WeaveRefused refused(String className, String reason, Throwable cause) {
        return new WeaveRefused(Refusal.because(reason).inClass(className), cause);
    }
}
