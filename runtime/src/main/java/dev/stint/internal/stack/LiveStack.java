package dev.stint.internal.stack;

import dev.stint.internal.SchedulerBug;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Iterator;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Where the running code stands: whether it may be suspended until somebody gives it money (R10).
 * It must not while it holds a monitor, or while a frame of the JDK is under it that may hold a
 * lock: others would wait for that money, too.
 *
 * <p>The stack itself is asked, by the JDK's walker of live frames, so that holding a monitor costs
 * nothing until money runs out. A look takes some microseconds.
 */
public final class LiveStack {
    private static final StackWalker WALKER;
    private static final MethodHandle MONITORS;
    private static final MethodHandle LOCALS;
    private static final MethodHandle OPERANDS;
    private static final long FRAME = 14; // words beside variables and operands
    private static final long WORD = 8;
    private static final ClassLoader PLATFORM = ClassLoader.getPlatformClassLoader();

    static {
        try {
            var lookup = MethodHandles.privateLookupIn(Thread.class, MethodHandles.lookup());
            Class<?> live = lookup.findClass("java.lang.LiveStackFrame");
            WALKER =
                    (StackWalker)
                            lookup.findStatic(
                                            live,
                                            "getStackWalker",
                                            MethodType.methodType(StackWalker.class, Set.class))
                                    .invoke(Set.of(StackWalker.Option.RETAIN_CLASS_REFERENCE));
            MONITORS = getter(lookup, live, "getMonitors");
            LOCALS = getter(lookup, live, "getLocals");
            OPERANDS = getter(lookup, live, "getStack");
        } catch (Throwable e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private LiveStack() {}

    private static MethodHandle getter(MethodHandles.Lookup lookup, Class<?> live, String name)
            throws ReflectiveOperationException {
        return lookup.findVirtual(live, name, MethodType.methodType(Object[].class))
                .asType(MethodType.methodType(Object[].class, StackWalker.StackFrame.class));
    }

    /** {@code bottom} is the class of ours that calls the body of a task. */
    public static boolean forbidsWaiting(Class<?> bottom) {
        return WALKER.walk(stack -> isBound(stack, bottom));
    }

    /** True if the stack is larger than this, as the charging rule models it. Takes its time. */
    public static boolean isDeeper(long bytes) {
        return WALKER.walk(
                stack -> {
                    long deep = 0;
                    for (Iterator<StackWalker.StackFrame> it = stack.iterator(); it.hasNext(); ) {
                        deep += sizeOf(it.next());
                        if (deep > bytes) {
                            return true;
                        }
                    }
                    return false;
                });
    }

    private static long sizeOf(StackWalker.StackFrame frame) {
        try {
            Object[] variables = (Object[]) LOCALS.invokeExact(frame);
            Object[] operands = (Object[]) OPERANDS.invokeExact(frame);
            return (variables.length + operands.length + FRAME) * WORD;
        } catch (Throwable e) {
            throw new SchedulerBug("a frame does not tell its size: " + e);
        }
    }

    /** True if some method of the calling thread, down to its first, holds a monitor. */
    public static boolean holdsMonitor() {
        return WALKER.walk(stack -> stack.anyMatch(frame -> monitorsOf(frame).length > 0));
    }

    private static boolean isBound(Stream<StackWalker.StackFrame> stack, Class<?> bottom) {
        for (Iterator<StackWalker.StackFrame> it = stack.iterator(); it.hasNext(); ) {
            StackWalker.StackFrame frame = it.next();
            Class<?> owner = frame.getDeclaringClass();
            if (owner == bottom) {
                return false; // below is the scheduler
            }
            if (isOfJdk(owner) || monitorsOf(frame).length > 0) {
                return true;
            }
        }
        return false;
    }

    /** The hooks have the JDK's loader if that is woven, too. */
    private static boolean isOfJdk(Class<?> owner) {
        ClassLoader loader = owner.getClassLoader();
        return (loader == null || loader == PLATFORM)
                && !owner.getPackageName().startsWith("dev.stint.hooks");
    }

    private static Object[] monitorsOf(StackWalker.StackFrame frame) {
        try {
            return (Object[]) MONITORS.invokeExact(frame);
        } catch (Throwable e) {
            throw new SchedulerBug("a frame does not tell its monitors: " + e);
        }
    }
}
