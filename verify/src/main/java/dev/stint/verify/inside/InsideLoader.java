package dev.stint.verify.inside;

import dev.stint.hooks.SimHook;
import dev.stint.weave.ClassSource;
import dev.stint.weave.points.PointWeaver;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeModel;
import java.lang.classfile.MethodBuilder;
import java.lang.classfile.MethodElement;
import java.lang.classfile.MethodModel;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.ReturnInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Loads all of Stint once more: the primitives with a point before each access to what they share,
 * everything else as it is. Whatever runs in here is the production code, and nothing outside knows
 * of it.
 *
 * <p>The spin lock is the one thing that is changed: who finds it held is suspended until it is
 * free. On one thread it would spin for ever.
 */
final class InsideLoader extends ClassLoader {
    static {
        registerAsParallelCapable();
    }

    private static final String OURS = "dev.stint.";

    /** Packages of which every class is woven. */
    private static final Set<String> PACKAGES =
            Set.of(
                    "dev.stint.sync",
                    "dev.stint.channel",
                    "dev.stint.actor",
                    "dev.stint.internal.supervisor",
                    "dev.stint.verify.inside.weak");

    private static final String SPIN_LOCK = "dev.stint.internal.wait.SpinLock";
    private static final String FUTURE = "dev.stint.internal.nursery.TaskFuture";

    /** What the primitives are made of. */
    private static final Set<String> PARTS =
            Set.of(
                    SPIN_LOCK,
                    FUTURE,
                    "dev.stint.internal.wait.Line",
                    "dev.stint.internal.wait.Cell",
                    "dev.stint.internal.wait.WaitNode",
                    "dev.stint.internal.task.WaitPlace",
                    "dev.stint.internal.task.Awaited");

    /**
     * Also woven, but with sections that are one step: the end of a task enters them, too, where
     * nothing can be suspended to wait for the lock.
     */
    private static final Set<String> WHOLE_SECTIONS = Set.of(FUTURE);

    private static final String TURNS = "dev.stint.internal.driver.seeded.ReadyTasks";
    private static final ClassDesc HOOK = ClassDesc.of(SimHook.class.getName());
    private static final MethodTypeDesc OF_NOTHING = MethodTypeDesc.of(ConstantDescs.CD_void);
    private static final ClassDesc LOCK = ClassDesc.of(SPIN_LOCK);
    private static final ClassDesc SECTIONS = ClassDesc.of(Sections.class.getName());
    private static final MethodTypeDesc OF_LOCK = MethodTypeDesc.of(ConstantDescs.CD_void, LOCK);

    private final ClassLoader origin;
    private final PointWeaver weaver;
    private final @Nullable Weakening weakening;

    InsideLoader(ClassLoader origin, @Nullable Weakening weakening) {
        super(origin);
        this.origin = origin;
        this.weakening = weakening;
        ClassSource classes = name -> Optional.ofNullable(find(name));
        this.weaver = PointWeaver.of(classes.orElse(ClassSource.ofJdk()));
    }

    static boolean isWoven(String name) {
        String top = name.indexOf('$') < 0 ? name : name.substring(0, name.indexOf('$'));
        return PACKAGES.contains(name.substring(0, name.lastIndexOf('.'))) || PARTS.contains(top);
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        synchronized (getClassLoadingLock(name)) {
            Class<?> loaded = findLoadedClass(name);
            if (loaded == null && name.startsWith(OURS)) {
                loaded = define(name);
            }
            return loaded != null ? loaded : super.loadClass(name, resolve);
        }
    }

    private @Nullable Class<?> define(String name) throws ClassNotFoundException {
        byte[] file = find(name.replace('.', '/'));
        if (file == null) {
            return null;
        }
        byte[] mine = file;
        if (isWoven(name)) {
            mine = weaver.weave(prepare(name, file));
        } else if (name.equals(TURNS)) {
            mine = transform(file, ClassTransform.transformingMethodBodies(InsideLoader::hush));
        }
        return defineClass(
                name, mine, 0, mine.length, origin.loadClass(name).getProtectionDomain());
    }

    private byte @Nullable [] find(String internalName) {
        try (InputStream in = origin.getResourceAsStream(internalName + ".class")) {
            return in == null ? null : in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException("the class file of " + internalName, e);
        }
    }

    // ---- before the points

    private byte[] prepare(String name, byte[] file) {
        byte[] prepared = file;
        if (weakening != null && weakening.owner().equals(name)) {
            prepared = transform(prepared, weakening.transform());
        }
        if (WHOLE_SECTIONS.contains(name)) {
            return transform(
                    prepared, ClassTransform.transformingMethodBodies(InsideLoader::keepWhole));
        }
        if (!name.equals(SPIN_LOCK)) {
            return prepared;
        }
        // One after the other: the JDK takes two filters that are chained for one that is both.
        prepared =
                transform(
                        prepared,
                        ClassTransform.transformingMethods(
                                InsideLoader::isContended, InsideLoader::suspend));
        return transform(
                prepared,
                ClassTransform.transformingMethodBodies(
                        InsideLoader::isRelease, InsideLoader::tell));
    }

    private static byte[] transform(byte[] file, ClassTransform how) {
        return ClassFile.of().transformClass(ClassFile.of().parse(file), how);
    }

    /**
     * When it is asked at a point who goes on, timers that are due are fired there, on the stack of
     * whichever task came to the point. That is no step of its own, and has no points.
     */
    private static void hush(CodeBuilder into, CodeElement element) {
        boolean gathers =
                element instanceof InvokeInstruction call && call.name().equalsString("gather");
        if (gathers) {
            into.invokestatic(HOOK, "beginInit", OF_NOTHING);
        }
        into.with(element);
        if (gathers) {
            into.invokestatic(HOOK, "endInit", OF_NOTHING);
        }
    }

    /** A section is one step: from {@code acquire()} to {@code release()} there is no point. */
    private static void keepWhole(CodeBuilder into, CodeElement element) {
        into.with(element);
        if (element instanceof InvokeInstruction call && call.name().equalsString("release")) {
            into.invokestatic(HOOK, "endInit", OF_NOTHING);
        } else if (element instanceof InvokeInstruction call
                && call.name().equalsString("acquire")) {
            into.invokestatic(HOOK, "beginInit", OF_NOTHING);
        }
    }

    private static boolean isContended(MethodModel method) {
        return method.methodName().equalsString("acquireContended");
    }

    private static void suspend(MethodBuilder into, MethodElement element) {
        if (element instanceof CodeModel) {
            into.withCode(c -> c.aload(0).invokestatic(SECTIONS, "acquire", OF_LOCK).return_());
        } else {
            into.with(element);
        }
    }

    private static boolean isRelease(MethodModel method) {
        return method.methodName().equalsString("release");
    }

    private static void tell(CodeBuilder into, CodeElement element) {
        if (element instanceof ReturnInstruction) {
            into.aload(0).invokestatic(SECTIONS, "released", OF_LOCK);
        }
        into.with(element);
    }
}
