package dev.stint.weave;

import dev.stint.weave.internal.ClassWeaver;
import dev.stint.weave.internal.classes.ClassInfo;
import dev.stint.weave.internal.classes.Heritage;
import dev.stint.weave.internal.classes.KnownClasses;
import dev.stint.weave.internal.classes.MemberLookup;
import dev.stint.weave.internal.files.ClassFileHeader;
import dev.stint.weave.internal.files.Complaint;
import dev.stint.weave.internal.files.FileShape;
import dev.stint.weave.internal.plan.RefusalTime;
import java.lang.classfile.ClassFile;
import java.time.Duration;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A weaver: it adds metering to class files, for operations, bytes, and the prices of what they
 * call.
 *
 * <p>It knows nothing of loading. Its only state is what it has learnt about other classes. Threads
 * may share one.
 */
public final class Weaver {
    private static final Duration TIME = Duration.ofSeconds(10);

    private final KnownClasses classes;
    private final Surface surface;
    private final RefusalTime refusalTime;
    private final boolean modelsStack;
    private final Duration timeLimit;
    private final ClassWeaver weaver;

    private Weaver(
            KnownClasses classes,
            Surface surface,
            RefusalTime refusalTime,
            boolean modelsStack,
            Duration timeLimit) {
        this.classes = classes;
        this.surface = surface;
        this.refusalTime = refusalTime;
        this.modelsStack = modelsStack;
        this.timeLimit = timeLimit;
        this.weaver = new ClassWeaver(classes, surface, refusalTime, modelsStack, timeLimit);
    }

    private Weaver(Weaver same, KnownClasses classes) {
        this.classes = classes;
        this.surface = same.surface;
        this.refusalTime = same.refusalTime;
        this.modelsStack = same.modelsStack;
        this.timeLimit = same.timeLimit;
        this.weaver = same.weaver.knowing(classes);
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
        return new Weaver(new KnownClasses(own, others), surface, RefusalTime.LATE, false, TIME);
    }

    /** A weaver for a set of classes that refers to the JDK and nothing else. */
    public static Weaver of(ClassSource own, Surface surface) {
        return of(own, ClassSource.ofJdk(), surface);
    }

    /**
     * The same weaver, but a class is refused that has code which must not run. Otherwise it is
     * woven, and that code throws an {@link dev.stint.hooks.AccessRefusedException} when it is
     * reached: most libraries can do more than they are asked to.
     */
    public Weaver strict() {
        return new Weaver(classes, surface, RefusalTime.EARLY, modelsStack, timeLimit);
    }

    /**
     * The same weaver for one class that is defined at run time. It knows some classes first, and
     * shares all bounds with this one.
     */
    Weaver knowing(Function<String, @Nullable ClassInfo> nearer) {
        return new Weaver(this, classes.with(nearer));
    }

    /** Adds a class to the set, unless it was said before that there is none, or another. */
    boolean adds(ClassInfo info) {
        return classes.add(info);
    }

    /** What the class has and inherits, as this weaver knows what is above it. */
    Heritage heritage(ClassInfo info) {
        return Heritage.of(info, new MemberLookup(classes), classes);
    }

    boolean isStrict() {
        return !refusalTime.isLate();
    }

    boolean modelsStack() {
        return modelsStack;
    }

    /**
     * The same weaver, but the woven code also counts the stack of its task, in the model of the
     * charging rule. Where a {@link StackOverflowError} comes then depends on the program alone,
     * and not on the JIT. Otherwise the real stack is measured now and then. Counting takes time at
     * every call; the benchmarks say how much.
     */
    public Weaver withModelledStack() {
        return new Weaver(classes, surface, refusalTime, true, timeLimit);
    }

    /**
     * The same weaver, but one class may take so long of a processor; otherwise 10 seconds. One
     * that takes longer is refused. That depends on the machine, so it is a guard, for what the
     * bounds on the work have missed: real classes take milliseconds.
     */
    public Weaver withTimeLimit(Duration longest) {
        Objects.requireNonNull(longest, "how long a class may take to weave");
        if (longest.isNegative() || longest.isZero()) {
            throw new IllegalArgumentException(
                    "a class cannot be woven within " + longest + ": give it some time");
        }
        return new Weaver(classes, surface, refusalTime, modelsStack, longest);
    }

    /**
     * Weaves a class.
     *
     * @throws WeaveRefusedException if it cannot be woven, or refers to what it must not
     */
    public byte[] weave(byte[] classFile) {
        return weaveAndReport(classFile).bytes();
    }

    /**
     * Weaves a class, and tells what was in it.
     *
     * @throws WeaveRefusedException if it cannot be woven, or refers to what it must not
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
            ensureNoBurden(name, FileShape.of(classFile));
            return weaver.weave(classFile);
        } catch (WeaveRefusedException e) {
            throw new WeaveRefusedException(e.refusal().inClass(name));
        } catch (RuntimeException e) {
            // Whatever is wrong with the bytes shows as one of these, thrown by the reader.
            throw refused(name, "is not a class file that can be read: " + Complaint.of(e), e);
        } catch (StackOverflowError | OutOfMemoryError e) {
            throw refused(name, "takes too much memory to be woven: " + e, e);
        }
    }

    /** Refuses what would be too much for the JVM when it loads the class, or for reflection. */
    private static void ensureNoBurden(String name, FileShape shape) {
        if (shape.hasDeepAnnotations()) {
            throw refused(
                    name,
                    "has annotations more than "
                            + FileShape.DEEPEST_ANNOTATION
                            + " deep in each other, which the JVM may not survive");
        }
        if (shape.hasLargeFrames()) {
            throw refused(
                    name,
                    "has too many stack map frames of too many variables: more than "
                            + FileShape.LARGEST_METHOD
                            + " in a method, or "
                            + FileShape.LARGEST_CLASS
                            + " in all");
        }
        String excess = shape.excess();
        if (excess != null) {
            throw refused(name, excess);
        }
    }

    private static WeaveRefusedException refused(String className, String reason) {
        return new WeaveRefusedException(Refusal.because(reason).inClass(className));
    }

    private static WeaveRefusedException refused(String className, String reason, Throwable cause) {
        return new WeaveRefusedException(Refusal.because(reason).inClass(className), cause);
    }
}
