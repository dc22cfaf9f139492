package dev.stint.internal.stack;

import dev.stint.internal.SchedulerBug;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodType;
import jdk.internal.access.JavaLangInvokeAccess;
import jdk.internal.access.SharedSecrets;
import jdk.internal.vm.Continuation;

/**
 * Measures the stack of a continuation. The JDK copies a stack that is suspended to the heap, and
 * back to the carrier only as much of it as is used; what was left there when the continuation went
 * on is all but its last few methods.
 */
final class StackInUse {
    private static final int WORD = 8;
    private static final MethodHandle TAIL;
    private static final MethodHandle PARENT;
    private static final MethodHandle TOP;
    private static final MethodHandle BOTTOM;

    static {
        try {
            Class<?> chunk = Class.forName("jdk.internal.vm.StackChunk");
            MethodType toObject = MethodType.methodType(Object.class, Object.class);
            MethodType toInt = MethodType.methodType(int.class, Object.class);
            TAIL = getter(Continuation.class, "tail").asType(toObject);
            PARENT = getter(chunk, "parent").asType(toObject);
            TOP = getter(chunk, "sp").asType(toInt);
            BOTTOM = getter(chunk, "bottom").asType(toInt);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private StackInUse() {}

    private static MethodHandle getter(Class<?> owner, String field)
            throws ReflectiveOperationException {
        JavaLangInvokeAccess access = SharedSecrets.getJavaLangInvokeAccess();
        return access.unreflectField(owner.getDeclaredField(field), false);
    }

    /** In bytes, as of the last suspension. For the continuation itself. */
    static long of(Object continuation) {
        try {
            long words = 0;
            Object chunk = (Object) TAIL.invokeExact(continuation);
            while (chunk != null) {
                words += (int) BOTTOM.invokeExact(chunk) - (int) TOP.invokeExact(chunk);
                chunk = (Object) PARENT.invokeExact(chunk);
            }
            return words * WORD;
        } catch (Throwable e) {
            throw new SchedulerBug("a continuation does not tell its stack: " + e);
        }
    }
}
