package dev.stint.internal.stack;

import dev.stint.internal.SchedulerBug;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;
import jdk.internal.access.JavaLangAccess;
import jdk.internal.access.SharedSecrets;
import org.jspecify.annotations.Nullable;

/**
 * The scoped values that the opener of a nursery has bound, on their way to its children.
 *
 * <p>The JDK keeps the bindings of a thread in three places that must agree: a field of the thread,
 * a cache on its carrier, and the stack. The VM may empty the first two, after a stack overflow for
 * one, and then whoever asks next finds the innermost frame of {@code Thread.runWith} and takes the
 * bindings from there. So they are set as the JDK sets those of a new thread: field, empty cache,
 * and a frame of {@code runWith} around the body. Afterwards the field says what it says in a new
 * thread, and the cache is empty: the next task on the core finds nothing.
 *
 * <p>The field holds {@code Thread.class} if nothing was ever bound, the empty snapshot if what was
 * bound no longer is, null if the stack must be searched, and otherwise an immutable snapshot.
 */
public final class Bindings {
    private static final JavaLangAccess JLA = SharedSecrets.getJavaLangAccess();
    private static final Object OF_A_NEW_THREAD = Thread.class;
    private static final Object EMPTY;
    private static final MethodHandle FIND;
    private static final MethodHandle RUN_WITH;
    private static final VarHandle FIELD;

    static {
        try {
            var lookup = MethodHandles.privateLookupIn(Thread.class, MethodHandles.lookup());
            FIELD = lookup.findVarHandle(Thread.class, "scopedValueBindings", Object.class);
            FIND =
                    lookup.findStatic(
                            Thread.class,
                            "findScopedValueBindings",
                            MethodType.methodType(Object.class));
            RUN_WITH =
                    lookup.findVirtual(
                            Thread.class,
                            "runWith",
                            MethodType.methodType(void.class, Object.class, Runnable.class));
            Class<?> snapshot = lookup.findClass("java.lang.ScopedValue$Snapshot");
            EMPTY =
                    MethodHandles.privateLookupIn(snapshot, MethodHandles.lookup())
                            .findStaticVarHandle(snapshot, "EMPTY_SNAPSHOT", snapshot)
                            .get();
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private Bindings() {}

    /** What the calling thread has bound; null if nothing. One read, as a rule. */
    public static @Nullable Object ofCaller() {
        Object found = JLA.scopedValueBindings();
        return found == OF_A_NEW_THREAD ? null : look(found);
    }

    private static @Nullable Object look(@Nullable Object found) {
        Object bound = found;
        if (bound == null) {
            try {
                bound = (Object) FIND.invokeExact();
            } catch (Throwable e) {
                throw bug(e);
            }
        }
        return bound == EMPTY || bound == OF_A_NEW_THREAD ? null : bound;
    }

    /** Runs a body, which throws nothing, on the calling thread, which has nothing bound. */
    static void run(Thread me, Object bound, Runnable body) {
        try {
            FIELD.set(me, bound);
            JLA.setScopedValueCache(null);
            RUN_WITH.invokeExact(me, bound, body);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw bug(e);
        } finally {
            FIELD.set(me, OF_A_NEW_THREAD);
            JLA.setScopedValueCache(null);
        }
    }

    private static SchedulerBug bug(Throwable e) {
        return new SchedulerBug("cannot pass scoped values on: " + e);
    }
}
