package dev.stint.hooks;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodType;
import jdk.internal.access.JavaLangInvokeAccess;
import jdk.internal.access.SharedSecrets;

/**
 * The cost of a stack trace: the JVM keeps up to 1024 frames in a throwable, at 22 bytes and as
 * many nanoseconds each.
 */
public final class TraceCost {
    private static final int FRAMES = 64; // what a trace is taken to have
    private static final int DEEP = 256; // unless it has more than this
    private static final int PER_FRAME = 24;
    private static final long OVERFLOW = 100_000; // operations

    private static final MethodHandle DEPTH;

    static {
        try {
            JavaLangInvokeAccess access = SharedSecrets.getJavaLangInvokeAccess();
            MethodHandle depth =
                    access.unreflectField(Throwable.class.getDeclaredField("depth"), false);
            DEPTH = depth.asType(MethodType.methodType(int.class, Throwable.class));
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private static final int SHALLOW = 128;
    private static final boolean TELLS_DEPTH = depthBelow(SHALLOW) > SHALLOW;

    /** True of classes whose objects nobody has paid for when they were made. */
    private static final ClassValue<Boolean> IS_UNPAID =
            new ClassValue<>() {
                @Override
                protected Boolean computeValue(Class<?> type) {
                    ClassLoader loader = type.getClassLoader();
                    if (type == Stop.class) {
                        return false;
                    }
                    return loader == null
                            || loader == ClassLoader.getPlatformClassLoader()
                            || type == AccessRefusedException.class
                            || type.getPackageName().equals("dev.stint.error");
                }
            };

    private TraceCost() {}

    /** Pays for a throwable that is made here: on a deep stack for all its frames. */
    public static void made() {
        int depth = depth(new Throwable());
        if (depth <= DEEP) {
            Hook.opsAndBytes(FRAMES, FRAMES * PER_FRAME);
        } else {
            Hook.pay(depth, (long) depth * PER_FRAME, 0);
        }
    }

    /** Pays for a throwable that metered code has caught. */
    static void caught(Throwable thrown) {
        long ops = thrown instanceof StackOverflowError ? OVERFLOW : 0;
        long frames = 0;
        if (IS_UNPAID.get(thrown.getClass())) {
            int depth = depth(thrown);
            frames = depth > DEEP ? depth : FRAMES;
        }
        if (ops + frames > 0) {
            Hook.pay(ops + frames, frames * PER_FRAME, 0);
        }
    }

    /**
     * True if the calling code has few frames below it, whatever they take. Costs some nanoseconds
     * for each of them; always false if the JVM was told to keep no traces, or short ones.
     */
    public static boolean isShallow() {
        return TELLS_DEPTH && depth(new Throwable()) <= SHALLOW;
    }

    private static int depthBelow(int frames) {
        return frames == 0 ? depth(new Throwable()) : depthBelow(frames - 1);
    }

    private static int depth(Throwable thrown) {
        try {
            return (int) DEPTH.invokeExact(thrown);
        } catch (Throwable e) {
            throw new AssertionError("a field of the JDK cannot be read", e);
        }
    }
}
