package dev.stint.internal.core;

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
public final class Stance {
    private static final StackWalker WALKER;
    private static final MethodHandle MONITORS;
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
            MONITORS =
                    lookup.findVirtual(live, "getMonitors", MethodType.methodType(Object[].class))
                            .asType(
                                    MethodType.methodType(
                                            Object[].class, StackWalker.StackFrame.class));
        } catch (Throwable e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private Stance() {}

    static boolean forbidsWaiting() {
        return WALKER.walk(Stance::isBound);
    }

    /** True if some method of the calling thread, down to its first, holds a monitor. */
    public static boolean holdsMonitor() {
        return WALKER.walk(stack -> stack.anyMatch(frame -> monitorsOf(frame).length > 0));
    }

    private static boolean isBound(Stream<StackWalker.StackFrame> stack) {
        for (Iterator<StackWalker.StackFrame> it = stack.iterator(); it.hasNext(); ) {
            StackWalker.StackFrame frame = it.next();
            Class<?> owner = frame.getDeclaringClass();
            if (owner == TaskImpl.class && frame.getMethodName().equals("call")) {
                return false; // below is the scheduler
            }
            ClassLoader loader = owner.getClassLoader();
            if (loader == null || loader == PLATFORM || monitorsOf(frame).length > 0) {
                return true;
            }
        }
        return false;
    }

    private static Object[] monitorsOf(StackWalker.StackFrame frame) {
        try {
            return (Object[]) MONITORS.invokeExact(frame);
        } catch (Throwable e) {
            throw new SchedulerBug("a frame does not tell its monitors: " + e);
        }
    }
}
